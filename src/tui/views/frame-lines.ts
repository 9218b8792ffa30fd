// The lines around the body: header, banner, what was said, footer; and the pages that stand for an empty body.
import { KEYS, type Scope } from '../keymap.ts';
import type { State } from '../state.ts';
import { foreign, type Line, own, type Span, STYLES, widthOf, wrapProse } from '../style.ts';
import { bannerWords, count, MERGE_REFUSED } from '../words.ts';

/** Where one is, how much waits, and the tabs. */
export function headerLine(state: State, width: number): Line {
  const { folder, branch } = state.place;
  const place = folder === '' ? [] : [own('  '), ...foreign(branch ? `${folder}@${branch}` : folder)];
  const tab = (name: string, of: State['tab'], key: string) =>
    own(
      state.tab === of ? `[${key} ${name}]` : ` ${key} ${name} `,
      state.tab === of ? { underline: true } : undefined,
    );
  const tabs = [tab('Proposals', 'proposals', '1'), tab('Docs', 'docs', '2')];
  const pending = state.ready
    ? `  ${state.proposals.rows.length} pending  ${count(state.docs.rows.filter((row) => !row.closed).length, 'open doc')}`
    : '';
  const left = [own(' docket'), ...place, own(pending)];
  const space = width - widthOf(left) - widthOf(tabs) - 1;
  const spans =
    space > 0 ? [...left, own(' '.repeat(space)), ...tabs] : [...(width < 60 ? tabs : []), ...left];
  return { spans, base: STYLES.title };
}

/** One or two lines; the first names the doc, the second what can be done. */
export function bannerLines(state: State, rows: number): Line[] {
  const doc = state.banners[0];
  if (doc === undefined || rows === 0) return [];
  const { deleted, refused } = bannerFacts(state, doc);
  const more = state.banners.length > 1 ? `  +${state.banners.length - 1} more` : '';
  const mergeOff = deleted || refused;
  const words = `${bannerWords(doc, deleted)}${more}`;
  if (rows === 1) {
    const brief = mergeOff ? 'R/K' : 'M/R/K';
    const why = refused ? `${MERGE_REFUSED}: ${doc}` : words;
    return [
      {
        spans: [own('! ', STYLES.warning), own(`${brief} `, STYLES.strong), ...foreign(why, STYLES.warning)],
      },
    ];
  }
  const why = refused ? [own(`   ${MERGE_REFUSED}.`, STYLES.warning)] : [];
  const choices = mergeOff ? 'R Reload   K Keep Mine' : 'M Merge (default)   R Reload   K Keep Mine';
  return [
    { spans: [own(' ! ', STYLES.warning), ...foreign(words, STYLES.warning)] },
    { spans: [...why, own(`   ${choices}`, STYLES.strong)] },
  ];
}

/** Whether the banner’s doc is gone on disk, and whether merging was refused for the file as it is. */
export function bannerFacts(state: State, doc: string): { deleted: boolean; refused: boolean } {
  const row = state.docs.rows.find((one) => one.doc === doc);
  return {
    deleted: row?.deleted ?? false,
    refused: row !== undefined && state.refusedMerges.get(doc) === row.sha256,
  };
}

/** What was done, or why not; a problem says how it goes away. */
export function saidLines(state: State, width: number): Line[] {
  const { said } = state;
  if (!said) return [];
  const sign = {
    done: own(' ✓ ', STYLES.good),
    problem: own(' ✗ ', STYLES.problem),
    busy: own(' … ', STYLES.faint),
  };
  const spans = [
    ...foreign(said.text, said.kind === 'problem' ? STYLES.problem : undefined),
    ...(said.hint ? foreign(` ${said.hint}`) : []),
    ...(said.kind === 'problem' ? [own('  (esc)', STYLES.faint)] : []),
  ];
  const lines = wrapProse(spans, Math.max(1, width - 3));
  return lines.map((line, i) => ({ spans: [i === 0 ? sign[said.kind] : own('   '), ...line] }));
}

/** The keys that work here, as many as fit, and the place in the list or text. */
export function footerLine(scope: Scope, width: number, place: string): Line {
  const keys = KEYS.filter((key) => key.footer?.includes(scope));
  const words = keys.map((key) => `${key.keys[0]} ${key.label.replace(/ \$EDITOR| in \$EDITOR/, '')}`);
  let text = ` ${words.join('  ')}`;
  for (let shown = words.length; text.length + place.length + 1 > width && shown > 0; shown--)
    text = ` ${[...words.slice(0, shown - 1), words.at(-1)!].join('  ')}`;
  const space = Math.max(1, width - text.length - place.length - 1);
  return { spans: [own(`${text}${' '.repeat(space)}${place}`)], base: STYLES.faint };
}

/** All keys, each once, by where they work. */
export function helpLines(width: number): Line[] {
  const intro =
    'Lower-case keys look. UPPER-CASE keys change things and ask first. Esc goes back and never acts.';
  const marks =
    'Marks of docs: * unsaved edits here, ! the file changed on disk as well, ~ uncommitted, ? a draft.';
  const prose = (text: string): Line[] =>
    wrapProse([own(text)], Math.max(1, width - 2)).map((spans) => ({ spans: [own(' '), ...spans] }));
  return [
    ...prose(intro),
    ...prose(marks),
    ...GROUPS.flatMap(([where, title]): Line[] => [
      { spans: [] },
      { spans: [own(` ${title}`, STYLES.strong)] },
      ...KEYS.filter((key) => groupOf(key) === where).map((key) => ({
        spans: [own(`   ${key.keys.join(' ').padEnd(16)} `, STYLES.strong), own(key.label)] as Span[],
      })),
    ]),
  ];
}

const GROUPS: readonly (readonly [string, string])[] = [
  ['list docs', 'Moving'],
  ['list', 'Proposals'],
  ['review', 'Reading a diff'],
  ['docs', 'Open docs (the second tab) and their unsaved edits'],
  ['banner', 'While the banner is on the screen'],
  ['any', 'Everywhere'],
];

function groupOf({ where }: (typeof KEYS)[number]): string {
  return where.includes('list') && where.includes('docs') ? 'list docs' : where[0]!;
}

/** What stands where no proposal waits. */
export function emptyLines(state: State, width: number, height: number): Line[] {
  if (!state.ready) return middle(['Reading the repository…'], width, height);
  return middle(
    [
      'No proposals are waiting.',
      '',
      'Agents propose over MCP; each proposal is a branch proposals/<id>.',
      'To connect one, give its MCP client this server:',
      '',
      '{ "mcpServers": { "docket": { "command": "docket", "args": ["mcp"] } } }',
      '',
      'started in this folder. o opens a doc, ? lists the keys.',
    ],
    width,
    height,
  );
}

/** What stands where no doc is open. */
export function noDocsLines(width: number, height: number): Line[] {
  return middle(['No docs are open.', '', 'o opens one by its name.'], width, height);
}

function middle(texts: string[], width: number, height: number): Line[] {
  const lines = texts.flatMap((text) => wrapProse([own(text)], Math.max(1, width - 2)));
  const above = Math.max(0, (height - lines.length) >> 1);
  return [...Array(above).keys()]
    .map((): Line => ({ spans: [] }))
    .concat(
      lines.map((spans) => ({
        spans: [own(' '.repeat(Math.max(0, (width - widthOf(spans)) >> 1))), ...spans],
      })),
    );
}
