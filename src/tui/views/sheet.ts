// A sheet asks one thing at the bottom of the screen; the body stays readable above it.

import { unread } from '../reading.ts';
import type { ApproveSheet, PlannedClash, RejectSheet, Sheet, StaleSheet, State } from '../state.ts';
import { foreign, type Line, own, type Span, STYLES, wrapProse } from '../style.ts';
import { count, howItLands, isDirty, keptEdits, short } from '../words.ts';

/** All lines of the sheet, the rule above it first; the last says which keys answer it. */
export function sheetLines(state: State, sheet: Sheet, width: number): Line[] {
  const prose = (...spans: (Span | Span[])[]): Line[] =>
    wrapProse(spans.flat(), Math.max(1, width - 2)).map((line) => ({ spans: [own(' '), ...line] }));
  const ignored = sheet.ignored
    ? prose(own('Keys typed before this question were ignored.', STYLES.faint))
    : [];
  return [
    { spans: [own('─'.repeat(width))], base: STYLES.faint },
    ...paragraphs(state, sheet).flatMap((spans) => prose(...spans)),
    ...ignored,
    ...prose(own(answersOf(state, sheet), STYLES.strong)),
  ];
}

/** The keys that answer a sheet. */
function answersOf(state: State, sheet: Sheet): string {
  if (sheet.busy) return 'Working…';
  if (sheet.kind === 'approve') return approveAnswers(state, sheet);
  if (sheet.kind === 'reject') return '[enter] reject   [esc] cancel';
  if (sheet.kind === 'save') return '[enter] save   [esc] cancel';
  if (sheet.kind === 'open') return '[enter] open   [tab] complete   [esc] cancel';
  if (sheet.kind === 'quit') return '[enter] quit   [esc] stay';
  if (sheet.kind === 'staged') return '[enter] save and replace what is staged   [esc] cancel';
  return `${sheet.mergeOff ? '' : '[M] Merge   '}[R] Revert   [S] Save Anyway   [esc] cancel`;
}

type Paragraph = (Span | Span[])[];

function paragraphs(state: State, sheet: Sheet): Paragraph[] {
  if (sheet.kind === 'approve') return approveWords(state, sheet);
  if (sheet.kind === 'reject') return rejectWords(state, sheet);
  if (sheet.kind === 'save')
    return [
      [
        own('Save '),
        foreign(sheet.doc, STYLES.strong),
        own(': commits exactly this file, whatever else is staged.'),
      ],
      field('Message', sheet.text, `as the edit is called, or Edit ${sheet.doc}`),
    ];
  if (sheet.kind === 'open')
    return [
      field('Open doc', sheet.text, 'a path, or part of a name'),
      ...sheet.matches.map((doc) => [own('  '), foreign(doc)]),
    ];
  if (sheet.kind === 'quit')
    return [
      [
        own('Unsaved edits in '),
        foreign(state.docs.rows.flatMap((row) => (row.dirty ? [row.doc] : [])).join(', '), STYLES.strong),
        own('. Quit? They are kept as drafts, which docket offers the next time.'),
      ],
    ];
  if (sheet.kind === 'staged') return [[foreign(sheet.told, STYLES.warning)]];
  return staleWords(sheet);
}

function approveAnswers(state: State, { plan, proposal }: ApproveSheet): string {
  if (!plan) return '[esc] cancel';
  const unseen = whatIsUnread(state, proposal) === '' ? '' : '[d] show what I have not seen   ';
  if (plan.plan !== 'fast-forward' && plan.plan !== 'merge') return `${unseen}[X] reject   [esc] back`;
  return `[enter] approve   ${unseen}[esc] cancel`;
}

function approveWords(state: State, { proposal, tip, plan }: ApproveSheet): Paragraph[] {
  const row = state.proposals.rows.find((one) => one.id === proposal);
  const asked: Paragraph = [
    own('Approve '),
    foreign(proposal, STYLES.strong),
    own(` (${short(tip)}`),
    ...(plan
      ? [own(' on '), foreign(plan.target), own(plan.targetOid ? ` ${short(plan.targetOid)}` : '')]
      : []),
    own(') by '),
    foreign(row?.who ?? 'unknown', STYLES.strong),
    own('?'),
  ];
  if (!plan) return [asked, [own('Looking at what it would change…', STYLES.faint)]];
  const kept = plan.paths.flatMap((path) => keptEdits(path, isDirty(state, path.doc)));
  const warnings = [...new Set([...kept, ...plan.warnings])];
  const unseen = whatIsUnread(state, proposal);
  return [
    asked,
    [foreign(howItLands(plan))],
    ...obstacles(plan),
    ...(plan.paths.length > 0 ? [pathWords(plan)] : []),
    ...warnings.map((text): Paragraph => [foreign(text, STYLES.warning)]),
    ...commitWords(plan),
    ...(plan.touching > 0 ? [[own(touchingWords(plan.touching), STYLES.warning)]] : []),
    ...(unseen ? [[own(unseen, STYLES.warning)]] : []),
  ];
}

type Planned = NonNullable<ApproveSheet['plan']>;

function obstacles({ blocked, clashes }: Planned): Paragraph[] {
  return [
    ...(blocked ? [[foreign(blocked.message, STYLES.problem)], [foreign(blocked.hint)]] : []),
    ...clashes.flatMap(clashWords),
  ];
}

/** What stands against what: the first lines of the first hunks. */
function clashWords({ doc, kind, hunks }: PlannedClash): Paragraph[] {
  const lines = hunks.slice(0, 3).map(({ base, ours, theirs }): Paragraph => {
    const first = (side: readonly string[]) => (side[0] === undefined ? 'nothing' : `“${side[0].trimEnd()}”`);
    const at = own(`  line ${(base[0] ?? 0) + 1}: yours `);
    return [at, foreign(first(ours)), own(', its '), foreign(first(theirs))];
  });
  const more: Paragraph[] = hunks.length > 3 ? [[own(`  and ${hunks.length - 3} more places`)]] : [];
  const why = `: ${CLASHES[kind] ?? kind.replaceAll('_', ' ')}.`;
  return [[foreign(doc, STYLES.problem), own(why, STYLES.problem)], ...lines, ...more];
}

const CLASHES: Record<string, string> = {
  merge_conflict: 'the proposal and its target changed the same lines',
  uncommitted_clash: 'the proposal and your uncommitted edits changed the same lines',
  staged_clash: 'the proposal and your staged edits changed the same lines',
  untracked_in_the_way: 'a file that git does not track stands in the way',
};

function pathWords({ paths }: Planned): Paragraph {
  const sum = (of: 'added' | 'removed') => paths.reduce((total, path) => total + path[of], 0);
  const named = paths.slice(0, 6).map((path) => {
    const verb = path.what === 'change' ? '' : `${path.what}: `;
    const from = path.from ? `${path.from} → ` : '';
    return `${verb}${from}${path.doc} +${path.added} -${path.removed}`;
  });
  const more = paths.length > 6 ? `, and ${count(paths.length - 6, 'more file', 'more files')}` : '';
  return [
    own(`Writes ${count(paths.length, 'file')}, +${sum('added')} -${sum('removed')}: `),
    foreign(`${named.join(', ')}${more}.`),
  ];
}

function commitWords({ commits }: Planned): Paragraph[] {
  if (commits.length < 2) return [];
  const listed = commits
    .slice(0, 6)
    .map(({ oid, subject, by }): Paragraph => [own(`  ${short(oid)} `), foreign(`${subject} (${by})`)]);
  const more: Paragraph[] =
    commits.length > 6 ? [[own(`  and ${count(commits.length - 6, 'more commit')}`)]] : [];
  return [[own(`Brings ${count(commits.length, 'commit')}:`)], ...listed, ...more];
}

function touchingWords(touching: number): string {
  return `${count(touching, 'change')} of it ${touching === 1 ? 'touches' : 'touch'} lines right beside lines that changed here too: read them together.`;
}

/** What of the proposal was not on the screen, as a sentence; empty when all of it was. */
function whatIsUnread(state: State, proposal: string): string {
  const { reading } = state;
  if (reading?.of !== 'proposal' || reading.name !== proposal) return 'Not viewed: all of it.';
  const { changed, unseen, cut } = unread(reading);
  const parts = [
    ...(unseen > 0
      ? [`Not viewed: ${unseen.toLocaleString('en-US')} of ${count(changed, 'changed line')}`]
      : []),
    ...(cut > 0 ? [`${unseen > 0 ? '' : 'Viewed in part: '}${count(cut, 'line')} cut (w wraps)`] : []),
  ];
  return parts.length > 0 ? `${parts.join('; ')}.` : '';
}

function rejectWords(state: State, sheet: RejectSheet): Paragraph[] {
  const row = state.proposals.rows.find((one) => one.id === sheet.proposal);
  return [
    [
      own('Reject '),
      foreign(sheet.proposal, STYLES.strong),
      own(` (${short(sheet.tip)}) by `),
      foreign(row?.who ?? 'unknown', STYLES.strong),
      own('? Nothing of it lands; the agent is told, with the reason.'),
    ],
    field('Reason', sheet.text, 'none'),
  ];
}

function staleWords(sheet: StaleSheet): Paragraph[] {
  const merge = sheet.mergeOff ? '' : 'Merge the file into your copy, ';
  return [
    [foreign(sheet.doc, STYLES.strong), own(' was not saved. '), foreign(sheet.told, STYLES.warning)],
    [
      own(
        `${merge}${merge ? 'revert' : 'Revert'} to the file, or save yours anyway (what git does not hold of the file is kept in recovery first).`,
      ),
    ],
  ];
}

function field(name: string, text: string, otherwise: string): Paragraph {
  const shown =
    text === '' ? [own('▏'), ...foreign(`(${otherwise})`, STYLES.faint)] : [...foreign(text), own('▏')];
  return [own(`${name}: `), shown];
}
