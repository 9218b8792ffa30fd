import { expect, test } from 'vitest';
import { lines } from '../../session/actors.ts';
import { calling, callingIn } from '../doc-call.ts';

test('S62: the text with LF, and a header line for a reader', async () => {
  const { run, words } = await calling('mcp', { 'c.md': '\uFEFFone\r\ntwo\r\n' });
  expect(await run('doc.read', { doc: 'c.md' })).toMatchObject({
    text: 'one\ntwo\n',
    eol: 'crlf',
    bom: true,
    lines: 2,
  });
  expect(await words('doc.read', { doc: 'c.md', from: 2 })).toMatch(
    /^# c\.md lines 2–2 of 2, sha256 [0-9a-f]{64}, eol crlf, byte order mark\ntwo\n$/,
  );
});

test('S63: a dirty doc adds the hash of the working copy', async () => {
  const { run, words } = await calling();
  const { sha256 } = await run('doc.read', { doc: 'guide.md' });
  await run('doc.write', { doc: 'guide.md', text: 'new\n' });
  const read = await run('doc.read', { doc: 'guide.md' });
  expect(read).toMatchObject({ text: 'new\n', sha256, dirty: true });
  expect(read.textSha256).not.toBe(sha256);
  expect(await words('doc.read', { doc: 'guide.md' })).toContain('unsaved edits');
});

test('S51: an agent gets as many lines as fit an answer, and where to go on; the owner gets all', async () => {
  const long = Array.from({ length: 2000 }, (_, i) => `line ${i} of a long doc\n`).join('');
  const agent = await calling('mcp', { 'long.md': long });
  const first = await agent.run('doc.read', { doc: 'long.md' });
  expect(first.text.length).toBeLessThanOrEqual(7000);
  expect(first.next).toBe(first.to + 1);
  const asked = await agent.run('doc.read', { doc: 'long.md', lines: 1500 });
  expect(asked.text.length).toBeGreaterThan(first.text.length);
  expect(asked.text.length).toBeLessThanOrEqual(18_000);
  expect(await agent.words('doc.read', { doc: 'long.md' })).toContain(`go on from ${first.next}`);
  const owner = await callingIn(agent.repo, 'cli');
  expect((await owner.run('doc.read', { doc: 'long.md' })).text).toBe(long);
});

test('what does not show is shown as a mark', async () => {
  const { words } = await calling('cli', { 'x.md': 'a\u202Eb\u001b]52;c;x\u0007\n' });
  expect((await words('doc.read', { doc: 'x.md' })).split('\n')[1]).toBe('a<U+202E>b␛]52;c;x␇');
});

test('past the end there is no text', async () => {
  const { run } = await calling();
  expect(await run('doc.read', { doc: 'guide.md', from: 99 })).toMatchObject({
    text: '',
    from: 0,
    to: 0,
    lines: 12,
  });
  expect((await run('doc.read', { doc: 'guide.md' })).text).toBe(lines());
});
