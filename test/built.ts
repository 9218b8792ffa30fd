// Before the tests: the built program is at least as new as its sources.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

export function setup(): void {
  if (builtAt() > newestSource()) return;
  const built = spawnSync(process.execPath, [join(root, 'house/build.mjs')], { cwd: root, encoding: 'utf8' });
  // The test command builds before it tests and stops there; here a broken build must not stop the pure tests.
  if (built.status !== 0) console.error(`the build failed:\n${built.stdout}${built.stderr}`);
}

function builtAt(): number {
  try {
    return statSync(join(root, 'dist/docket.js')).mtimeMs;
  } catch {
    return 0;
  }
}

function newestSource(): number {
  const files = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true });
  return Math.max(...files.map((file) => statSync(join(file.parentPath, file.name)).mtimeMs));
}
