// The scripted agent: the official client of the Model Context Protocol, talking to `docket mcp` as any agent does.
import process from 'node:process';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Told, tell } from './tell.mjs';

/** Starts a server for the agent and greets it. */
export async function startAgent(house) {
  const args = [house.program, 'mcp'];
  const transport = new StdioClientTransport({
    command: process.execPath,
    args,
    cwd: house.path,
    env: house.env,
    stderr: 'pipe',
  });
  let log = '';
  transport.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const client = new Client({ name: 'scribe', version: '1.0' });
  await client.connect(transport);

  const call = async (tool, input) => {
    const result = await client.callTool({ name: tool, arguments: input });
    const text = result.content.map((block) => block.text).join('\n');
    if (result.isError) throw new Told(`${tool} ${JSON.stringify(input)} was refused: ${text}`);
    return result.structuredContent ?? { text };
  };

  return {
    log: () => log.trim(),
    close: () => client.close(),

    /** Edits a doc and saves it, which proposes it; returns the proposal. */
    async propose({ doc, oldText, newText, summary }) {
      tell.said('agent', `doc_edit ${doc}: ${words(oldText)} → ${words(newText)}`);
      const edited = await call('doc_edit', { doc, edits: [{ oldText, newText }] });
      tell.said('docket', edited.edit);
      tell.said('agent', `doc_save ${doc}: ${summary}`);
      const saved = await call('doc_save', { doc, summary });
      const [proposed] = saved.proposals;
      tell.said('docket', `waits for the owner on branch proposals/${proposed.proposal}`);
      return proposed;
    },

    /** Makes a call about a doc and returns what the answer says that settled. */
    async hear(doc) {
      tell.said('agent', `doc_status ${doc}`);
      const { synced = [] } = await call('doc_status', { doc });
      const told = Array.isArray(synced) ? synced : [synced];
      for (const one of told) tell.said('docket', heard(one));
      if (told.length === 0) tell.said('docket', 'nothing new');
      return told;
    },
  };
}

function heard({ doc, proposal, outcome, by, reason, action }) {
  const who = by ? ` by ${by.name}` : '';
  const why = reason ? `: “${reason}”` : '';
  return `${doc}: ${proposal ?? 'no proposal'} ${outcome ?? ''}${who}${why} (${action})`;
}

function words(text) {
  return `“${text.trim().replaceAll('\n', ' ⏎ ')}”`;
}
