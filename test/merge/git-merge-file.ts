import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'docket-merge-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What `git merge-file` makes of three texts; null where it clashes. */
export function gitMergeFile(base: string, ours: string, theirs: string): string | null {
  const paths = Object.entries({ ours, base, theirs }).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  });
  const done = spawnSync('git', ['merge-file', '-p', '-q', ...paths], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (done.status === null || done.status < 0 || done.status > 127)
    throw new Error(`git merge-file: ${done.stderr}`);
  return done.status === 0 ? done.stdout : null;
}

/** What `git diff` prints below its own header lines. */
export function gitDiff(before: string, after: string, ...options: readonly string[]): string {
  writeFileSync(join(folder, 'before'), before);
  writeFileSync(join(folder, 'after'), after);
  const args = ['diff', '--no-index', '--no-indent-heuristic', '--no-color', ...options, 'before', 'after'];
  const done = spawnSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
  return done.stdout.replace(/^diff --git.*\n(index.*\n)?/, '');
}
