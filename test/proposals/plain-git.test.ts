// Plain git alone decides: the outcome is read from what it left, loose or packed, of one, two or five commits.
import { describe, expect, test } from 'vitest';
import { outcomeOf } from '../../src/proposals/index.ts';
import type { TestRepo } from '../helpers/make-repo.ts';
import { makeStory } from './story.ts';

const LINES = [...Array(40).keys()].map((n) => `line ${n + 1}\n`);
const TEXT = LINES.join('');

/** The text with some lines (from 1) replaced. */
function withLines(lines: Record<number, string>, text = LINES): string {
  return text.map((line, at) => lines[at + 1] ?? line).join('');
}

interface Waiting {
  readonly disk: TestRepo;
  readonly branch: string;
  readonly tip: string;
}

type Wanted = Record<string, unknown>;
type Row = [title: string, act: (waiting: Waiting) => void, wanted: Wanted];

const ROWS: Row[] = [
  ['nothing', () => {}, { outcome: 'pending' }],
  [
    'merge --ff-only',
    ({ disk, branch }) => disk.git('merge', '-q', '--ff-only', branch),
    { outcome: 'applied', branchLeft: true },
  ],
  [
    'merge --ff-only, then the branch deleted',
    ({ disk, branch }) => {
      disk.git('merge', '-q', '--ff-only', branch);
      disk.git('branch', '-d', branch);
    },
    { outcome: 'applied' },
  ],
  [
    'merge --no-ff',
    ({ disk, branch }) => disk.git('merge', '-q', '--no-ff', '-m', 'take it', branch),
    { outcome: 'applied', branchLeft: true },
  ],
  [
    'merge --no-ff after the owner went on, then the branch deleted',
    ({ disk, branch }) => {
      disk.commit({ 'other.md': 'o\n', 'a.md': withLines({ 40: 'owner\n' }) }, 'Owner');
      disk.git('merge', '-q', '--no-ff', '-m', 'take it', branch);
      disk.git('branch', '-d', branch);
    },
    { outcome: 'applied', by: { name: 'Olive Owner', email: 'olive@example.com', role: 'unknown' } },
  ],
  [
    'merge --squash and commit, then branch -D',
    ({ disk, branch }) => {
      disk.git('merge', '-q', '--squash', branch);
      disk.git('commit', '-q', '-m', 'squashed');
      disk.git('branch', '-D', branch);
    },
    { outcome: 'applied' },
  ],
  [
    'merge --squash and commit, the branch stays',
    ({ disk, branch }) => {
      disk.commit({ 'a.md': withLines({ 40: 'owner\n' }) }, 'Owner');
      disk.git('merge', '-q', '--squash', branch);
      disk.git('commit', '-q', '-m', 'squashed');
    },
    { outcome: 'applied', branchLeft: true },
  ],
  [
    'squash with an edit of the reviewer on another line, then branch -D',
    ({ disk, branch }) => {
      disk.git('merge', '-q', '--squash', branch);
      disk.write({ 'a.md': disk.read('a.md').replace('line 39\n', 'reviewer\n') });
      disk.git('commit', '-qam', 'squashed and mended');
      disk.git('branch', '-D', branch);
    },
    { outcome: 'applied' },
  ],
  [
    'merge --squash without a commit, then branch -D',
    ({ disk, branch }) => {
      disk.git('merge', '-q', '--squash', branch);
      disk.git('branch', '-D', branch);
    },
    { outcome: 'applied', uncommitted: true },
  ],
  [
    'its bytes on disk alone, then branch -D',
    ({ disk, branch }) => {
      disk.git('merge', '-q', '--squash', branch);
      disk.git('reset', '-q');
      disk.git('branch', '-D', branch);
    },
    { outcome: 'applied', uncommitted: true },
  ],
  [
    'merge -s ours drops the content',
    ({ disk, branch }) => disk.git('merge', '-q', '-s', 'ours', '-m', 'no', branch),
    { outcome: 'rejected', branchLeft: true, reason: 'merged without its content' },
  ],
  [
    'cherry-pick, then branch -D',
    ({ disk, branch }) => {
      disk.commit({ 'other.md': 'o\n' }, 'Owner');
      disk.git('cherry-pick', `main..${branch}`);
      disk.git('branch', '-D', branch);
    },
    { outcome: 'applied' },
  ],
  [
    'cherry-pick with a changed message, the branch stays',
    ({ disk, branch }) => {
      disk.git('cherry-pick', '-n', `main..${branch}`);
      disk.git('commit', '-qm', 'mine now');
    },
    { outcome: 'applied', branchLeft: true },
  ],
  [
    'rebase onto a newer main and fast-forward, the old tip asked for',
    ({ disk, branch }) => {
      disk.commit({ 'a.md': withLines({ 40: 'owner\n' }) }, 'Owner');
      disk.git('rebase', '-q', 'main', branch);
      disk.git('checkout', '-q', 'main');
      disk.git('merge', '-q', '--ff-only', branch);
    },
    { outcome: 'applied' },
  ],
  [
    'branch -D of an unmerged one',
    ({ disk, branch }) => disk.git('branch', '-D', branch),
    { outcome: 'removed' },
  ],
  [
    'branch -D after the owner went on elsewhere',
    ({ disk, branch }) => {
      disk.commit({ 'a.md': withLines({ 40: 'owner\n' }) }, 'Owner');
      disk.git('branch', '-D', branch);
    },
    { outcome: 'removed' },
  ],
  [
    'branch -m: renamed and still waiting',
    ({ disk, branch }) => disk.git('branch', '-m', branch, 'proposals/another-name'),
    { outcome: 'pending', renamedTo: 'another-name' },
  ],
  [
    'merged, then reverted',
    ({ disk, branch }) => {
      disk.git('merge', '-q', '--no-ff', '-m', 'take it', branch);
      disk.git('revert', '--no-edit', '-m', '1', 'HEAD');
    },
    { outcome: 'applied', since: 'reverted' },
  ],
  [
    'squashed, then reverted, then branch -D',
    ({ disk, branch }) => {
      disk.git('merge', '-q', '--squash', branch);
      disk.git('commit', '-q', '-m', 'squashed');
      disk.git('revert', '--no-edit', 'HEAD');
      disk.git('branch', '-D', branch);
    },
    { outcome: 'applied', since: 'reverted' },
  ],
  [
    'merged, then the same line edited again',
    ({ disk, branch }) => {
      disk.git('merge', '-q', '--no-ff', '-m', 'take it', branch);
      disk.commit({ 'a.md': disk.read('a.md').replace('agent 1\n', 'agent 1, later\n') }, 'Later');
    },
    { outcome: 'applied', since: 'changed' },
  ],
  [
    'squashed, then the same line edited again, then branch -D',
    ({ disk, branch }) => {
      disk.git('merge', '-q', '--squash', branch);
      disk.git('commit', '-q', '-m', 'squashed');
      disk.commit({ 'a.md': disk.read('a.md').replace('agent 1\n', 'agent 1, later\n') }, 'Later');
      disk.git('branch', '-D', branch);
    },
    { outcome: 'applied', since: 'changed' },
  ],
  [
    'the doc renamed on main, then picked',
    ({ disk, branch }) => {
      disk.git('mv', 'a.md', 'renamed.md');
      disk.git('commit', '-qm', 'Rename');
      disk.git('merge', '-q', '--squash', branch);
      disk.git('commit', '-q', '-m', 'squashed');
      disk.git('branch', '-D', branch);
    },
    { outcome: 'applied' },
  ],
  [
    'a variant that differs in whitespace only, then branch -D',
    ({ disk, branch }) => {
      disk.git('merge', '-q', '--squash', branch);
      disk.write({ 'a.md': disk.read('a.md').replaceAll('agent', '  agent') });
      disk.git('commit', '-qam', 'indented');
      disk.git('branch', '-D', branch);
    },
    { outcome: 'removed' },
  ],
  [
    'committed with CRLF',
    ({ disk, branch }) => {
      disk.git('merge', '-q', '--squash', branch);
      disk.write({ 'a.md': disk.read('a.md').replaceAll('\n', '\r\n') });
      disk.git('commit', '-qam', 'other endings');
      disk.git('branch', '-D', branch);
    },
    { outcome: 'applied' },
  ],
  [
    'main reset to before it, then branch -D',
    ({ disk, branch }) => {
      disk.git('merge', '-q', '--squash', branch);
      disk.git('commit', '-q', '-m', 'squashed');
      disk.git('reset', '-q', '--hard', 'HEAD^');
      disk.git('branch', '-D', branch);
    },
    { outcome: 'removed' },
  ],
  [
    'on the upstream only, then branch -D',
    ({ disk, branch, tip }) => {
      disk.git('update-ref', 'refs/remotes/origin/main', tip);
      disk.git('config', 'remote.origin.url', 'nowhere');
      disk.git('config', 'remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*');
      disk.git('config', 'branch.main.remote', 'origin');
      disk.git('config', 'branch.main.merge', 'refs/heads/main');
      disk.git('branch', '-D', branch);
    },
    { outcome: 'applied', on: 'origin/main' },
  ],
  [
    'a follow-up commit on the branch after its merge',
    ({ disk, branch }) => {
      disk.git('merge', '-q', '--no-ff', '-m', 'take it', branch);
      disk.git('checkout', '-q', branch);
      disk.commit({ 'a.md': disk.read('a.md').replace('line 30\n', 'follow-up\n') }, 'More');
      disk.git('checkout', '-q', 'main');
    },
    { outcome: 'applied' },
  ],
];

describe.each([
  [1, 'loose'],
  [2, 'packed'],
  [5, 'packed'],
] as const)('%i commits, %s refs', (commits, refs) => {
  test.each(ROWS)('S28, S29, S31: %s', async (_, act, wanted) => {
    const { disk, repo, edited, propose } = await makeStory({ 'a.md': TEXT, 'c.md': 'c\n' });
    const done = await propose([await edited('a.md', withLines({ 5: 'agent 1\n' }))]);
    const branch = `proposals/${done.proposal}`;
    const more: Record<number, string> = { 5: 'agent 1\n' };
    if (commits > 1) {
      disk.git('checkout', '-q', branch);
      for (let n = 2; n <= commits; n++) {
        more[5 + 3 * n] = `agent ${n}\n`;
        disk.commit({ 'a.md': withLines(more) }, `Step ${n}`);
      }
      disk.git('checkout', '-q', 'main');
    }
    const tip = disk.git('rev-parse', branch);
    if (refs === 'packed') disk.git('pack-refs', '--all');
    act({ disk, branch, tip });
    if (refs === 'packed') disk.git('pack-refs', '--all');
    const outcome = await outcomeOf(repo, { id: done.proposal, tip, target: 'main' });
    expect(outcome).toMatchObject(wanted);
    for (const key of [
      'since',
      'partial',
      'on',
      'uncommitted',
      'reason',
      'renamedTo',
      'branchLeft',
    ] as const) {
      if (!(key in wanted) && key !== 'branchLeft') expect(outcome[key], key).toBeUndefined();
    }
    expect(disk.git('fsck', '--strict', '--no-dangling')).toBe('');
  });
});
