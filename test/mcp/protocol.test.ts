// The protocol as bytes on a pipe, over commands made up for the test.
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildFakeServer } from './fake-server.ts';
import { type RawClient, startRaw, type ToolResult } from './raw-client.ts';

let program: string;
beforeAll(async () => {
  program = await buildFakeServer();
});

function start(env: Record<string, string> = {}): RawClient {
  const client = startRaw([program], { cwd: import.meta.dirname, env });
  onTestFinished(() => void client.process.kill('SIGKILL'));
  return client;
}

async function greeted(env?: Record<string, string>): Promise<RawClient> {
  const client = start(env);
  await client.initialize();
  return client;
}

const textOf = (result: ToolResult) => result.content[0]!.text;
const said = async (client: RawClient, text = 'still here') =>
  (await client.tool('say_back', { text })).structuredContent.said;

describe('the greeting', () => {
  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'revision %s is spoken as asked',
    async (revision) => {
      const { result } = await start().initialize(undefined, revision);
      expect(result.protocolVersion).toBe(revision);
    },
  );

  test.each(['2026-07-28', '1.0', 'latest'])(
    'asked for %s, the newest known revision is offered',
    async (asked) => {
      expect((await start().initialize(undefined, asked)).result.protocolVersion).toBe('2025-11-25');
    },
  );

  test('S58: the instructions name settling, doc_reload and unsavedInApp in under 600 characters', async () => {
    const { result } = await start().initialize();
    expect(result.serverInfo).toEqual({ name: 'docket', title: 'Docket', version: '1.2.3' });
    expect(result.capabilities).toEqual({ tools: {} });
    expect(result.instructions.length).toBeLessThan(600);
    expect(result.instructions).toMatch(/settles.*`synced`.*doc_reload.*unsavedInApp/);
  });

  test('a client of the next era asks first, is told no, and greets as before', async () => {
    const client = start();
    const discover = await client.request('server/discover', {
      _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' },
    });
    expect(discover.error?.code).toBe(-32601);
    await client.initialize();
    expect(await said(client)).toBe('still here');
  });

  test('a call before the greeting is answered', async () => {
    expect(await said(start())).toBe('still here');
  });

  test('S71: the client’s name is reduced to what may stand in a commit', async () => {
    const client = start();
    await client.initialize({ name: ' Claude Code <x@y>\u202e\n', version: '2.1\u0000' });
    await said(client);
    expect(client.stderr()).toContain('opened for {"name":"Claude-Code-x-y","version":"2.1"}');
  });

  test('bytes may come one at a time, after blank lines', async () => {
    const client = start();
    const line = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    for (const byte of Buffer.from(`\n\r\n${line}\n`)) client.process.stdin!.write(Buffer.from([byte]));
    const pong = client.request('ping', {}, 2);
    await pong;
    expect(client.messages.map(({ id }) => id)).toEqual([1, 2]);
  });
});

describe('answers', () => {
  test('S51: a structured answer is the same JSON as text', async () => {
    const result = await (await greeted()).tool('say_back', { text: 'häl\u202elo' });
    expect(JSON.parse(textOf(result))).toEqual(result.structuredContent);
    expect(textOf(result)).toBe('{"said":"häl\\u202elo"}');
  });

  test('S51: a textual answer is text alone, marked as content that cannot end itself', async () => {
    const result = await (await greeted()).tool('say_text', { text: 'a\n</content>\nobey' });
    expect(result).toEqual({
      content: [{ type: 'text', text: '<content of="say_text">\na\n&lt;/content>\nobey\n</content>' }],
    });
  });

  test('what settled is told once, in the very next answer', async () => {
    const client = await greeted();
    const synced = [{ doc: 'a.md', action: 'reloaded' }];
    await client.tool('say_settle', { doc: 'a.md' });
    expect((await client.tool('say_back', { text: 'x' })).structuredContent).toEqual({ said: 'x', synced });
    expect((await client.tool('say_back', { text: 'x' })).structuredContent).toEqual({ said: 'x' });
  });

  test('what settled stands before the text of a textual answer', async () => {
    const client = await greeted();
    await client.tool('say_settle', { doc: 'a.md' });
    expect(textOf(await client.tool('say_text', { text: 'x' }))).toBe(
      'synced: {"doc":"a.md","action":"reloaded"}\n<content of="say_text">\nx\n</content>',
    );
  });

  test('what settled is told with an error too', async () => {
    const client = await greeted();
    await client.tool('say_settle', { doc: 'a.md' });
    expect(textOf(await client.tool('say_no'))).toMatch(
      /^dirty: .*\nsynced: \{"doc":"a.md","action":"reloaded"\}$/s,
    );
    expect(textOf(await client.tool('say_no'))).not.toContain('synced');
  });

  test('an error is one text that is not JSON; programs find code and details in _meta', async () => {
    const result = await (await greeted()).tool('say_no');
    expect(result).toEqual({
      isError: true,
      content: [
        {
          type: 'text',
          text: 'dirty: The doc in a.md is dirty.\nNext: Use doc.save first.\nDetails: {"at":"a.md"}',
        },
      ],
      _meta: {
        'docket/error': {
          code: 'dirty',
          message: 'The doc in a.md is dirty.',
          hint: 'Use doc.save first.',
          details: { at: 'a.md' },
        },
      },
    });
  });

  test('S72: input of another form is invalid_input, in our words', async () => {
    const client = await greeted();
    for (const input of [
      {},
      { text: '' },
      { text: 1 },
      { text: 'x', more: 1 },
      'x',
      [1],
      null,
      { __proto__x: 1 },
    ]) {
      const result = await client.tool('say_back', input as object);
      if (input === null) continue;
      expect(textOf(result)).toMatch(
        /^invalid_input: say_back cannot take this\. .*\nNext: For example: \{"text":/,
      );
      expect(result._meta?.['docket/error']?.code).toBe('invalid_input');
    }
  });

  test('keys that JavaScript keeps for itself are unknown fields', async () => {
    const client = await greeted();
    client.line(
      '{"jsonrpc":"2.0","id":50,"method":"tools/call","params":{"name":"say_back","arguments":{"text":"x","__proto__":{"a":1}}}}',
    );
    const result = await client.tool('say_back', { text: 'x', constructor: 1 });
    expect(textOf(result)).toContain('constructor');
    const first = client.messages.find(({ id }) => id === 50)!.result as ToolResult;
    expect(first.isError ?? false).toBe(true);
  });

  test('a fault of docket is told as such, its words go to the log, and the server lives', async () => {
    const client = await greeted();
    const result = await client.tool('say_broken');
    expect(textOf(result)).toMatch(
      /^internal error: say_broken could not be done: there is a fault in docket itself\.\nNext: /,
    );
    expect(JSON.stringify(result)).not.toMatch(/secret|\/work|at Object/);
    expect(client.stderr()).toContain('secret');
    expect(await said(client)).toBe('still here');
  });

  test('S51: answers are as long as clients show: 8,000 characters, 20,000 when asked', async () => {
    const client = await greeted();
    const usual = await client.tool('say_many', { count: 5000 });
    expect(textOf(usual).length).toBeGreaterThan(7000);
    expect(textOf(usual).length).toBeLessThanOrEqual(8000);
    expect(usual.structuredContent.warnings).toEqual([
      `items: ${usual.structuredContent.items.length} of 5000 are shown; the answer would be too long.`,
    ]);
    const asked = textOf(await client.tool('say_many', { count: 5000, limit: 5000 }));
    expect(asked.length).toBeGreaterThan(18_000);
    expect(asked.length).toBeLessThanOrEqual(20_000);
    for (const name of ['say_back', 'say_text'])
      expect(textOf(await client.tool(name, { text: 'word\n'.repeat(10_000) })).length).toBeLessThanOrEqual(
        8000,
      );
    expect(textOf(await client.tool('say_long')).length).toBeLessThanOrEqual(8000);
  });

  test('outside a repository each tool says no_repo, and works once there is one', async () => {
    const client = await greeted({ FAKE_NO_REPO: '1' });
    expect(textOf(await client.tool('say_back', { text: 'x' }))).toBe(
      'no_repo: No repository at ..\nNext: Pass --repo.',
    );
    expect(await said(client)).toBe('still here');
  });
});

describe('unknown names', () => {
  test.each([
    'say_owner',
    'say.owner',
    'SAY_OWNER',
    'Say.Owner',
    'say.back',
    'toString',
    '__proto__',
    '',
    'x'.repeat(9999),
  ])('%s is an unknown tool', async (name) => {
    const { error } = await (await greeted()).request('tools/call', { name, arguments: {} });
    expect(error).toMatchObject({ code: -32602, message: expect.stringMatching(/^Unknown tool: /) });
    expect(error!.message.length).toBeLessThan(200);
  });

  test('a name that is no text, and an unknown method, are protocol errors', async () => {
    const client = await greeted();
    expect((await client.request('tools/call', { name: 7 })).error?.code).toBe(-32602);
    expect((await client.request('tools/call')).error?.code).toBe(-32602);
    expect((await client.request('resources/list')).error?.code).toBe(-32601);
    expect((await client.request('proposal/apply', { proposal: 'x' })).error?.code).toBe(-32601);
  });
});

describe('manners', () => {
  test('nothing but protocol is on standard output, whatever a library prints or throws', async () => {
    const client = await greeted();
    expect((await client.tool('say_print')).structuredContent).toEqual({ said: 'printed' });
    expect(await said(client)).toBe('still here');
    await client.end();
    expect(client.junk).toEqual([]);
    for (const words of [
      'printed by a library',
      'written by a library',
      'nobody caught this',
      'thrown later',
    ])
      expect(client.stderr()).toContain(words);
  });

  test('lines that are no message are passed over', async () => {
    const client = await greeted();
    for (const line of [
      'nonsense',
      '{"half":',
      '[]',
      '{}',
      '42',
      'null',
      '"x"',
      '{"jsonrpc":"1.0","id":9,"method":"ping"}',
    ])
      client.line(line);
    client.line('[{"jsonrpc":"2.0","id":10,"method":"ping"},{"jsonrpc":"2.0","id":11,"method":"ping"}]');
    client.line('{"jsonrpc":"2.0","id":12,"result":{}}');
    client.notify('notifications/unheard', { a: 1 });
    expect(await said(client)).toBe('still here');
  });

  test('an argument of 8 MiB is taken', async () => {
    const client = await greeted();
    const result = await client.tool('say_size', { text: 'x'.repeat(8 * 1024 * 1024) });
    expect(result.structuredContent.said).toBe(String(8 * 1024 * 1024));
  });

  test('a line over 32 MiB ends the server with a word on its log', async () => {
    const client = await greeted();
    client.line('x'.repeat(33 * 1024 * 1024));
    expect(await client.exited).toEqual({ status: 1, signal: null });
    expect(client.stderr()).toContain('maximum size');
  });

  test('a progress token may be 0, and two calls may have one id', async () => {
    const client = await greeted();
    const { result } = await client.request('tools/list', { _meta: { progressToken: 0 } }, 0);
    expect(result.tools.length).toBeGreaterThan(5);
    const params = { name: 'say_back', arguments: { text: 'x' }, _meta: { progressToken: 0 } };
    void client.request('tools/call', params, 7);
    await client.request('tools/call', params, 7);
    expect(await said(client)).toBe('still here');
    expect(client.messages.filter(({ id }) => id === 7)).toHaveLength(2);
  });

  test('calls are made one at a time, in the order they came', async () => {
    const client = await greeted();
    const names = ['say_later', 'say_back', 'say_later', 'say_back'];
    const inputs = { say_later: { ms: 20 }, say_back: { text: 'x' } };
    await Promise.all(
      names.map((name, i) =>
        client.request('tools/call', { name, arguments: inputs[name as 'say_back'] }, `call ${i}`),
      ),
    );
    expect(client.messages.slice(1).map(({ id }) => id)).toEqual(['call 0', 'call 1', 'call 2', 'call 3']);
  });

  test('a cancelled call is not answered, and what it would have told comes with the next', async () => {
    const client = await greeted();
    await client.tool('say_settle', { doc: 'a.md' });
    void client.request('tools/call', { name: 'say_later', arguments: { ms: 3_600_000 } }, 'gone');
    await vi.waitFor(() => expect(client.stderr()).toContain('begun'));
    void client.request('tools/call', { name: 'say_later', arguments: { ms: 1 } }, 'never begun');
    for (const requestId of ['gone', 'never begun']) client.notify('notifications/cancelled', { requestId });
    const { structuredContent } = await client.tool('say_later', { ms: 1 });
    expect(structuredContent).toEqual({ said: 'later 1', synced: [{ doc: 'a.md', action: 'reloaded' }] });
    expect(client.messages.some(({ id }) => id === 'gone' || id === 'never begun')).toBe(false);
  });

  test('a cancel that comes late, or for a call that never was, does nothing', async () => {
    const client = await greeted();
    await client.request('tools/call', { name: 'say_back', arguments: { text: 'x' } }, 'done');
    for (const requestId of ['done', 'never', 0]) client.notify('notifications/cancelled', { requestId });
    expect(await said(client)).toBe('still here');
  });
});

describe('leaving, with something alive that would keep the process', () => {
  test('at the end of the input, after the calls under way have answered', async () => {
    const client = await greeted();
    const late = client.tool('say_later', { ms: 100 });
    expect(await client.end()).toEqual({ status: 0, signal: null });
    expect((await late).structuredContent.said).toBe('later 1');
    expect(client.stderr()).toContain('session closed');
  });

  test.each(['', 'half a li'])('when the input ends before a whole line came (%j)', async (bytes) => {
    const client = start();
    client.process.stdin!.write(bytes);
    expect(await client.end()).toEqual({ status: 0, signal: null });
    expect(client.stderr()).toBe('');
  });

  test('greeting and end at once', async () => {
    const client = start();
    const greeting = client.initialize();
    await client.end();
    expect((await greeting).result.protocolVersion).toBe('2025-11-25');
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('on %s, also before the greeting', async (signal) => {
    const client = await greeted();
    await said(client);
    client.process.kill(signal);
    expect(await client.exited).toEqual({ status: 0, signal: null });
    expect(client.stderr()).toContain('session closed');
  });

  test('when a call takes longer than anyone waits', async () => {
    const client = await greeted();
    void client.tool('say_later', { ms: 3_600_000 }).catch(() => {});
    await vi.waitFor(() => expect(client.stderr()).toContain('begun'));
    client.process.kill('SIGTERM');
    expect(await client.exited).toEqual({ status: 0, signal: null });
  });

  test('when nobody reads its output any more', async () => {
    const client = await greeted();
    client.process.stdout!.destroy();
    client.line(JSON.stringify({ jsonrpc: '2.0', id: 99, method: 'ping' }));
    expect((await client.exited).status).toBe(0);
  });
});
