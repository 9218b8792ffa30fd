// `npm start` without a terminal: the story goes as told, needs nothing of the machine's settings, leaves nothing
// behind, and fails when the program does not do what the story tells.
import { spawnSync, spawn as startProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from '@lydell/node-pty';
import { build, type Plugin } from 'esbuild';
import { expect, onTestFinished, test, vi } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const START = join(ROOT, 'house/demo/start.mjs');

interface Play {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What is left in the empty HOME and the empty folder for temporary files. */
  readonly left: readonly string[];
}

function play(args: readonly string[] = []): Play {
  const folder = mkdtempSync(join(tmpdir(), 'docket-demo-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [home, temp] = [join(folder, 'home'), join(folder, 'tmp')];
  for (const each of [home, temp]) mkdirSync(each);
  const env = { PATH: process.env.PATH, HOME: home, TMPDIR: temp, CI: 'true' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [START, ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
    input: '',
  });
  return { status, stdout, stderr, left: readdirSync(folder, { recursive: true }).map(String).sort() };
}

test('two are applied, the third is refused with its hunks and rejected with a reason, the agent hears of each', () => {
  const { status, stdout, stderr, left } = play();
  expect({ status, stderr, left }).toEqual({ status: 0, stderr: '', left: ['home', 'tmp'] });
  expect(stdout).toMatch(/as a fast-forward/);
  expect(stdout).toMatch(/as a merge commit/);
  expect(stdout).toMatch(/uncommitted_clash: .*hours\.md/);
  expect(stdout).toMatch(/yours: +Saturday \.+ 9 to 17\n.*agent’s: Saturday \.+ 10 to 20/);
  expect(stdout.match(/docket +\S+: \S+ applied by Olive Owner/g)).toHaveLength(2);
  expect(stdout).toMatch(/hours\.md: \S+ rejected by Olive Owner: “Saturday stays as I wrote it”/);
  expect(stdout).toMatch(/all of it as told: 20 things checked/);
  expect(stdout).not.toMatch(/\x1b/);
});

test('in a terminal you are the owner: docket’s own opens, and the agent hears what you decided', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docket-demo-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = { ...process.env, CI: '', TMPDIR: folder, TERM: 'xterm-256color' } as Record<string, string>;
  const child = spawn(process.execPath, [START], { cwd: folder, cols: 110, rows: 36, env });
  onTestFinished(() => child.kill('SIGKILL'));
  let said = '';
  child.onData((text) => {
    said += text;
  });
  const left = new Promise<number>((resolve) => child.onExit(({ exitCode }) => resolve(exitCode)));
  // The terminal drops keys that were typed before it showed what they are about: such a key is pressed again.
  const press = (keys: string, shows: RegExp) =>
    vi.waitFor(
      () => {
        if (shows.test(said)) return;
        child.write(keys);
        throw new Error(`the terminal does not show ${shows}:\n${said.slice(-2000)}`);
      },
      { timeout: 20_000, interval: 1000 },
    );
  await press('', /3 pending/);
  await press('A', /Fast-forward: main moves to this commit/);
  await press('\r', /Applied fix-a-typo/);
  child.write('q');
  expect(await left).toBe(0);
  expect(said).toMatch(/welcome\.md: fix-a-typo\S* applied by Olive Owner \(clean\)/);
  expect(readdirSync(folder)).toEqual([]);
});

test('stopped on the way, it leaves nothing either', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docket-demo-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = { ...process.env, CI: 'true', TMPDIR: folder };
  const child = startProcess(process.execPath, [START], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdout.once('data', () => child.kill('SIGTERM'));
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(143);
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  {
    what: 'merge3 loses the owner’s lines where both changed',
    file: /merge\/merge3\.ts$/,
    name: 'merge3',
    body: `(base, ours, theirs) {
      return { clean: true, touching: 0, text: ours === theirs || base === theirs ? ours : theirs };
    }`,
  },
  {
    what: 'merge3 leaves the agent’s lines out where both changed',
    file: /merge\/merge3\.ts$/,
    name: 'merge3',
    body: '(base, ours, theirs) { return { clean: true, touching: 0, text: ours === base ? theirs : ours }; }',
  },
  {
    what: 'approving says that it landed, and nothing did',
    file: /proposals\/apply\/apply\.ts$/,
    name: 'applyProposal',
    body: `(repo, { proposal }) {
      const by = { name: 'Olive Owner', role: 'owner' };
      return Promise.resolve({
        proposal, outcome: 'applied', how: 'merge', oid: 'f'.repeat(40), target: 'main', by, paths: [], touching: 0, warnings: [],
      });
    }`,
  },
  {
    what: 'a settled doc is told as clean whatever became of it',
    file: /session\/settle\.ts$/,
    name: 'settle',
    body: "() { return { do: 'nothing' }; }",
  },
])('it fails where $what', async ({ file, name, body }) => {
  const folder = mkdtempSync(join(tmpdir(), 'docket-broken-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await buildBroken(folder, breaking(file, name, body));
  const { status, stdout, left } = play(['--program', join(folder, 'docket.js')]);
  expect({ status, left }).toEqual({ status: 1, left: ['home', 'tmp'] });
  expect(stdout).toContain('✗ not as told:');
});

/** In the file, what is exported as a function of that name becomes another one. */
function breaking(file: RegExp, name: string, body: string): Plugin {
  return {
    name: 'break',
    setup: ({ onLoad }) =>
      onLoad({ filter: file }, ({ path }) => {
        const sound = readFileSync(path, 'utf8');
        const declared = new RegExp(`export (async )?function ${name}\\b`);
        if (!declared.test(sound)) throw new Error(`${path} exports no function ${name}`);
        const contents = sound.replace(declared, `$1function sound_${name}`);
        return { loader: 'ts', contents: `${contents}\nexport function ${name}${body}\n` };
      }),
  };
}

async function buildBroken(outdir: string, plugin: Plugin): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: { docket: 'src/cli/main.ts' },
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
    },
    define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' },
    alias: { 'react-devtools-core': './house/nothing.mjs' },
    external: ['fsevents'],
    logLevel: 'silent',
    plugins: [plugin],
  });
  // A folder of modules, as dist is in the clone.
  writeFileSync(join(outdir, 'package.json'), '{"type":"module"}');
}
