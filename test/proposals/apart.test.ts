// Random edits of owner and agent, at least one line apart: the commit holds the agent's alone.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textAt } from '../../src/proposals/index.ts';
import { makeStory } from './story.ts';

type Edit = 'keep' | 'change' | 'delete' | 'insert';

const SPOTS = 8;
const edits = fc.array(fc.constantFrom<Edit>('keep', 'change', 'delete', 'insert'), {
  minLength: SPOTS,
  maxLength: SPOTS,
});
const endings = fc.constantFrom('\n', '\r\n');

/** Text of spots with quiet lines between; each spot edited in its own way, or left. */
function textOf(ways: readonly Edit[], who: (spot: number) => string, eol: string, last: boolean): string {
  const lines = ways.flatMap((way, spot) => {
    const line = {
      keep: [`spot ${spot}`],
      change: [`${who(spot)} ${spot}`],
      delete: [],
      insert: [`spot ${spot}`, `${who(spot)} ${spot}`],
    };
    return [`before ${spot}`, ...line[way], `after ${spot}`];
  });
  return lines.join(eol) + (last ? eol : '');
}

test('S4: edits of owner and agent that lie apart: the proposal holds the agent’s alone', async () => {
  const { disk, repo, edited, propose } = await makeStory({ '.gitattributes': '* -text\n', 'a.md': '' });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      edits,
      fc.array(fc.boolean(), { minLength: SPOTS, maxLength: SPOTS }),
      endings,
      fc.boolean(),
      async (ways, owners, eol, last) => {
        const only = (mine: (spot: number) => boolean) =>
          ways.map((way, spot) => (mine(spot) ? way : 'keep'));
        const who = (spot: number) => (owners[spot] ? 'owner' : 'agent');
        const start = textOf(
          ways.map(() => 'keep'),
          who,
          eol,
          last,
        );
        disk.commit({ 'a.md': start }, `Run ${run}`);
        const ownersOnly = textOf(
          only((spot) => owners[spot]!),
          who,
          eol,
          last,
        );
        const agentsOnly = textOf(
          only((spot) => !owners[spot]),
          who,
          eol,
          last,
        );
        disk.write({ 'a.md': ownersOnly });
        if (agentsOnly === start) return;
        const done = await propose([await edited('a.md', textOf(ways, who, eol, last))], {
          session: `s${run++}`,
        });
        expect(await textAt(repo, done.tip, 'a.md')).toBe(agentsOnly);
        expect(disk.read('a.md')).toBe(ownersOnly);
      },
    ),
    { numRuns: 25 },
  );
  expect(disk.git('fsck', '--strict', '--no-dangling')).toBe('');
});
