// From spawn to the answer to `initialize`, against a bare server of the same SDK bundled the same way.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { inTurnAsync, untilFirstLine } from './measure.mjs';
import { repository } from './start.mjs';

const root = join(import.meta.dirname, '..');
const hello = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
});

export async function rows() {
  const cwd = repository(5);
  const bare = await bareServer();
  const docket = [process.execPath, join(root, 'dist/docket.js'), 'mcp'];
  const figures = await inTurnAsync(
    () => untilFirstLine(docket, hello, { cwd }),
    () => untilFirstLine([process.execPath, bare.file], hello, { cwd }),
  );
  rmSync(cwd, { recursive: true, force: true });
  rmSync(bare.folder, { recursive: true, force: true });
  return [
    { row: 'MCP, start to initialize', goal: 1.5, against: 'a bare server of the SDK, bundled', ...figures },
  ];
}

async function bareServer() {
  const folder = mkdtempSync(join(tmpdir(), 'docket-bench-sdk-'));
  const source = join(root, 'bench', `.bare.${process.pid}.mjs`);
  const file = join(folder, 'bare.mjs');
  writeFileSync(source, BARE);
  try {
    await build({
      entryPoints: [source],
      outfile: file,
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'node',
      logLevel: 'error',
    });
  } finally {
    rmSync(source);
  }
  return { folder, file };
}

const BARE = `
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
const server = new McpServer({ name: 'bare', version: '0' });
server.registerTool('nothing', { description: 'Does nothing' }, async () => ({ content: [] }));
await server.connect(new StdioServerTransport());
process.stdin.on('end', () => process.exit(0));
`;
