// What you see is what you approve: hidden and acting characters are marks in words and escapes in JSON.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeRepo, type TestRepo } from '../helpers/make-repo.ts';
import { docket, lineSession } from './docket.ts';

/** One character of each class that is never shown as it is, with its mark and its JSON escape. */
const CLASSES: readonly [string, string, string, string][] = [
  ['escape', '\x1b', '␛', '\\u001b'],
  ['bell', '\x07', '␇', '\\u0007'],
  ['carriage return', '\r', '␍', '\\r'],
  ['delete', '\x7f', '␡', '\\u007f'],
  ['C1 control', '\u009b', '<U+009B>', '\\u009b'],
  ['bidi override', '\u202e', '<U+202E>', '\\u202e'],
  ['bidi isolate', '\u2066', '<U+2066>', '\\u2066'],
  ['zero width space', '\u200b', '<U+200B>', '\\u200b'],
  ['joiner', '\u200d', '<U+200D>', '\\u200d'],
  ['soft hyphen', '\u00ad', '<U+00AD>', '\\u00ad'],
  ['byte order mark', '\ufeff', '<U+FEFF>', '\\ufeff'],
  ['tag letter', '\u{e0041}', '<U+E0041>', '\\udb40\\udc41'],
  ['variation selector', '\ufe0f', '<U+FE0F>', '\\ufe0f'],
  ['private use', '\ue000', '<U+E000>', '\\ue000'],
  ['unassigned', '\u0378', '<U+0378>', '\\u0378'],
  ['line separator', '\u2028', '<U+2028>', '\\u2028'],
  ['no-break space', '\u00a0', '<U+00A0>', '\\u00a0'],
  ['ideographic space', '\u3000', '<U+3000>', '\\u3000'],
  ['blank braille', '\u2800', '<U+2800>', '\\u2800'],
  ['Hangul filler', '\u3164', '<U+3164>', '\\u3164'],
];
const ALL = CLASSES.map(([, character]) => `a${character}b`).join(' ');
/** Git takes no controls in a ref name, and no blanks of ASCII. */
const IN_REF = CLASSES.filter(([, character]) => character > '\x9f' || character === '\u009b')
  .map(([, character]) => `a${character}b`)
  .join('-');
const REF = `proposals/hid-${IN_REF}`;
const PATH = `pa-${ALL}.md`;
/** A path that docket opens as a doc: it may hide, but holds no control. */
const DOC_CLASSES = CLASSES.filter(([, character]) => !/\p{Cc}/u.test(character));
const DOC = `doc-${DOC_CLASSES.map(([, character]) => `a${character}b`).join(' ')}.md`;

/** A proposal whose content, path, ref, subject, edits and author all hold every class. */
function makeHidden(): TestRepo & { id: string; tip: string } {
  const repo = makeRepo({ 'guide.md': 'one\n', [PATH]: 'x\n', [DOC]: 'x\n' });
  repo.git('switch', '-q', '-c', REF);
  repo.write({ 'guide.md': `one\ncontent ${ALL}\n`, [PATH]: 'y\n' });
  repo.git('add', '-A');
  repo.git('-c', `user.name=agent ${ALL}`, 'commit', '-q', '--cleanup=verbatim', '-m', `subject ${ALL}`);
  repo.git('switch', '-q', 'main');
  return { ...repo, id: REF.slice('proposals/'.length), tip: repo.git('rev-parse', `refs/heads/${REF}`) };
}

const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/;
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0\u3000\u2800]/u;

function expectMarks(ran: { stdout: string; stderr: string; bytes: Buffer }, before: string): void {
  expect(ran.bytes.toString('latin1')).not.toMatch(CONTROL);
  expect((ran.stdout + ran.stderr).replace(/[\n\t]/g, '')).not.toMatch(HIDDEN);
  expect(ran.stdout + ran.stderr).toContain(before);
}

describe('words show every class as a mark and hold no control', () => {
  const marked = CLASSES.map(([, , mark]) => `a${mark}b`).join(' ');
  const doc = `doc-${DOC_CLASSES.map(([, , mark]) => `a${mark}b`).join(' ')}.md`;
  test.each<[string, (repo: ReturnType<typeof makeHidden>) => readonly string[], string]>([
    ['list: subject', () => ['list'], `subject ${marked}`],
    ['list: ref', () => ['list'], 'hid-a<U+009B>b-a<U+202E>b'],
    ['show: path', ({ id }) => ['show', id], `pa-${marked}.md`],
    ['show: author', ({ id }) => ['show', id], `agent ${marked}`],
    ['diff: content', ({ id }) => ['diff', id], `+content ${marked}`],
    ['preflight: path', ({ id }) => ['preflight', id], `pa-${marked}.md`],
    ['doc list: path', () => ['doc', 'list'], `pa-${marked}.md`],
    ['doc read: path', () => ['doc', 'read', DOC], doc],
    ['doc status: path', () => ['status', DOC], doc],
    ['log: ref', () => ['log'], 'hid-a<U+009B>b-a<U+202E>b'],
    ['refusal: unknown doc', () => ['doc', 'read', `no-${ALL}`], ''],
    ['refusal: unknown id', () => ['show', `no-${ALL}`], ''],
    ['approve', ({ id, tip }) => ['approve', id, '--tip', tip, '--yes'], ''],
    [
      'reject: reason',
      ({ id, tip }) => ['reject', id, '--tip', tip, '--reason', `reason ${ALL}`, '--yes'],
      '',
    ],
  ])('%s', (_title, args, shown) => {
    const repo = makeHidden();
    expectMarks(docket(repo.root, args(repo)), shown);
  });

  test('doc read and doc diff: content on disk', () => {
    const repo = makeRepo({ 'guide.md': 'one\n' });
    repo.write({ 'guide.md': `one\n${ALL}\n` });
    expectMarks(docket(repo.root, ['doc', 'read', 'guide.md']), marked);
    expectMarks(docket(repo.root, ['doc', 'diff', 'guide.md', '--against', 'head']), `+${marked}`);
  });

  test('edits and agent name of a commit that was written to deceive', () => {
    const repo = makeRepo({ 'guide.md': 'one\n' });
    repo.git('switch', '-q', '-c', 'proposals/sly');
    repo.write({ 'guide.md': 'two\n' });
    const trailers = `Docket-Proposal: sly\nDocket-Target: main\nDocket-Agent: sly\u202ename/1\u200b\nDocket-Doc: guide.md`;
    repo.gitInput(
      `Sly\n\nedit ${ALL}\n\n${trailers}\n`,
      'commit',
      '-q',
      '-a',
      '--cleanup=verbatim',
      '-F',
      '-',
    );
    repo.git('switch', '-q', 'main');
    for (const args of [['list'], ['show', 'sly'], ['preflight', 'sly'], ['log']])
      expectMarks(docket(repo.root, args), 'sly');
    expectMarks(docket(repo.root, ['show', 'sly']), 'edit a␛b');
    expectMarks(docket(repo.root, ['show', 'sly', '--json']), 'edit a\\u001bb');
  });

  test('an ended proposal shows its reason as marks', () => {
    const repo = makeHidden();
    docket(repo.root, ['reject', repo.id, '--tip', repo.tip, '--reason', `reason ${ALL}`, '--yes']);
    expectMarks(docket(repo.root, ['list', '--state', 'ended']), 'reason a');
    expectMarks(docket(repo.root, ['show', repo.id]), '<U+202E>');
  });
});

describe('JSON escapes every class and says the exact value', () => {
  test.each(CLASSES)('%s', (_title, character, _mark, escaped) => {
    const repo = makeRepo({ 'guide.md': 'one\n' });
    writeFileSync(join(repo.root, 'guide.md'), `a${character}b\n`);
    const ran = docket(repo.root, ['doc', 'diff', 'guide.md', '--against', 'head', '--json']);
    expectMarks(ran, `a${escaped}b`);
    expect(JSON.stringify(JSON.parse(ran.stdout))).toContain(JSON.stringify(`a${character}b`).slice(1, -1));
  });

  test.each<[string, (repo: ReturnType<typeof makeHidden>) => readonly string[]]>([
    ['list', () => ['list']],
    ['show', ({ id }) => ['show', id]],
    ['diff', ({ id }) => ['diff', id]],
    ['preflight', ({ id }) => ['preflight', id]],
    ['log', () => ['log']],
    ['doc list', () => ['doc', 'list']],
    ['a refusal', () => ['show', `no-${ALL}`]],
  ])('%s holds neither control nor hidden character', (_title, args) => {
    const repo = makeHidden();
    expectMarks(docket(repo.root, [...args(repo), '--json']), '\\u202e');
  });

  test('a session’s lines', async () => {
    const repo = makeHidden();
    const session = lineSession(repo.root);
    const raw: Buffer[] = [];
    session.child.stdout!.on('data', (chunk) => raw.push(Buffer.from(chunk)));
    const { result } = await session.ask('proposal.list');
    await session.ask('doc.read', { doc: `no-${ALL}` });
    await session.end();
    expect(JSON.stringify(result)).toContain('\u202e');
    expect(Buffer.concat(raw).toString().replaceAll('\n', '')).not.toMatch(HIDDEN);
  });
});
