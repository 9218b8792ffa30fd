// One proposal as lists and details show it.
import { type Oid, type Repo, treeChanges } from '../repo/index.ts';
import { factsOf } from './facts.ts';
import { type Revisions, revisionAt, storyOf } from './line.ts';
import type { Outcome, Proposal, ProposalState } from './proposal.ts';
import { forkOf, type Target, targetOf, targetTip } from './target.ts';

export interface Tip {
  readonly id: string;
  readonly tip: Oid;
  /** Where the tip is kept. */
  readonly ref: string;
}

/** What is known of a proposal but for its outcome. */
export type Described = Omit<Proposal, 'state' | 'outcome'>;

/** Reads a proposal's facts from its commits. */
export async function describe(repo: Repo, { id, tip, ref }: Tip, revisions: Revisions): Promise<Described> {
  const [facts, story] = await Promise.all([factsOf(repo, tip), storyOf(repo, id, tip)]);
  const target = await targetOf(repo, story, tip);
  const told = story.oid === tip && story.docs.length > 0;
  return {
    id,
    ref,
    tip,
    target: target.name,
    targetAssumed: target.assumed,
    revision: revisionAt(revisions, tip),
    summary: story.summary,
    edits: story.edits,
    agent: story.agent,
    session: story.session,
    by: { name: facts.author.name, email: facts.author.email },
    at: facts.committer.at,
    docs: told ? story.docs : await changedPaths(repo, target, tip),
    requestId: story.requestId,
    follows: story.follows,
  };
}

/** A proposal with what became of it. */
export function withOutcome(described: Described, outcome: Outcome): Proposal {
  return { ...described, state: stateOf(outcome), outcome };
}

function stateOf({ outcome, empty }: Outcome): ProposalState {
  if (empty) return 'empty';
  return outcome === 'pending' ? 'pending' : 'ended';
}

async function changedPaths(repo: Repo, target: Target, tip: Oid): Promise<string[]> {
  const fork = await forkOf(repo, await targetTip(repo, target.name), tip);
  return (await treeChanges(repo, fork, tip)).map(({ path }) => path);
}
