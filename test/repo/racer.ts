// One of several processes that work on a repository at once: `racer <root> <what> <name> <times>`.
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import {
  appendEvent,
  moveRefs,
  openRepo,
  type Repo,
  readCommit,
  readRef,
  withLock,
  writeBlob,
  writeCommit,
  writeTree,
} from '../../src/repo/index.ts';

const [root = '', what = '', name = '', times = '1'] = process.argv.slice(2);
const person = { name, email: 'x@y', at: '2026-01-01T00:00:00Z', zone: '+0000' };
const givens = { now: () => new Date(), uuid: randomUUID };

async function commitOn(repo: Repo, parent: string, text: string): Promise<string> {
  const oid = await writeBlob(repo, Buffer.from(text));
  const base = (await readCommit(repo, parent)).tree;
  const tree = await writeTree(repo, base, new Map([[`by/${name}.md`, { mode: '100644', oid }]]));
  return writeCommit(repo, { tree, parents: [parent], author: person, committer: person, message: text });
}

/** Adds commits to one branch, each on what it finds there. */
async function extend(repo: Repo): Promise<void> {
  for (let i = 0; i < Number(times); ) {
    const from = (await readRef(repo, 'refs/heads/shared'))!;
    const to = await commitOn(repo, from, `${name} ${i}`);
    if ((await moveRefs(repo, [{ ref: 'refs/heads/shared', from, to }], { message: 'race' })).moved) i++;
  }
}

/** Makes branches of its own, removes every second one, and checks that all it made can be read. */
async function branches(repo: Repo): Promise<void> {
  const main = (await readRef(repo, 'refs/heads/main'))!;
  for (let i = 0; i < Number(times); i++) {
    const to = await commitOn(repo, main, `${name} ${i}`);
    const move = async (moves: Parameters<typeof moveRefs>[1]) => {
      while (!(await moveRefs(repo, moves, { message: 'race' })).moved);
    };
    await move([{ ref: `refs/heads/proposals/${name}-${i}`, from: null, to }]);
    if (i % 2)
      await move([
        { ref: `refs/heads/proposals/${name}-${i}`, from: to, to: null },
        { ref: `refs/docket/ended/${name}-${i}`, from: null, to },
      ]);
    await readCommit(repo, to);
  }
}

/** Counts in a file, under the lock. */
async function count(repo: Repo): Promise<void> {
  const file = `${repo.stateDir}/count`;
  for (let i = 0; i < Number(times); i++)
    await withLock(repo, async () => writeFileSync(file, String(Number(readFileSync(file, 'utf8')) + 1)), {
      waitMs: 60_000,
    });
}

async function events(repo: Repo): Promise<void> {
  for (let i = 0; i < Number(times); i++) {
    await appendEvent(repo, { kind: 'own', name, i }, givens);
    await appendEvent(repo, { kind: 'shared', id: `shared-${i}` }, givens);
  }
}

/** Holds the lock until it is killed. */
async function hold(repo: Repo): Promise<void> {
  await withLock(repo, () => {
    process.stdout.write('held\n');
    return new Promise<void>((resolve) => setTimeout(resolve, 1_000_000));
  });
}

/** Reads, and ends by itself although it never closes the repository. */
async function leave(repo: Repo): Promise<void> {
  process.stdout.write((await readCommit(repo, (await readRef(repo, 'refs/heads/main'))!)).message);
}

const repo = await openRepo(root);
await { extend, branches, count, events, hold, leave }[what]!(repo);
