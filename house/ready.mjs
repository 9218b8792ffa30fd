// Makes a clone ready: installs the exact dependencies when they are missing or changed, then builds.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const lock = join(root, 'package-lock.json');
const installed = join(root, 'node_modules', '.docket-lock.json');

function run(command, args) {
  const done = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (done.status !== 0) process.exit(done.status ?? 1);
}

if (!existsSync(installed) || readFileSync(installed, 'utf8') !== readFileSync(lock, 'utf8')) {
  run('npm', ['ci', '--no-audit', '--no-fund']);
  copyFileSync(lock, installed);
  rmSync(join(root, '.npm-cache'), { recursive: true, force: true });
}
run(process.execPath, ['house/build.mjs']);
