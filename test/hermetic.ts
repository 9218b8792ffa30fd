// Every test process: no git configuration but the repository's own, no identity but the test's, a fixed locale.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const home = mkdtempSync(join(tmpdir(), 'docket-home-'));
process.on('exit', () => rmSync(home, { recursive: true, force: true }));

for (const name of Object.keys(process.env)) if (name.startsWith('GIT_')) delete process.env[name];
Object.assign(process.env, {
  HOME: home,
  XDG_CONFIG_HOME: join(home, '.config'),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
});
