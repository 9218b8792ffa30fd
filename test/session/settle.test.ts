// The settle table, row by row.
import { describe, expect, test } from 'vitest';
import { type SettleFacts, type SettleProposal, settle, type Verdict } from '../../src/session/index.ts';

const LINES = Array.from({ length: 9 }, (_, i) => `line ${i + 1}\n`);
/** Nine lines with some replaced, 1-based. */
function text(changes: Record<number, string> = {}): string {
  return LINES.map((line, i) => (changes[i + 1] === undefined ? line : `${changes[i + 1]}\n`)).join('');
}

const BASE = text();
const P = text({ 3: 'proposed' });
const LATER = text({ 3: 'proposed', 7: 'later' });

const pending = (
  moved: { before: string | null; now: string | null; told?: boolean } | null = null,
): SettleProposal => ({
  state: 'pending',
  text: P,
  under: BASE,
  moved: moved && { told: false, ...moved },
});
const ended = (
  outcome: 'applied' | 'rejected' | 'withdrawn' | 'superseded',
  elsewhere: string | null = null,
): SettleProposal => ({ state: 'ended', text: P, outcome, elsewhere });

type Row = [title: string, facts: Partial<SettleFacts>, verdict: Verdict];
const KEPT: Verdict = { do: 'keep', base: 'as-is', elsewhere: null, deleted: false, hunks: [] };

const PENDING: Row[] = [
  [
    'R1: tip as we left it, working copy equals the file: clean, still pending',
    { working: P, file: P, proposal: pending() },
    { do: 'clean', forget: false },
  ],
  [
    'R1: tip as we left it, otherwise: nothing',
    { working: P, file: BASE, proposal: pending() },
    { do: 'nothing' },
  ],
  [
    'S39: pending and stale at once: nothing',
    { working: P, file: text({ 9: 'owner' }), proposal: pending() },
    { do: 'nothing' },
  ],
  [
    'R2: pending, the working copy is clean and the file changed: it follows',
    { working: BASE, file: text({ 9: 'owner' }), proposal: pending() },
    { do: 'load', forget: false },
  ],
  [
    'R2: pending and on disk too, the file changed around it: it follows',
    { working: P, base: P, file: text({ 3: 'proposed', 9: 'owner' }), proposal: pending() },
    { do: 'load', forget: false },
  ],
  [
    'R2: pending and was on disk too, the file lost it: what waits stays, on top of the file',
    { working: P, base: P, file: text({ 9: 'owner' }), proposal: pending() },
    { do: 'carry', text: text({ 3: 'proposed', 9: 'owner' }) },
  ],
  [
    'R2: pending and was on disk too, the file has other words there: nothing',
    { working: P, base: P, file: text({ 3: 'owner' }), proposal: pending() },
    { do: 'nothing' },
  ],
  [
    'S36: tip moved, no later edits: taken over',
    { working: P, file: BASE, proposal: pending({ before: P, now: text({ 3: 'amended' }) }) },
    { do: 'amend', text: text({ 3: 'amended' }), proposed: text({ 3: 'amended' }) },
  ],
  [
    'S36: tip moved, later edits elsewhere: both',
    { working: LATER, file: BASE, proposal: pending({ before: P, now: text({ 3: 'amended' }) }) },
    { do: 'amend', text: text({ 3: 'amended', 7: 'later' }), proposed: text({ 3: 'amended' }) },
  ],
  [
    'S36: tip moved, later edits on the same lines: told',
    {
      working: LATER,
      file: BASE,
      proposal: pending({ before: P, now: text({ 3: 'proposed', 7: 'amended' }) }),
    },
    { do: 'tell-amended', hunks: [{ base: [6, 7], ours: ['later\n'], theirs: ['amended\n'] }] },
  ],
  [
    'S36: … and only once',
    {
      working: LATER,
      file: BASE,
      proposal: pending({ before: P, now: text({ 3: 'proposed', 7: 'amended' }), told: true }),
    },
    { do: 'nothing' },
  ],
  [
    'S36: taken over and undone: not taken over again',
    {
      working: P,
      file: BASE,
      proposal: pending({ before: P, now: text({ 3: 'amended' }), told: true }),
    },
    { do: 'nothing' },
  ],
  [
    'S4: the proposal holds less than the working copy: its change is what is taken over',
    {
      working: text({ 3: 'proposed', 9: 'uncommitted' }),
      file: text({ 9: 'uncommitted' }),
      base: text({ 9: 'uncommitted' }),
      proposal: {
        state: 'pending',
        text: text({ 3: 'proposed', 9: 'uncommitted' }),
        under: BASE,
        moved: { before: P, now: text({ 3: 'amended' }), told: false },
      },
    },
    {
      do: 'amend',
      text: text({ 3: 'amended', 9: 'uncommitted' }),
      proposed: text({ 3: 'amended', 9: 'uncommitted' }),
    },
  ],
];

const ENDED: Row[] = [
  [
    'R1: applied, working copy equals the file: clean',
    { working: P, file: P, proposal: ended('applied') },
    { do: 'clean', forget: true },
  ],
  [
    'R1: applied, no edits since it was written: the file is loaded',
    { working: P, file: text({ 3: 'proposed', 9: 'owner' }), proposal: ended('applied') },
    { do: 'load', forget: true },
  ],
  [
    'R1: rejected, no edits since: the file is loaded',
    { working: P, file: BASE, proposal: ended('rejected') },
    { do: 'load', forget: true },
  ],
  [
    'R1: withdrawn, no edits since: the file is loaded',
    { working: P, file: BASE, proposal: ended('withdrawn') },
    { do: 'load', forget: true },
  ],
  [
    'R1: a created doc was rejected, no edits since: closed',
    { working: P, base: null, file: null, proposal: ended('rejected') },
    { do: 'close' },
  ],
  [
    'R1: a proposed deletion was applied: closed',
    { working: null, file: null, proposal: { ...ended('applied'), text: null } as SettleProposal },
    { do: 'close' },
  ],
  [
    'R1: applied, later edits: they stay on top of the file',
    { working: LATER, file: text({ 3: 'proposed', 9: 'owner' }), proposal: ended('applied') },
    { do: 'rebase', text: text({ 3: 'proposed', 7: 'later', 9: 'owner' }) },
  ],
  [
    'S30: applied in part, later edits: on top of what is there',
    { working: LATER, file: BASE, proposal: ended('applied') },
    { do: 'rebase', text: text({ 7: 'later' }) },
  ],
  [
    'R1: applied, later edits that clash: kept, against what landed',
    { working: LATER, file: text({ 3: 'proposed', 7: 'owner' }), proposal: ended('applied') },
    { ...KEPT, base: 'proposed', hunks: [{ base: [6, 7], ours: ['later\n'], theirs: ['owner\n'] }] },
  ],
  [
    'S34: applied to a branch that is not here, later edits: left, and where it landed',
    { working: LATER, file: BASE, proposal: ended('applied', 'main') },
    { ...KEPT, elsewhere: 'main' },
  ],
  [
    'S34: … also without later edits',
    { working: P, file: BASE, proposal: ended('applied', 'main') },
    { ...KEPT, elsewhere: 'main' },
  ],
  ['R1: rejected, later edits: left', { working: LATER, file: BASE, proposal: ended('rejected') }, KEPT],
  ['R1: superseded, later edits: left', { working: LATER, file: BASE, proposal: ended('superseded') }, KEPT],
  [
    'S35: applied, later edits, the file is gone: kept and deleted',
    { working: LATER, file: null, proposal: ended('applied') },
    { ...KEPT, deleted: true },
  ],
  [
    'S28: ended counts, also when the file never changed',
    { working: P, file: P, base: P, proposal: ended('applied') },
    { do: 'clean', forget: true },
  ],
];

const NONE: Row[] = [
  [
    'R2: clean, the file changed: it is loaded',
    { working: BASE, file: text({ 9: 'owner' }) },
    { do: 'load', forget: false },
  ],
  ['R2: clean, the file is gone: closed', { working: BASE, file: null }, { do: 'close' }],
  [
    'R2: dirty, the working copy equals the file: clean',
    { working: LATER, file: LATER },
    { do: 'clean', forget: false },
  ],
  [
    'R5: dirty, the file changed to something else: nothing',
    { working: LATER, file: text({ 9: 'owner' }) },
    { do: 'nothing' },
  ],
  ['dirty, the file as it was: nothing', { working: LATER, file: BASE }, { do: 'nothing' }],
  ['clean and unchanged: nothing', { working: BASE, file: BASE }, { do: 'nothing' }],
  ['S39: dirty, the file is gone: nothing', { working: LATER, file: null }, { do: 'nothing' }],
  ['a created doc, not on disk: nothing', { working: LATER, base: null, file: null }, { do: 'nothing' }],
  [
    'a created doc that somebody put there, equal: clean',
    { working: LATER, base: null, file: LATER },
    { do: 'clean', forget: false },
  ],
  ['deleted here and on disk: closed', { working: null, file: null }, { do: 'close' }],
  [
    'renamed here, the file as it was: nothing',
    { working: BASE, file: BASE, renamed: true },
    { do: 'nothing' },
  ],
  [
    'renamed here, the file changed: nothing is lost',
    { working: BASE, file: text({ 9: 'owner' }), renamed: true },
    { do: 'nothing' },
  ],
];

describe('the settle table', () => {
  test.each([...PENDING, ...ENDED, ...NONE])('%s', (_title, facts, verdict) => {
    const whole: SettleFacts = {
      path: 'a.md',
      working: BASE,
      file: BASE,
      base: BASE,
      proposal: null,
      ...facts,
    };
    expect(settle(whole)).toEqual(verdict);
  });
});
