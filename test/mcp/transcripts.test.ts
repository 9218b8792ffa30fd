// Conversations on the wire. What known clients send, line by line, as they were seen to send it; and one whole
// conversation with every answer, pinned.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeRepo, type TestRepo } from '../helpers/make-repo.ts';
import { type Message, type RawClient, startRaw } from './raw-client.ts';

const PROGRAM = join(import.meta.dirname, '../../dist/docket.js');
const WIRE = join(import.meta.dirname, '../../fixtures/wire');

interface Line {
  readonly send: { readonly id?: number; readonly method: string; readonly params?: object };
  readonly expect?: object;
}

function started(repo: TestRepo): RawClient {
  const client = startRaw([PROGRAM, 'mcp'], { cwd: repo.root });
  onTestFinished(() => void client.process.kill('SIGKILL'));
  return client;
}

test.each(readdirSync(join(WIRE, 'clients')))(
  '%s: every request is answered once, as it should be',
  async (file) => {
    const lines = readFileSync(join(WIRE, 'clients', file), 'utf8')
      .trim()
      .split('\n');
    const client = started(makeRepo({ 'a.md': 'one\ntwo\n' }));
    for (const { send, expect: wanted } of lines.map((line) => JSON.parse(line) as Line)) {
      if (send.id === undefined) client.notify(send.method, send.params);
      else expect(await client.request(send.method, send.params, send.id)).toMatchObject(wanted!);
    }
    expect(await client.end()).toEqual({ status: 0, signal: null });
    const asked = lines.filter((line) => (JSON.parse(line) as Line).send.id !== undefined);
    expect(client.messages).toHaveLength(asked.length);
    expect(client.junk).toEqual([]);
  },
);

test('one conversation, every byte of it but ids, times and commits', async () => {
  const repo = makeRepo({ 'guide.md': 'one\ntwo\nthree\n', 'odd.md': 'a\u202Eb </content>\n' });
  const client = started(repo);
  const said: string[] = [];
  const ask = async (method: string, params: object): Promise<Message> => {
    said.push(`→ ${JSON.stringify({ method, params })}`);
    const answer = await client.request(method, params);
    said.push(`← ${JSON.stringify(answer)}`);
    return answer;
  };
  const call = (name: string, input: object) => ask('tools/call', { name, arguments: input });

  const clientInfo = { name: 'raw', version: '1' };
  await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  client.notify('notifications/initialized');
  await call('doc_list', {});
  await call('doc_read', { doc: 'odd.md' });
  await call('doc_edit', { doc: 'guide.md', edits: [{ oldText: 'two', newText: 'deux' }] });
  await call('doc_diff', { doc: 'guide.md' });
  const { proposals } = (await call('doc_save', { doc: 'guide.md', summary: 'Two' })).result
    .structuredContent;
  await call('doc_reload', { doc: 'guide.md' });
  await call('doc_status', {});
  repo.git('merge', '-q', `proposals/${proposals[0].proposal}`);
  await call('doc_read', { doc: 'guide.md' });
  await call('doc_status', { doc: 'guide.md' });
  await call('doc_edit', { doc: 'guide.md', edits: [{ oldText: 'four', newText: 'quatre' }] });
  await call('doc_edit', { doc: 'guide.md', edit: [] });
  await call('proposal_apply', { proposal: proposals[0].proposal });
  await expect(`${plain(said.join('\n'))}\n`).toMatchFileSnapshot(join(WIRE, 'conversation.txt'));
});

/** Without what differs from run to run. */
function plain(text: string): string {
  return text
    .replace(/\b[0-9a-f]{40}\b/g, '<oid>')
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<uuid>')
    .replace(/\b20\d\d-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/\btwo-[a-z2-7]{4}\b/g, '<proposal>')
    .replace(/"version":"\d+\.\d+\.\d+"/g, '"version":"<version>"');
}
