// The plan of a new proposal.
import { refuse } from '../../refusal.ts';
import { type Givens, type Oid, type Repo, readCommit, writeTree } from '../../repo/index.ts';
import { branchOf, endedRef, idFrom, reviewsRef, revisionRef, slugOf } from '../ids.ts';
import { summaryFrom } from '../message.ts';
import { isTaken, pendingTips } from '../pending.ts';
import type { ProposeRequest } from '../request.ts';
import { aimOf, parentOf } from './aim.ts';
import { type Content, contentOn } from './contents.ts';
import { checkPending } from './limits.ts';
import { checkPlaces } from './places.ts';
import { entriesOf, type Plan, pathsOf } from './plan.ts';
import { type Earlier, sameWaiting } from './same.ts';

const TRIES = 24;

/** Plans a proposal of its own for the docs, or finds the one of this session that holds the same already. */
export async function planFirst(
  repo: Repo,
  request: ProposeRequest,
  givens: Givens,
): Promise<Plan | Earlier> {
  const { docs, summary } = request;
  const { target, oid, warnings } = await aimOf(repo, request);
  const parent = await parentOf(
    repo,
    oid,
    docs.map(({ base }) => base.commit),
  );
  const contents = await contentsOn(repo, request, parent);
  const before = parent === null ? null : (await readCommit(repo, parent)).tree;
  const tree = await writeTree(repo, before, await entriesOf(repo, contents));
  if (tree === before) refuseNothing(target);
  const own = (await pendingTips(repo)).filter(({ story }) => isOwn(request, story.session));
  const same = await sameWaiting(own, { tree, parent });
  if (same !== null) return same;
  checkPending(own.length, request.limits);
  const edits = docs.flatMap((doc) => doc.edits);
  const paths = pathsOf(request);
  const id = await freshId(repo, slugOf(summary, docs[0]!.path), givens);
  return {
    id,
    parent,
    base: parent,
    tree,
    target,
    revision: 1,
    summary: summary ?? summaryFrom(edits, paths),
    edits,
    docs: paths,
    follows: request.follows ?? null,
    moves: (commit) => firstMoves(id, commit),
    warnings,
  };
}

/** The docs' contents on a commit, once their places are found free. */
export async function contentsOn(
  repo: Repo,
  request: ProposeRequest,
  parent: Oid | null,
): Promise<Content[]> {
  const accepted = await checkPlaces(repo, request.docs, parent);
  const contents: Content[] = [];
  for (const doc of request.docs) {
    contents.push(
      await contentOn(repo, doc, parent, { create: request.create, accepted: accepted.has(doc.path) }),
    );
  }
  return contents;
}

/** Whether a session is this one or one whose work it took over. */
export function isOwn({ session, formerSessions = [] }: ProposeRequest, author: string | null): boolean {
  return author === session || (author !== null && formerSessions.includes(author));
}

export function refuseNothing(target: string): never {
  return refuse('blocked', `there is nothing to propose: ${target} holds this already`, {
    details: { target },
    hint: 'Reload the doc (doc.reload) and go on from there.',
  });
}

function firstMoves(id: string, commit: Oid) {
  return [
    { ref: branchOf(id), from: null, to: commit },
    { ref: revisionRef(id, 1), from: null, to: commit },
    { ref: endedRef(id), from: null, to: null },
    { ref: reviewsRef(id), from: null, to: null },
  ];
}

async function freshId(repo: Repo, readable: string, givens: Givens): Promise<string> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const id = idFrom(readable, givens.uuid(), attempt < TRIES / 2 ? 4 : 8);
    if (!(await isTaken(repo, id))) return id;
  }
  throw new Error(`no free id for ${readable} in ${TRIES} tries`);
}
