import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeRepo } from '../../helpers/make-repo.ts';
import { bundled } from '../../repo/landing/programs.ts';
import { propose } from './proposing.ts';

const APPLIERS = 2;
const EACH = 3;
/** The owner acts so often, then stops: whoever never stops could keep every approval from what it was read on. */
const ACTS = 12;
const PACE_MS = 150;

test('approvals race with each other, with git commit and with an editor: nothing is lost', async () => {
  const program = bundled(join(import.meta.dirname, 'race-program.ts'));
  const lines = Array.from({ length: APPLIERS * EACH * 4 + 4 }, (_, i) => `line ${i}`);
  const text = (changed: readonly string[]) => `${changed.join('\n')}\n`;
  const repo = makeRepo({ 'shared.md': text([...lines, 'owner 0']), 'own.md': 'own 0\n' });
  const ids = Array.from({ length: APPLIERS * EACH }, (_, i) => `p${i}`);
  for (const [i, id] of ids.entries()) {
    propose(repo, id, { 'shared.md': text([...lines.with(i * 4, `proposed by ${id}`), 'owner 0']) });
  }

  const runs = Array.from({ length: APPLIERS }, (_, n) =>
    started(program, repo.root, ids.slice(n * EACH, (n + 1) * EACH)),
  );
  let over = false;
  const all = Promise.all(runs).finally(() => {
    over = true;
  });
  let commits = 0;
  let edits = 0;
  while (!over && edits < ACTS) {
    writeFileSync(join(repo.root, 'own.md'), `own ${commits + 1}\n`);
    const done = await ended('git', ['commit', '-q', '-m', `own ${commits + 1}`, '--', 'own.md'], repo.root);
    if (done === 0) commits++;
    // An editor that reads, changes the last line, and saves by renaming, without a look at what others do.
    const path = join(repo.root, 'shared.md');
    const read = await readThere(path);
    writeFileSync(`${path}.editor`, read.with(-2, `owner ${edits + 1}`).join('\n'));
    renameSync(`${path}.editor`, path);
    edits++;
    await pause(PACE_MS);
  }
  expect((await all).map(({ status, err }) => ({ status, err }))).toEqual(
    runs.map(() => ({ status: 0, err: '' })),
  );

  const landed = repo.git('show', 'main:shared.md');
  for (const id of ids) expect(landed).toContain(`proposed by ${id}\n`);
  expect(landed).toContain('\nowner 0');
  expect(repo.read('shared.md')).toMatch(new RegExp(`\nowner ${edits}\n$`));
  expect(repo.git('log', '--format=%s', '--grep=^own ').split('\n')).toHaveLength(commits);
  expect(repo.git('fsck', '--strict', '--no-dangling')).toBe('');
  expect(repo.git('for-each-ref', 'refs/heads/proposals')).toBe('');
  const names = readdirSync(repo.root, { recursive: true }) as string[];
  expect(names.filter((name) => /\.lock$|\.docket-|docket\/journal\/./.test(name))).toEqual([]);
});

/** A file that is being replaced is not there for an instant: an editor looks again. */
async function readThere(path: string): Promise<string[]> {
  while (!existsSync(path)) await pause(1);
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return readThere(path);
  }
}

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

function started(program: string, root: string, ids: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, [program, root, ...ids], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, out, err })));
}

function ended(command: string, args: readonly string[], cwd: string): Promise<number | null> {
  return new Promise((resolve) => spawn(command, args, { cwd, stdio: 'ignore' }).on('close', resolve));
}
