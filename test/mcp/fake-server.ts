// The door with commands made up for the test, built into a program of its own: whatever a command or a
// library does in it, a real client sees a real process.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Builds `serve` with a registry and a session written as source; returns the program's path. */
export async function buildFakeServer(source = FAKE): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'docket-fake-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const out = join(folder, 'server.mjs');
  await build({
    stdin: { contents: source, resolveDir: ROOT, loader: 'ts' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    outfile: out,
    splitting: false,
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
    },
    logLevel: 'silent',
  });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  return out;
}

const FAKE = `
import { z } from 'zod';
import { setTimeout as pause } from 'node:timers/promises';
import { serve } from './src/mcp/serve.ts';
import { runCommand } from './src/commands/index.ts';
import { toolCommands, toolOf } from './src/mcp/tools.ts';
import { refuse } from './src/refusal.ts';

const base = { effect: 'reads', who: 'anyone', where: 'anywhere', output: z.object({ said: z.string() }), words: (o) => o.said };
const one = (name, input, run, more = {}) => ({ ...base, name, summary: 'Says ' + name, input: z.strictObject(input), run, ...more });
const settled = [];
let calls = 0;
const COMMANDS = [
  one('say.back', { text: z.string().min(1).describe('Words') }, async (_, { text }) => ({ said: text })),
  one('say.text', { text: z.string().describe('Words') }, async (_, { text }) => ({ said: text }), { textual: true }),
  one('say.size', { text: z.string().describe('Words') }, async (_, { text }) => ({ said: String(text.length) })),
  one('say.many', { count: z.int().describe('How many'), limit: z.int().optional().describe('At most') },
    async (_, { count }) => ({ said: 'many', items: Array.from({ length: count }, (_, i) => 'item ' + i) }),
    { output: z.object({ said: z.string(), items: z.array(z.string()) }) }),
  one('say.no', {}, async (call) => refuse('dirty', 'The doc in ' + (await call.session()).repo.root + '/a.md is dirty.', { hint: 'Use doc.save first.', details: { at: (await call.session()).repo.root + '/a.md' } })),
  one('say.long', {}, async () => refuse('merge_conflict', 'Both changed.', { details: 'x'.repeat(50000) })),
  one('say.broken', {}, async () => { throw new Error('secret ' + process.cwd()); }),
  one('say.later', { ms: z.int().describe('How long') }, async ({ signal }, { ms }) => { console.error('begun'); await pause(ms, null, { signal }); calls++; return { said: 'later ' + calls }; }),
  one('say.settle', { doc: z.string().describe('Doc') }, async (_, { doc }) => { settled.push({ doc, action: 'reloaded' }); return { said: 'settling' }; }),
  one('say.print', {}, async () => {
    console.log('printed by a library'); console.info('info'); console.dir({ a: 1 });
    process.stdout.write('written by a library\\n');
    Promise.reject(new Error('nobody caught this'));
    setImmediate(() => { throw new Error('thrown later'); });
    await pause(5);
    return { said: 'printed' };
  }),
  one('say.owner', {}, async () => ({ said: 'never' }), { who: 'owner' }),
];
let tail = Promise.resolve();
const session = {
  repo: { root: process.cwd(), gitDir: process.cwd() + '/.git', commonDir: process.cwd() + '/.git', close: async () => {} },
  queue: (work) => { const done = tail.then(work); tail = done.then(() => {}, () => {}); return done; },
  sync: async () => ({ settled: settled.splice(0) }),
  close: async () => { process.stderr.write('session closed\\n'); },
};
const commands = toolCommands(COMMANDS);
const registry = { commands, tools: [...commands.keys()].map((name) => toolOf(name, commands)),
  run: (command, session, input, signal) => runCommand(command, { session: async () => session, signal }, input) };
let opened = 0;
// Something that would keep the process alive, as a watcher does.
setInterval(() => {}, 1000);
const status = await serve({ input: process.stdin, output: process.stdout, error: process.stderr }, '1.2.3', {
  places: new Map([[process.cwd(), '.']]),
  registry: async () => registry,
  open: async (agent) => {
    process.stderr.write('opened for ' + JSON.stringify(agent) + '\\n');
    if (process.env.FAKE_NO_REPO && opened++ === 0) refuse('no_repo', 'No repository at ' + process.cwd() + '.', { hint: 'Pass --repo.' });
    return session;
  },
});
process.exit(status);
`;
