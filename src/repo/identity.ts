import { refuse } from '../refusal.ts';
import { type Person, personOf } from './commit-codec.ts';
import { git } from './git.ts';
import type { Repo } from './repo.ts';

/** Who git says commits here, now, by its environment and configuration. Refuses `no_identity`. */
export async function identity(repo: Repo, role: 'author' | 'committer'): Promise<Person> {
  const name = `GIT_${role.toUpperCase()}_IDENT`;
  const { status, stdout, stderr } = await git(repo, ['var', name], { allow: [1, 128] });
  if (status === 0) return personOf(stdout.toString('utf8').trimEnd());
  return lacksIdentity(stderr)
    ? refuseNoIdentity()
    : Promise.reject(new Error(`git var ${name}: ${stderr.trim()}`));
}

/** Whether git complained that it does not know who commits. */
export function lacksIdentity(stderr: string): boolean {
  return /tell me who you are|empty ident name|auto-detect|auto-detection is disabled|identity unknown|no email was given|no name was given/i.test(
    stderr,
  );
}

export function refuseNoIdentity(): never {
  return refuse('no_identity', 'Git does not know who commits here.', {
    hint: 'Tell it: git config --global user.name "Your Name" && git config --global user.email you@example.com',
  });
}
