// Cold starts of the command line, against a bare `node -e 0` and git's own listing.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inTurn } from './measure.mjs';

const node = process.execPath;
const docket = join(import.meta.dirname, '../dist/docket.js');

export async function rows() {
  const few = repository(5);
  const many = repository(1000);
  const bare = [node, '-e', '0'];
  const listing = ['sh', '-c', `"${node}" -e 0 && git for-each-ref refs/heads/proposals/ > /dev/null`];
  const measured = [
    row('docket --version, cold', 1.5, 'node -e 0', inTurn([node, docket, '--version'], bare)),
    row('docket list, cold', 2.5, 'node -e 0', inTurn([node, docket, 'list'], bare, { cwd: few })),
    row(
      'list 1,000 proposals, cold',
      2,
      'node -e 0, then git for-each-ref',
      inTurn([node, docket, 'list', '--limit', '1000'], listing, { cwd: many, runs: 9 }),
    ),
  ];
  for (const each of [few, many]) rmSync(each, { recursive: true, force: true });
  return measured;
}

function row(name, goal, against, figures) {
  return { row: name, goal, against, ...figures };
}

/** A repository with one doc and so many proposals on it, made with one fast-import. */
export function repository(proposals) {
  const root = mkdtempSync(join(tmpdir(), 'docket-bench-'));
  const git = (args, input) => {
    const done = spawnSync('git', args, { cwd: root, input, encoding: 'utf8' });
    if (done.status !== 0) throw new Error(done.stderr);
  };
  git(['init', '-q', '-b', 'main']);
  git(['config', 'user.name', 'Bench']);
  git(['config', 'user.email', 'bench@example.com']);
  writeFileSync(join(root, 'a.md'), 'one\ntwo\n');
  git(['add', '.']);
  git(['commit', '-qm', 'Begin']);
  const who = 'agent <agent@agents.docket.invalid> 1700000000 +0000';
  const commits = Array.from({ length: proposals }, (_, n) => {
    const message = `Edited line 1\n\nDocket-Proposal: p-${n}\nDocket-Target: main\nDocket-Doc: a.md\n`;
    const text = `one, ${n}\ntwo\n`;
    return (
      `commit refs/heads/proposals/p-${n}\nauthor ${who}\ncommitter ${who}\ndata ${message.length}\n${message}` +
      `from refs/heads/main\nM 100644 inline a.md\ndata ${text.length}\n${text}\n`
    );
  });
  git(['fast-import', '--quiet'], commits.join(''));
  git(['pack-refs', '--all']);
  return root;
}
