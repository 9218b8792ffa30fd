// Characters that hide, reorder or act, in everything that somebody else can name or write: an agent reads each
// as a visible mark in text, and as an escape in JSON.
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hasHidden, safe } from '../../src/safe.ts';
import { makeRepo } from '../helpers/make-repo.ts';
import { type RawClient, startRaw } from './raw-client.ts';

const PROGRAM = join(import.meta.dirname, '../../dist/docket.js');

/** One of each class, as a path, ref, name and message can hold it. */
const CLASSES: Readonly<Record<string, string>> = {
  'bidi override': '\u202E',
  'bidi isolate': '\u2066',
  'zero width space': '\u200B',
  'zero width joiner': '\u200D',
  'byte order mark': '\uFEFF',
  'soft hyphen': '\u00AD',
  'no-break space': '\u00A0',
  'wide space': '\u3000',
  'Hangul filler': '\u3164',
  'braille blank': '\u2800',
  'line separator': '\u2028',
  'tag character': '\u{E0041}',
  'private use': '\uE000',
  noncharacter: '\uFFFE',
  'variation selector': '\uFE0F',
  keycap: '1\u20E3',
  'skin tone': '👍🏽',
};
/** Those that only a doc's text, a summary and a reason can hold. */
const IN_TEXT = {
  escape: '\x1b[2J\x1b]52;c;x\x07',
  DEL: '\x7f',
  'carriage return': 'rm\rls',
  bell: '\x07',
  C1: '\u009B2J',
};

async function started(cwd: string): Promise<RawClient> {
  const client = startRaw([PROGRAM, 'mcp'], { cwd });
  onTestFinished(() => void client.process.kill('SIGKILL'));
  await client.initialize();
  return client;
}

/** The text of an answer, which must hide nothing. */
async function textOf(client: RawClient, tool: string, input: object): Promise<string> {
  const result = await client.tool(tool, input);
  const text = result.content.map((block) => block.text).join('\n');
  expect({ tool, hidden: hasHidden(text), text }).toEqual({ tool, hidden: false, text });
  return text;
}

const marks = (character: string) => {
  const point = [...character].find((each) => hasHidden(each))!.codePointAt(0)!;
  return `<U+${point.toString(16).toUpperCase().padStart(4, '0')}>`;
};

test.each(Object.entries(CLASSES))('%s is a mark wherever it stands', async (_name, character) => {
  const path = `a${character}b.md`;
  const hostile = `x${character}y`;
  const repo = makeRepo({ [path]: `one\n${hostile}\nthree\n` });
  // The proposal is somebody else's: branch, author, summary and content as plain git takes them.
  repo.git('switch', '-q', '-c', `proposals/p${character}q`);
  repo.git('config', 'user.name', `Eve ${character} Else`);
  repo.commit({ [path]: `one\n${hostile}${character}\nthree\n` }, `Subject ${character} end`);
  repo.git('switch', '-q', 'main');
  const client = await started(repo.root);

  expect(await textOf(client, 'doc_read', { doc: path })).toContain(
    `x${character === CLASSES['skin tone'] ? '👍' : ''}`,
  );
  expect(await textOf(client, 'doc_read', { doc: path })).toContain(marks(character));
  const list = await textOf(client, 'doc_list', {});
  expect(JSON.parse(list).docs[0].doc).toBe(path);
  const { proposals } = JSON.parse(await textOf(client, 'proposal_list', {}));
  // git does not take a noncharacter for UTF-8.
  if (character !== '\uFFFE') expect(proposals[0].summary).toContain(character);
  const proposal = proposals[0].proposal;
  expect(await textOf(client, 'proposal_diff', { proposal })).toContain(marks(character));
  await textOf(client, 'proposal_show', { proposal });
  await textOf(client, 'event_list', {});
  await textOf(client, 'check', {});
  expect(await textOf(client, 'doc_read', { doc: `no${character}where.md` })).toContain(marks(character));
  await textOf(client, 'proposal_show', { proposal: `no${character}where` });
  await textOf(client, 'doc_edit', { doc: path, edits: [{ oldText: hostile, newText: `z${character}` }] });
  expect(await textOf(client, 'doc_diff', { doc: path })).toContain(marks(character));
  await textOf(client, 'doc_edit', { doc: path, edits: [{ oldText: `absent${character}`, newText: 'z' }] });
  await textOf(client, 'doc_save', { doc: path, summary: `Sum ${character} end` });
  await textOf(client, 'doc_status', {});
  await textOf(client, 'proposal_withdraw', { proposal, reason: `Why ${character} so` });
});

test.each(Object.entries(IN_TEXT))(
  '%s in a doc, a summary and a reason is a mark',
  async (_name, character) => {
    const repo = makeRepo({ 'a.md': `one\n${character}x\nthree\n` });
    const client = await started(repo.root);
    const picture = safe(character).replace('rm', '').slice(0, 1);
    expect(await textOf(client, 'doc_read', { doc: 'a.md' })).toContain(picture);
    await textOf(client, 'doc_edit', { doc: 'a.md', edits: [{ oldText: 'one', newText: `1${character}` }] });
    expect(await textOf(client, 'doc_diff', { doc: 'a.md' })).toContain(picture);
    const saved = await textOf(client, 'doc_save', { doc: 'a.md', summary: 'Plain' });
    const { proposal } = JSON.parse(saved).proposals[0];
    await textOf(client, 'proposal_withdraw', { proposal, reason: `Why ${character} so` });
    await textOf(client, 'proposal_list', { state: 'all' });
    await textOf(client, 'doc_status', {});
  },
);
