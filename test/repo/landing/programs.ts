// Test programs that run as processes of their own, made from this source tree.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

/** Bundles a program; it is gone when this process ends. */
export function bundled(entry: string): string {
  const outfile = join(tmpdir(), `docket-program-${randomUUID()}.mjs`);
  buildSync({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['fsevents'],
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
  process.on('exit', () => rmSync(outfile, { force: true }));
  return outfile;
}

/** Runs a program to its end; what ended it is a signal's name or an exit status. */
export function ran(program: string, ...args: string[]): { end: string | number; out: string; err: string } {
  const { signal, status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
  });
  return { end: signal ?? status ?? -1, out: stdout, err: stderr };
}
