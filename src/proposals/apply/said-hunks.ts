import { refuse } from '../../refusal.ts';
import type { Preflight } from './answers.ts';

/** The chosen changes of a plan. Refuses `invalid_input` for ids that it has not, and for none at all. */
export function checkedHunks({ proposal, hunks }: Preflight, chosen: readonly string[]): ReadonlySet<string> {
  const known = new Set(hunks.map(({ id }) => id));
  const unknown = chosen.filter((id) => !known.has(id));
  if (unknown.length > 0) refuseUnknown(unknown);
  if (chosen.length === 0) refuseNothing(proposal);
  return new Set(chosen);
}

function refuseUnknown(unknown: readonly string[]): never {
  refuse('invalid_input', `The plan has no change ${unknown.join(', ')}.`, {
    details: { field: 'hunks', wanted: 'ids of hunks of the preflight', got: unknown },
    hint: 'Take the ids from proposal.preflight, which gave the token.',
  });
}

function refuseNothing(proposal: string): never {
  refuse('invalid_input', 'No change is chosen, so nothing would land.', {
    details: { field: 'hunks', wanted: 'at least one id', got: [] },
    hint: `To land nothing of it, reject it: docket reject ${proposal}`,
  });
}
