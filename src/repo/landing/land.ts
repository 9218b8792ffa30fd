import type { Givens, Repo } from '../repo.ts';
import type { AtStep, Landed, Landing } from './landing.ts';

/** Lands the change or changes nothing. */
export async function land(
  _repo: Repo,
  _landing: Landing,
  _givens: Givens,
  _at: AtStep = () => {},
): Promise<Landed> {
  throw new Error('not built yet');
}
