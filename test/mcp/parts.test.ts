// The small parts of the door that decide something.
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { agentOf } from '../../src/mcp/agent.ts';
import { errorAnswer, structuredAnswer, textualAnswer } from '../../src/mcp/answer.ts';
import { eraOf, readOpening } from '../../src/mcp/era.ts';
import { tellable } from '../../src/mcp/fit.ts';
import { withoutPlaces } from '../../src/mcp/places.ts';
import { troubleOf } from '../../src/mcp/trouble.ts';
import { Refusal } from '../../src/refusal.ts';

const FORM = { tool: 'doc_read', most: 8000, narrows: ['from', 'lines'] };
const NOTHING = { synced: [], warnings: [] };

describe('S71: what a client calls itself', () => {
  test.each([
    [
      { name: 'claude-code', version: '2.1.197' },
      { name: 'claude-code', version: '2.1.197' },
    ],
    [{ name: 'Claude Code' }, { name: 'Claude-Code' }],
    [{ name: '<a@b>', version: '' }, { name: 'a-b' }],
    [{ name: '\u202e\u0000' }, { name: 'agent' }],
    [{ name: 7 }, { name: 'agent' }],
    [undefined, { name: 'agent' }],
    [{ name: 'x'.repeat(99) }, { name: 'x'.repeat(64) }],
  ])('%j', (client, agent) => {
    expect(agentOf(client)).toEqual(agent);
  });
});

describe('the era', () => {
  test.each([
    ['{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}', 'handshake'],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/list"}', 'handshake'],
    ['{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{}}', 'stateless'],
    [
      '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}',
      'stateless',
    ],
    ['nonsense', 'handshake'],
    ['null', 'handshake'],
    ['{"params":null}', 'handshake'],
  ])('%s', (line, era) => {
    expect(eraOf(line)).toBe(era);
  });

  test('is read without losing a byte, however the bytes come', async () => {
    const input = new PassThrough();
    const opening = readOpening(input);
    const bytes = Buffer.from('\n{"method":"server/discover"}\n{"id":2');
    for (const byte of bytes) input.write(Buffer.from([byte]));
    expect(await opening).toBe('stateless');
    input.end('}\n');
    const rest: Buffer[] = [];
    for await (const chunk of input) rest.push(chunk as Buffer);
    expect(Buffer.concat(rest).toString()).toBe(`${bytes.toString()}}\n`);
  });

  test('is none where the input ends before a line is whole', async () => {
    const input = new PassThrough();
    input.end('{"method"');
    expect(await readOpening(input)).toBeNull();
  });
});

describe('absolute paths', () => {
  const places = new Map([
    ['/home/olive/repo', '.'],
    ['/home/olive/repo/.git', '.git'],
    ['/home/olive', '~'],
  ]);
  test.each([
    ['in /home/olive/repo/a.md.', 'in a.md.'],
    ['in /home/olive/repo.', 'in ..'],
    ['of "/home/olive/repo"', 'of "."'],
    ['/home/olive/repo/.git/index.lock', '.git/index.lock'],
    ['/home/olive/repo-evil/x', '~/repo-evil/x'],
    ['/home/olive/repo.git', '~/repo.git'],
    ['/home/oliver', '/home/oliver'],
  ])('%s becomes %s', (text, shown) => {
    expect(withoutPlaces({ deep: [{ [text]: text }] }, places)).toEqual({ deep: [{ [shown]: shown }] });
  });
});

describe('answers', () => {
  test('warnings of the command and of the door stand together', () => {
    const answer = structuredAnswer({ a: 1, warnings: ['one'] }, { synced: [], warnings: ['two'] });
    expect(answer.structuredContent).toEqual({ a: 1, warnings: ['one', 'two'] });
  });

  test('what a doc’s own state says of its end is one of what settled, once', () => {
    const synced = { proposal: 'x', outcome: 'applied', action: 'clean' };
    const state = { doc: 'a.md', synced };
    const told = { synced: [{ doc: 'a.md', ...synced }], warnings: [] };
    expect(structuredAnswer(state, NOTHING).structuredContent).toEqual({
      doc: 'a.md',
      synced: [{ doc: 'a.md', ...synced }],
    });
    expect(structuredAnswer(state, told).structuredContent).toEqual(
      structuredAnswer(state, NOTHING).structuredContent,
    );
  });

  test('a textual answer is cut at a line and says so', () => {
    const [block] = textualAnswer('four\n'.repeat(5000), NOTHING, FORM).content;
    expect(block!.text).toMatch(
      /\nfour\n… cut here: \d+ of 25000 characters; ask for a part with from, lines\n<\/content>$/,
    );
    expect(block!.text.length).toBeLessThanOrEqual(8000);
  });

  test('a code point is never cut in half', () => {
    for (const shift of ['', 'x'])
      for (const answer of [
        textualAnswer(shift + '😀'.repeat(9000), NOTHING, FORM),
        errorAnswer({ code: 'dirty', message: 'no', details: shift + '😀'.repeat(9000) }, NOTHING),
      ])
        expect(answer.content[0]!.text).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
  });

  test('details too large for _meta are left out there', () => {
    const answer = errorAnswer({ code: 'dirty', message: 'no', details: 'x'.repeat(100_000) }, NOTHING);
    expect(JSON.stringify(answer._meta).length).toBeLessThan(1000);
  });
});

test('a refusal names tools where the rooms below name commands', () => {
  const telling = {
    tool: 'doc_reload',
    tools: new Map([['doc_save', 1]]),
    places: new Map<string, string>(),
    log: () => {},
  };
  const refusal = new Refusal('dirty', 'doc.save is open.', {
    hint: 'Use doc.save or proposal.apply; see a.b.',
  });
  expect(troubleOf(refusal, telling)).toEqual({
    code: 'dirty',
    message: 'doc_save is open.',
    hint: 'Use doc_save or proposal.apply; see a.b.',
    details: undefined,
  });
});

describe('what settled', () => {
  test('is told as it is where it fits', () => {
    const settled = [{ doc: 'a.md', action: 'kept', reason: 'why', hunks: [{ ours: ['a'] }] }];
    expect(tellable(settled)).toEqual({ now: settled, later: [] });
  });

  test('goes on in the next answer where it is much, and loses nothing', () => {
    let waiting: readonly unknown[] = Array.from({ length: 300 }, (_, i) => ({
      doc: `doc ${i}.md`,
      action: 'reloaded',
    }));
    const all = waiting;
    const told: unknown[] = [];
    while (waiting.length > 0) {
      const { now, later } = tellable(waiting);
      expect(JSON.stringify(now).length).toBeLessThan(5000);
      told.push(...now);
      waiting = later;
    }
    expect(told).toEqual(all);
  });

  test('leaves out lines and reasons that would fill the answer, and says so', () => {
    const hunk = { base: [0, 1], ours: ['x'.repeat(700)], theirs: [] };
    const { now } = tellable([{ doc: 'a.md', reason: 'y'.repeat(9000), hunks: Array(20).fill(hunk) }]);
    expect(now).toEqual([expect.objectContaining({ doc: 'a.md', hunks: [hunk, hunk], hunksLeftOut: 18 })]);
    expect(JSON.stringify(now).length).toBeLessThan(3500);
  });
});
