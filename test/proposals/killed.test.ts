// A process that is killed while it saves or rejects leaves the state before or the state after.
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listProposals } from '../../src/proposals/index.ts';
import { makeRepo, type TestRepo } from '../helpers/make-repo.ts';
import { program } from '../repo/child-program.ts';
import { makeStory, owners } from './story.ts';

const SHARED = 'before\nline of a\nafter\n';

function refs(disk: TestRepo): string {
  return disk.git('for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads/proposals', 'refs/docket');
}

/** A git in front of git that kills who started it, before or after a ref transaction. */
function deadlyGit(when: 'before' | 'after'): string {
  const folder = mkdtempSync(join(tmpdir(), 'docket-git-'));
  const real = process.env.PATH!.split(':').map((each) => join(each, 'git'));
  const run = when === 'before' ? 'kill -9 $PPID; exit 1' : '"$GIT" "$@"; kill -9 $PPID; exit 1';
  writeFileSync(
    join(folder, 'git'),
    `#!/bin/sh\nfor GIT in ${real.map((each) => `'${each}'`).join(' ')}; do test -x "$GIT" && break; done\ncase " $* " in *" update-ref "*) ${run};; esac\nexec "$GIT" "$@"\n`,
  );
  chmodSync(join(folder, 'git'), 0o755);
  return folder;
}

async function withPath<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const path = process.env.PATH;
  process.env.PATH = `${folder}:${path}`;
  try {
    return await work();
  } finally {
    process.env.PATH = path;
  }
}

async function killed(disk: TestRepo, what: string, at: string, ...more: string[]) {
  const { child, done } = program('../proposals/proposer.ts')(disk.root, what, 'a', at, ...more);
  await done;
  return child.signalCode;
}

/** All revisions of every branch are recorded, and every branch is readable. */
async function whole(disk: TestRepo): Promise<void> {
  expect(disk.git('fsck', '--strict', '--no-dangling')).toBe('');
  const { repo } = await makeStory(undefined, { at: disk });
  for (const { id, tip, revision } of await listProposals(repo)) {
    expect(disk.git('rev-parse', `refs/docket/revisions/${id}/${revision}`)).toBe(tip);
  }
}

describe('S20: kill -9', () => {
  test('S20: at each question for time or id of a first save', async () => {
    const disk = makeRepo({ 'shared.md': SHARED });
    const before = owners(disk);
    const seen: string[] = [];
    for (let at = 1, alive = false; !alive; at++) {
      const was = refs(disk);
      alive = (await killed(disk, 'die', String(at))) === null;
      seen.push(refs(disk) === was ? 'before' : 'after');
      expect(owners(disk)).toBe(before);
      await whole(disk);
    }
    expect(seen[0]).toBe('before');
    expect(seen).toContain('after');
    expect(seen.length).toBeGreaterThanOrEqual(3);
  });

  test.each(['before', 'after'] as const)(
    'S20: %s the ref transaction of a save, a revision and a rejection',
    async (when) => {
      const disk = makeRepo({ 'shared.md': SHARED });
      const { edited, propose } = await makeStory(undefined, { at: disk });
      const one = await propose([await edited('shared.md', 'before\nline of a: 1\nafter\n')], {
        session: 'a',
      });
      const owned = owners(disk);
      const folder = deadlyGit(when);
      for (const [what, ...more] of [['die'], ['reviseAndDie', one.proposal, one.tip]] as const) {
        const was = refs(disk);
        expect(await withPath(folder, () => killed(disk, what, '99', ...more))).toBe('SIGKILL');
        expect(refs(disk) === was).toBe(when === 'before');
        await whole(disk);
      }
      const tip = disk.git('rev-parse', `proposals/${one.proposal}`);
      const was = refs(disk);
      expect(await withPath(folder, () => killed(disk, 'rejectAndDie', '99', one.proposal, tip))).toBe(
        'SIGKILL',
      );
      const ended = disk.git('for-each-ref', '--format=%(objectname)', 'refs/docket/ended');
      expect(ended).toBe(when === 'before' ? '' : tip);
      expect(refs(disk) === was).toBe(when === 'before');
      await whole(disk);
      expect(owners(disk)).toBe(owned);
    },
  );
});
