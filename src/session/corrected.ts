// What was told of a proposal's end and is not so after all: told once more.
import { hasBranch, type Outcome, outcomeOf } from '../proposals/index.ts';
import { endOf } from './decide.ts';
import type { Settled } from './doc.ts';
import type { Ending, Gone, Session } from './session.ts';
import { replaceDoc } from './working.ts';

/** So many ends are watched. */
const MOST_ENDS = 50;

/**
 * Looks again at what was told. One that was gone and turns up on the target is told and then forgotten; one that
 * is pending again is told, and so is what becomes of it then, each once.
 */
export async function corrections(session: Session): Promise<Settled[]> {
  const { memory } = session;
  const found = await Promise.all(memory.gone.map((gone) => correction(session, gone)));
  memory.gone = memory.gone.filter((_, i) => found[i] === null);
  const turns = await Promise.all(memory.ends.map((end) => turnOf(session, end)));
  memory.ends = memory.ends.map((end, i) => turns[i]?.end ?? end);
  return [...found, ...turns.map((turn) => turn?.settled ?? null)].filter((each) => each !== null);
}

/** Docs say of their last proposal what was told last. */
export async function retell(session: Session, corrected: readonly Settled[]): Promise<void> {
  for (const { doc: name, ...synced } of corrected) {
    const doc = session.docs.get(name);
    if (doc && doc.synced?.proposal === synced.proposal) await replaceDoc(session, doc, { ...doc, synced });
  }
}

/** The ends that are watched from now on: one of each doc in each proposal, the newest that there is room for. */
export function withEnds(known: readonly Ending[], more: readonly Ending[]): Ending[] {
  const again = (end: Ending) =>
    more.some(({ doc, proposal }) => doc === end.doc && proposal === end.proposal);
  return [...known.filter((end) => !again(end)), ...more].slice(-MOST_ENDS);
}

async function correction(session: Session, { doc, proposal, tip, target }: Gone): Promise<Settled | null> {
  const outcome = await outcomeOf(session.repo, { id: proposal, tip, target });
  const name = outcome.outcome;
  if (name === 'removed' || name === 'pending' || name === 'rejected') return null;
  return { doc, proposal, outcome: name, ...endOf(outcome), corrected: true, action: 'told' };
}

/** Null: it is as it was told. One look at the branch tells that of nearly all. */
async function turnOf(
  session: Session,
  end: Ending,
): Promise<{ readonly settled: Settled | null; readonly end: Ending } | null> {
  const { doc, proposal, tip, target, told } = end;
  if ((await hasBranch(session.repo, proposal)) === (told === 'pending')) return null;
  const outcome = await outcomeOf(session.repo, { id: proposal, tip, target });
  const name = outcome.outcome;
  if (name === told || (name === 'pending' && outcome.reopened === undefined)) return null;
  const settled = { doc, proposal, ...parts(outcome), corrected: true, action: 'told' } as const;
  return { settled, end: { ...end, tip: outcome.tip, told: name } };
}

function parts(outcome: Outcome): Pick<Settled, 'outcome' | 'by' | 'at' | 'reason'> {
  const { outcome: name, reopened } = outcome;
  if (name === 'pending') {
    const { by, at } = reopened!;
    return { outcome: 'pending', by: { name: by.name, role: by.role }, at };
  }
  return { outcome: name === 'removed' ? 'rejected' : name, ...endOf(outcome) };
}
