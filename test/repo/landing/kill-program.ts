// A process that lands a change and is killed at a step: `<root> <changes as JSON> <step> [<ref to delete>]`.
// With the step `recover` it recovers instead and prints what it found.
import { spawnSync } from 'node:child_process';
import { land, openRepo, recoverLandings } from '../../../src/repo/index.ts';
import { type Git, givens, landingOf, type Wanted } from './landings.ts';

const [root = '', changes = '{}', step = '', branch] = process.argv.slice(2);
const git: Git = {
  root,
  git: (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.replace(/\n$/, ''),
};
const repo = await openRepo(root);
if (step === 'recover') {
  process.stdout.write(JSON.stringify(await recoverLandings(repo, givens)));
} else {
  const refs = branch ? [{ ref: branch, from: git.git('rev-parse', branch), to: null }] : [];
  const landing = await landingOf(git, repo, JSON.parse(changes) as Wanted, refs);
  await land(repo, landing, givens, (at) => {
    if (at === step) process.kill(process.pid, 'SIGKILL');
  });
}
await repo.close();
