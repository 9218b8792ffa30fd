import type { Person } from './commit-codec.ts';
import type { Repo } from './repo.ts';

/** Who git says commits here, now. Refuses `no_identity`. */
export async function identity(_repo: Repo, _role: 'author' | 'committer'): Promise<Person> {
  throw new Error('not built yet');
}
