import { spawn } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { outcomeOf } from '../../src/proposals/index.ts';
import { makeStory } from './story.ts';

test('S32: while git moves refs between files, nothing that waits is ever told as gone', async () => {
  const { disk, repo, edited, propose } = await makeStory({ 'a.md': 'a\n' });
  const done = await propose([await edited('a.md', 'A\n')]);
  const ref = `refs/heads/proposals/${done.proposal}`;
  const other = disk.git('commit-tree', '-p', done.tip, '-m', 'more', `${done.tip}^{tree}`);
  // Packs the ref and makes it loose again, over and over.
  const script = `while :; do git pack-refs --all; git update-ref ${ref} ${other}; git update-ref ${ref} ${done.tip}; done`;
  const packer = spawn('sh', ['-c', script], { cwd: disk.root, stdio: 'ignore', detached: true });
  const stop = () => {
    try {
      process.kill(-packer.pid!, 'SIGKILL');
    } catch {
      // It is gone already.
    }
  };
  onTestFinished(stop);
  const seen = new Set<string>();
  for (let n = 0; n < 300; n++) {
    const { outcome } = await outcomeOf(repo, { id: done.proposal, tip: done.tip, target: 'main' });
    seen.add(outcome);
  }
  stop();
  expect([...seen]).toEqual(['pending']);
});
