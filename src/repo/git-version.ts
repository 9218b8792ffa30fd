// Which git this is. Older ones lack `merge-tree --write-tree` and `cat-file --batch-command -z`.
import { refuse } from '../refusal.ts';
import { runGit } from './child.ts';
import { gitEnvironment } from './environment.ts';

const OLDEST: readonly [number, number] = [2, 38];

/** Refuses `unsupported_repo` where git is missing or older than 2.38. */
export async function checkGitVersion(cwd: string): Promise<void> {
  const { stdout } = await runGit({ args: ['version'], cwd, env: gitEnvironment(), timeoutMs: 30_000 });
  const said = stdout.toString('utf8').trim();
  const [, major, minor] = /(\d+)\.(\d+)/.exec(said) ?? [];
  if (Number(major) > OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) >= OLDEST[1])) return;
  refuse(
    'unsupported_repo',
    `Docket needs git ${OLDEST.join('.')} or newer; this is: ${said || 'unknown'}.`,
    {
      details: { found: said, oldest: OLDEST.join('.') },
      hint: 'Install a newer git.',
    },
  );
}
