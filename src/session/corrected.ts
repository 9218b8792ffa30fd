// Proposals that were told as gone and turn up on the target after all: told once more.
import { outcomeOf } from '../proposals/index.ts';
import { endOf } from './decide.ts';
import type { Settled } from './doc.ts';
import type { Gone, Session } from './session.ts';

/** Looks again at what was told as gone; each contrary finding is told once and then forgotten. */
export async function corrections(session: Session): Promise<Settled[]> {
  const found = await Promise.all(session.memory.gone.map((gone) => correction(session, gone)));
  session.memory.gone = session.memory.gone.filter((_, i) => found[i] === null);
  return found.filter((each) => each !== null);
}

async function correction(session: Session, { doc, proposal, tip, target }: Gone): Promise<Settled | null> {
  const outcome = await outcomeOf(session.repo, { id: proposal, tip, target });
  const name = outcome.outcome;
  if (name === 'removed' || name === 'pending' || name === 'rejected') return null;
  return { doc, proposal, outcome: name, ...endOf(outcome), corrected: true, action: 'told' };
}
