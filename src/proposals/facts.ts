// What a commit says of a proposal, read once: commits never change.
import { type Oid, type Repo, readCommit, shallowBoundary } from '../repo/index.ts';
import { agentFrom } from './author.ts';
import { type Facts, knownOf, learn } from './known.ts';
import { readMessage } from './message.ts';
import { allOf, firstOf, unquotePath } from './trailers.ts';

export type { Facts };

const reading = new WeakMap<Repo, Map<Oid, Promise<Facts>>>();

/** The facts of a commit; a bug when it is missing. */
export async function factsOf(repo: Repo, oid: Oid): Promise<Facts> {
  const known = knownOf(repo, oid).facts;
  if (known !== undefined) return known;
  const asked = reading.get(repo) ?? new Map<Oid, Promise<Facts>>();
  reading.set(repo, asked);
  const facts = asked.get(oid) ?? read(repo, oid).finally(() => asked.delete(oid));
  asked.set(oid, facts);
  return facts;
}

async function read(repo: Repo, oid: Oid): Promise<Facts> {
  const { tree, parents, author, committer, message } = await readCommit(repo, oid);
  const { summary, edits, trailers } = readMessage(message);
  const agent = firstOf(trailers, 'Docket-Agent');
  const facts: Facts = {
    oid,
    tree,
    parents,
    author,
    committer,
    summary,
    edits,
    proposal: firstOf(trailers, 'Docket-Proposal'),
    target: firstOf(trailers, 'Docket-Target'),
    agent: agent === null ? null : agentFrom(agent),
    session: firstOf(trailers, 'Docket-Session'),
    worktree: firstOf(trailers, 'Docket-Worktree'),
    docs: allOf(trailers, 'Docket-Doc')
      .map(unquotePath)
      .filter((path) => path !== null),
    requestId: firstOf(trailers, 'Docket-Request'),
    follows: firstOf(trailers, 'Docket-Follows'),
    applied: allOf(trailers, 'Docket-Applied').map((value) => value.replace(/@[0-9a-f]+$/, '')),
  };
  // At the end of a shallow clone a commit has no parents until more is fetched.
  if (parents.length > 0 || !(await shallowBoundary(repo)).has(oid)) learn(repo, oid, { facts });
  return facts;
}
