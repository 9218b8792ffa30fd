import { refuse } from '../refusal.ts';

/** Refuses `unsupported_repo` where git's complaint is that the remote of a partial clone cannot be reached. */
export function refusePromised(said: string): void {
  if (!/from promisor remote/.test(said)) return;
  refuse(
    'unsupported_repo',
    'This is a partial clone: an object that is needed is only at its remote, and the remote cannot be reached.',
    {
      details: { said: said.trim() },
      hint: 'Reach the remote (git fetch), then try again. Nothing was changed.',
    },
  );
}
