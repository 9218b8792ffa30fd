import type { Repo } from '../../repo/index.ts';
import { soundly } from '../damage.ts';
import type { OpenCopy, Preflight } from './answers.ts';
import { planApply } from './plan.ts';

/**
 * What applying the proposal would do now, and the token that approves exactly that. Changes nothing. Refuses
 * `no_such_proposal`, `ambiguous`, `already_ended`; whatever else stands in the way is in the answer.
 */
export async function preflight(
  repo: Repo,
  id: string,
  { open = [] }: { open?: readonly OpenCopy[] } = {},
): Promise<Preflight> {
  return soundly(repo, id, async () => (await planApply(repo, id, open)).answer);
}
