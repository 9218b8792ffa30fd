// One of several processes that propose at once, or one that is killed: `proposer <root> <what> <name> <number>`.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Proposed,
  type ProposeRequest,
  propose,
  rejectProposal,
  textAt,
} from '../../src/proposals/index.ts';
import { type Givens, head, openRepo, readRef } from '../../src/repo/index.ts';

const [root = '', what = '', name = '', number = '1'] = process.argv.slice(2);
const repo = await openRepo(root);

/** Kills this process at the nth question for the time or an id. */
function mortal(at: number): Givens {
  let asked = 0;
  const after = <T>(answer: T): T => {
    if (++asked === at) process.kill(process.pid, 'SIGKILL');
    return answer;
  };
  return { now: () => after(new Date()), uuid: () => after(randomUUID()) };
}

async function save(
  path: string,
  change: (text: string) => string,
  more: Partial<ProposeRequest>,
  givens: Givens,
) {
  const { branch, oid } = await head(repo);
  const text = readFileSync(join(root, path), 'utf8');
  const doc = {
    path,
    text: change(text),
    edits: [`Edited by ${name}`],
    base: { text, commit: oid, branch: branch!.replace('refs/heads/', '') },
    created: false,
  };
  const request = {
    docs: [doc],
    into: null,
    seenTip: null,
    summary: `${name} edits`,
    agent: { name },
    session: name,
    worktree: root,
    target: null,
    ...more,
  };
  return propose(repo, request, givens);
}

const living: Givens = { now: () => new Date(), uuid: randomUUID };
const lineOf = (to: string) => (text: string) =>
  text.replace(`line of ${name}\n`, `line of ${name}: ${to}\n`);

/** New proposals, each revised once. */
async function fresh(): Promise<Proposed[]> {
  const done: Proposed[] = [];
  for (let n = 0; n < Number(number); n++) {
    const one = await save('shared.md', lineOf(`${n}`), {}, living);
    const into = { into: one.proposal, seenTip: one.tip };
    done.push(one, await save('shared.md', lineOf(`${n} again`), into, living));
  }
  return done;
}

/** Revisions of one proposal that all processes share. */
async function together(): Promise<Proposed[]> {
  const done: Proposed[] = [];
  const id = process.argv[6]!;
  let last = `line of ${name}\n`;
  for (let n = 0; n < Number(number); n++) {
    const tip = (await readRef(repo, `refs/heads/proposals/${id}`))!;
    try {
      const next = `line of ${name}: ${n}\n`;
      done.push(await saveOnTip(id, tip, last, next));
      last = next;
    } catch (problem) {
      if ((problem as { code?: string }).code !== 'proposal_moved') throw problem;
      n--;
    }
  }
  return done;
}

async function saveOnTip(id: string, tip: string, from: string, to: string): Promise<Proposed> {
  const seen = (await textAt(repo, tip, 'shared.md'))!;
  return save(
    'shared.md',
    () => seen.replace(from, to),
    { into: id, seenTip: tip, formerSessions: ['a', 'b', 'c', 'd', 'o'] },
    living,
  );
}

async function die(): Promise<void> {
  await save('shared.md', lineOf('x'), {}, mortal(Number(number)));
}

async function reviseAndDie(): Promise<void> {
  const [id, tip] = process.argv.slice(6);
  await save('shared.md', lineOf('y'), { into: id!, seenTip: tip! }, mortal(Number(number)));
}

async function rejectAndDie(): Promise<void> {
  const [proposal, tip] = process.argv.slice(6);
  await rejectProposal(
    repo,
    { proposal: proposal!, tip: tip!, by: { name, role: 'owner' } },
    mortal(Number(number)),
  );
}

const answer = await { fresh, together, die, reviseAndDie, rejectAndDie }[what]!();
process.stdout.write(JSON.stringify(answer ?? null));
await repo.close();
