// The same save again: found by its request id, or by its content while that waits.
import { refuse } from '../../refusal.ts';
import { entryAt, hashBlob, listRefs, type Oid, type Repo } from '../../repo/index.ts';
import { reducedName } from '../author.ts';
import { type Facts, factsOf } from '../facts.ts';
import { decodeId, REVISIONS } from '../ids.ts';
import { recall } from '../known.ts';
import { mergeDoc } from '../merge-doc.ts';
import type { PendingTip } from '../pending.ts';
import type { ProposedDoc, ProposeRequest } from '../request.ts';
import { textAt } from '../text-at.ts';
import { pathsOf } from './plan.ts';

/** A proposal that holds what is being saved. */
export interface Earlier {
  readonly earlier: string;
  readonly tip: Oid;
  readonly how: 'replayed' | 'unchanged';
}

/** The pending proposal, of those given, whose commit has this tree on this parent. */
export async function sameWaiting(
  own: readonly PendingTip[],
  planned: { tree: Oid; parent: Oid | null },
): Promise<Earlier | null> {
  const same = own.find(
    ({ tip, story }) =>
      story.oid === tip && story.tree === planned.tree && (story.parents[0] ?? null) === planned.parent,
  );
  return same ? { earlier: same.id, tip: same.tip, how: 'unchanged' } : null;
}

/**
 * The revision that an earlier call with this request id wrote, by this agent in this work tree.
 * Refuses `request_reused` when that call saved other content.
 */
export async function sameRequest(repo: Repo, request: ProposeRequest): Promise<Earlier | null> {
  if (request.requestId === undefined) return null;
  const found = await revisionsWith(repo, request, request.requestId);
  if (found.length === 0) return null;
  for (const { id, revision, facts } of found) {
    if (revision === 1 && facts.docs.length !== pathsOf(request).length) continue;
    if (await holdsRequest(repo, request, facts)) return { earlier: id, tip: facts.oid, how: 'replayed' };
  }
  return refuseReused(request.requestId, found[0]!.id);
}

/** A save that is asked for again, as far as the docs it is about are known. */
export interface SaveAgain extends Caller {
  readonly requestId: string;
  /** Docs with something that it would save. */
  readonly docs: readonly ProposedDoc[];
  /** Paths that it takes out of the proposal. */
  readonly remove?: readonly string[];
  /** Of a proposal's docs those that it is about; null when it is about another one. */
  readonly about: (docs: readonly string[]) => readonly string[] | null;
}

/**
 * The revision that an earlier save with this request id wrote, also where its proposal has ended and its docs are
 * not open any more; null when there is none. Refuses `request_reused` when that save was about other docs or content.
 */
export async function savedAgain(repo: Repo, again: SaveAgain): Promise<Earlier | null> {
  const found = await revisionsWith(repo, again, again.requestId);
  if (found.length === 0) return null;
  for (const { id, revision, facts } of found) {
    const about = again.about(facts.docs);
    if (about === null || again.remove?.some((path) => facts.docs.includes(path))) continue;
    if (revision === 1 && !(await isWhole(repo, facts, about))) continue;
    if (await holdsRequest(repo, again, facts)) return { earlier: id, tip: facts.oid, how: 'replayed' };
  }
  return refuseReused(again.requestId, found[0]!.id);
}

/** Mark of a work tree that says nothing of where it is. */
export function worktreeMark(repo: Repo, worktree: string): string {
  return hashBlob(repo, Buffer.from(`worktree ${worktree}`, 'utf8')).slice(0, 12);
}

type Caller = Pick<ProposeRequest, 'agent' | 'worktree'>;

/** No doc of the revision is left out; what a rename left behind is named by nobody. */
async function isWhole(repo: Repo, facts: Facts, about: readonly string[]): Promise<boolean> {
  for (const path of facts.docs)
    if (!about.includes(path) && (await entryAt(repo, facts.oid, path)) !== null) return false;
  return true;
}

async function revisionsWith(repo: Repo, request: Caller, requestId: string) {
  await recall(repo);
  const refs = [...(await listRefs(repo, REVISIONS))];
  const revisions = await Promise.all(
    refs.map(async ([ref, oid]) => ({
      id: decodeId(ref.slice(REVISIONS.length, ref.lastIndexOf('/'))),
      revision: Number(ref.slice(ref.lastIndexOf('/') + 1)),
      facts: await factsOf(repo, oid),
    })),
  );
  const agent = reducedName(request.agent.name);
  const mark = worktreeMark(repo, request.worktree);
  return revisions.filter(
    ({ facts }) => facts.requestId === requestId && facts.agent?.name === agent && facts.worktree === mark,
  );
}

async function holdsRequest(
  repo: Repo,
  request: Pick<ProposeRequest, 'docs'>,
  facts: Facts,
): Promise<boolean> {
  if (request.docs.some(({ path }) => !facts.docs.includes(path))) return false;
  for (const doc of request.docs) if (!(await holdsDoc(repo, doc, facts))) return false;
  return true;
}

async function holdsDoc(repo: Repo, doc: ProposedDoc, facts: Facts): Promise<boolean> {
  const there = await entryAt(repo, facts.oid, doc.path);
  if (doc.text === null) return there === null;
  if (there === null) return false;
  if (there.oid === hashBlob(repo, Buffer.from(doc.text, 'utf8'))) return true;
  const parent = await textAt(repo, facts.parents[0] ?? null, doc.renamedFrom ?? doc.path);
  const merged = mergeDoc(doc.path, doc.base.text, doc.text, parent);
  return (
    merged.clean && merged.text !== null && there.oid === hashBlob(repo, Buffer.from(merged.text, 'utf8'))
  );
}

function refuseReused(requestId: string, proposal: string): never {
  refuse('request_reused', `request ${requestId} was used for other content`, {
    details: { requestId, proposal },
    hint: 'Give each save a request id of its own.',
  });
}
