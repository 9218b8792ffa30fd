// The attended story: you are the owner.
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { OWNERS, PROPOSED } from './tea-house.mjs';
import { Told, tell } from './tell.mjs';

/** The agent proposes, docket's terminal opens, and when it closes the agent hears what became of its work. */
export async function inTerminal({ house, agent }) {
  tell.chapter('An agent proposes three changes');
  for (const change of PROPOSED) await agent.propose(change);
  for (const change of OWNERS) house.change(change);
  tell.note('You have changed menu.md and hours.md meanwhile, and committed nothing.');
  tell.chapter('You are the owner');
  tell.note(
    'The first proposal lands as it is; the second merges with your change; the third clashes with it.',
  );

  const done = spawnSync(process.execPath, [house.program, 'tui'], {
    cwd: house.path,
    env: house.env,
    stdio: 'inherit',
  });
  if (done.status !== 0) throw new Told(`docket’s terminal ended with ${done.status ?? done.signal}`);

  tell.chapter('What the agent hears with its next call');
  await agent.hear(PROPOSED[0].doc);
  tell.chapter('What git says');
  tell.ran('git log --oneline --graph --branches', {
    stdout: house.git('log', '--oneline', '--graph', '--branches'),
    stderr: '',
  });
  tell.ran('git status --short', {
    stdout: house.git('status', '--short') || 'nothing uncommitted',
    stderr: '',
  });
  return 0;
}
