// The official client against the built program: it validates every answer against the tool's output schema.
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, onTestFinished, test } from 'vitest';
import { makeRepo } from '../helpers/make-repo.ts';

const PROGRAM = join(import.meta.dirname, '../../dist/docket.js');

async function connected(cwd: string): Promise<Client> {
  const client = new Client({ name: 'official', version: '1.0' });
  const env = { ...(process.env as Record<string, string>) };
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAM, 'mcp'],
      cwd,
      env,
      stderr: 'ignore',
    }),
  );
  onTestFinished(() => client.close());
  await client.listTools();
  return client;
}

test('connects, lists, edits, proposes and hears; structured content is the text', async () => {
  const repo = makeRepo({ 'a.md': 'one\ntwo\n' });
  const client = await connected(repo.root);
  expect(client.getServerVersion()?.name).toBe('docket');
  const call = async (name: string, input: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: input });
    const [block] = result.content as { text: string }[];
    if (result.structuredContent) expect(JSON.parse(block!.text)).toEqual(result.structuredContent);
    return result;
  };
  await call('doc_edit', { doc: 'a.md', edits: [{ oldText: 'two', newText: 'three' }] });
  const saved = await call('doc_save', { doc: 'a.md' });
  expect(saved.isError ?? false).toBe(false);
  const { proposals } = saved.structuredContent as { proposals: { proposal: string }[] };
  repo.git('merge', '-q', `proposals/${proposals[0]!.proposal}`);
  const status = await call('doc_status', {});
  expect(status.structuredContent).toMatchObject({ synced: [{ outcome: 'applied', action: 'clean' }] });
  // The doc's own state goes on saying it, in the same form.
  expect((await call('doc_status', { doc: 'a.md' })).isError ?? false).toBe(false);
});

test('an error reaches it whole, with code and details', async () => {
  const client = await connected(makeRepo({ 'a.md': 'one\n' }).root);
  const result = await client.callTool({ name: 'doc_read', arguments: { doc: 'nowhere.md' } });
  expect(result.isError).toBe(true);
  expect((result.content as { text: string }[])[0]!.text).toMatch(/^no_such_doc: /);
  expect(result._meta).toMatchObject({ 'docket/error': { code: 'no_such_doc' } });
});

test('an unknown tool is a protocol error', async () => {
  const client = await connected(makeRepo({ 'a.md': 'one\n' }).root);
  await expect(client.callTool({ name: 'proposal_apply', arguments: {} })).rejects.toMatchObject({
    code: -32602,
  });
});
