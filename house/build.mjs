// Bundles src/cli/main.ts into dist/: one small front file, and a chunk for each door and heavy library,
// loaded only when it is used.
import { chmodSync, mkdirSync, renameSync, rmSync } from 'node:fs';
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
// The old bundle is swapped for the new one at once, so that a running program never sees half of each.
const old = join(root, `dist.old.${process.pid}`);
mkdirSync(join(root, 'dist'), { recursive: true });
renameSync(join(root, 'dist'), old);
renameSync(fresh, join(root, 'dist'));
rmSync(old, { recursive: true, force: true });
