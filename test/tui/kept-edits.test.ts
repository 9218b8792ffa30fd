// Approving in the terminal: whatever the owner had staged and unstaged is, byte for byte, on top of the new target.
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeRepo } from '../helpers/make-repo.ts';
import { offer, startDesk } from './desk.ts';

type Edits = ReadonlyMap<number, string>;

const LINES = 30;
const ENDINGS = { lf: '\n', crlf: '\r\n', none: '\n' } as const;

/** Every pair of how it lands, what the owner has, and how lines end, in as few screens as can be. */
const CASES = [
  ['fast-forward', 'clean', 'lf'],
  ['merge', 'clean', 'crlf'],
  ['fast-forward', 'unstaged', 'crlf'],
  ['merge', 'unstaged', 'none'],
  ['fast-forward', 'staged', 'none'],
  ['merge', 'staged', 'lf'],
  ['fast-forward', 'both', 'crlf'],
  ['merge', 'both', 'none'],
] as const;

test.each(CASES)('S14: %s onto %s edits, lines ending in %s', async (how, owner, ending) => {
  const eol = ENDINGS[ending];
  const text = (...edits: Edits[]) => {
    const lines = [...Array(LINES).keys()].map((n) =>
      edits.reduce((line, each) => each.get(n) ?? line, `line ${n}`),
    );
    return lines.join(eol) + (ending === 'none' ? '' : eol);
  };
  const [agents, staged, unstaged, targets] = parted(
    CASES.findIndex((one) => one[0] === how && one[1] === owner),
  );
  const hasStaged = owner === 'staged' || owner === 'both' ? staged : NONE;
  const hasUnstaged = owner === 'unstaged' || owner === 'both' ? unstaged : NONE;
  const moved = how === 'merge' ? targets : NONE;

  const repo = makeRepo({ 'guide.md': text() });
  offer(repo, { id: 'change-aaaa', files: { 'guide.md': text(agents) } });
  if (how === 'merge') repo.commit({ 'guide.md': text(moved) }, 'Move on');
  repo.write({ 'guide.md': text(moved, hasStaged) });
  repo.git('add', 'guide.md');
  repo.write({ 'guide.md': text(moved, hasStaged, hasUnstaged) });

  const term = await startDesk(repo, { columns: 120, rows: 40 });
  term.type('A');
  await term.sees('[enter] approve');
  await term.answer('\r', '[enter] approve', () => term.words().includes('Applied change-aaaa'));

  const bytes = (...args: string[]) => execFileSync('git', args, { cwd: repo.root, encoding: 'utf8' });
  expect(bytes('show', 'HEAD:guide.md')).toBe(text(moved, agents));
  expect(bytes('show', ':guide.md')).toBe(text(moved, agents, hasStaged));
  expect(repo.read('guide.md')).toBe(text(moved, agents, hasStaged, hasUnstaged));
});

const NONE: Edits = new Map();

/** Edits of four hands, every third line at most one: at least one line apart. The same every time. */
function parted(seed: number): [Edits, Edits, Edits, Edits] {
  const hands = fc.shuffledSubarray([...Array(LINES / 3).keys()], { minLength: 8, maxLength: 10 });
  const [slots] = fc.sample(hands, { seed, numRuns: 1 });
  const of = (hand: number, name: string): Edits =>
    new Map(slots!.filter((_, i) => i % 4 === hand).map((slot) => [slot * 3 + 1, `${name} ${slot} é`]));
  return [of(0, 'agent'), of(1, 'staged'), of(2, 'unstaged'), of(3, 'target')];
}
