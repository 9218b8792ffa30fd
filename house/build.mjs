// Bundles src/cli/main.ts into dist/: one small front file, and a chunk for each door and heavy library,
// loaded only when it is used.
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const fresh = join(root, `dist.${process.pid}`);
const banner =
  "#!/usr/bin/env node\nimport { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);";

await build({
  absWorkingDir: root,
  entryPoints: { docket: 'src/cli/main.ts' },
  outdir: fresh,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  minify: process.env.DOCKET_BUILD !== 'readable',
  legalComments: 'none',
  banner: { js: banner },
  define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' },
  // Ink asks for its developer tools only when DEV is set; they are never in the bundle.
  alias: { 'react-devtools-core': './house/nothing.mjs' },
  external: ['fsevents'],
  logLevel: 'warning',
});
chmodSync(join(fresh, 'docket.js'), 0o755);

// Chunks are named by their content: the new ones go in first and the front file last, so that a program that is
// running, or starting just now, finds every chunk it asks for. Chunks of earlier builds go once they are old.
const dist = join(root, 'dist');
mkdirSync(dist, { recursive: true });
const made = readdirSync(fresh);
for (const file of made.filter((each) => each !== 'docket.js'))
  renameSync(join(fresh, file), join(dist, file));
renameSync(join(fresh, 'docket.js'), join(dist, 'docket.js'));
rmSync(fresh, { recursive: true, force: true });
const old = Date.now() - 10 * 60_000;
for (const file of readdirSync(dist).filter((each) => !made.includes(each)))
  if (statSync(join(dist, file), { throwIfNoEntry: false })?.mtimeMs < old)
    rmSync(join(dist, file), { force: true });
