// The plan of a next revision: a new commit in place of the tip, or on top of it where others wrote below.
import { refuse } from '../../refusal.ts';
import {
  commitsBetween,
  entryAt,
  isAncestor,
  type Oid,
  type RefMove,
  type Repo,
  readCommit,
  treeChanges,
  writeTree,
} from '../../repo/index.ts';
import { type Facts, factsOf } from '../facts.ts';
import { branchOf, revisionRef } from '../ids.ts';
import { lastRevision, ownLine, type Revisions, revisionsOf } from '../line.ts';
import { mergeDoc } from '../merge-doc.ts';
import { summaryFrom } from '../message.ts';
import type { ProposeRequest } from '../request.ts';
import { forkOf } from '../target.ts';
import { textAt } from '../text-at.ts';
import { type Aim, aimAt, askedTarget, parentOf } from './aim.ts';
import { carriedOnto } from './carry.ts';
import type { Content } from './contents.ts';
import { contentsOn, isOwn, refuseNothing } from './first.ts';
import { entriesOf, type Plan, pathsOf } from './plan.ts';
import type { Earlier } from './same.ts';
import { waitingFor } from './waiting.ts';

/** Where a revision stands. */
interface Ground {
  readonly base: Oid | null;
  /** True: the commit takes the tip's place; false: it is a child of the tip. */
  readonly replaces: boolean;
  readonly warnings: readonly string[];
}

/** Plans the next revision of the proposal that the request names, or finds that it holds the same already. */
export async function planRevision(repo: Repo, request: ProposeRequest): Promise<Plan | Earlier> {
  const waiting = await waitingFor(repo, request);
  const { id, tip, story, here } = waiting;
  const aim = await aimAt(repo, askedTarget(request) ?? waiting.target, here);
  const revisions = await revisionsOf(repo, id);
  const ground = await groundOf(repo, { request, id, tip, aim, revisions });
  const bases = request.docs.map(({ base }) => base.commit);
  const parent = await parentOf(repo, aim.oid, ground.replaces ? [...bases, ground.base] : bases);
  const contents = await onTip(repo, request, tip, await contentsOn(repo, request, parent));
  const stands = ground.replaces ? parent : tip;
  const base = ground.replaces ? parent : ground.base;
  const tree = await treeOf(repo, { request, tip, ground, parent, contents });
  const nothingLeft = base !== null && tree === (await readCommit(repo, base)).tree;
  if (nothingLeft) refuseNothing(aim.target);
  const now = await factsOf(repo, tip);
  if (isSame(request, { story, now }, { tree, stands })) return { earlier: id, tip, how: 'unchanged' };
  const before = story.docs.length > 0 ? story.docs : await changedPaths(repo, ground.base, tip);
  const { docs, edits, summary } = wordsOf(request, story, before);
  const { moves, revision } = nextMoves(id, tip, revisions);
  const warnings = [...aim.warnings, ...ground.warnings];
  const { target } = aim;
  const { follows } = story;
  return { id, parent: stands, base, tree, target, revision, summary, edits, docs, follows, moves, warnings };
}

/** Whether the tip can be replaced: only when this session wrote all of the proposal, or its ground is gone. */
async function groundOf(
  repo: Repo,
  what: { request: ProposeRequest; id: string; tip: Oid; aim: Aim; revisions: Revisions },
): Promise<Ground> {
  const { request, id, tip, aim, revisions } = what;
  const line = await ownLine(repo, id, tip, revisions);
  const base = line.base === undefined ? await forkOf(repo, aim.oid, tip) : line.base;
  const alone = line.commits.length === 1 && line.commits[0]!.parents.length <= 1;
  const commits = alone ? line.commits : await below(repo, base, tip);
  const foreign = commits.filter((facts) => facts.proposal !== id || !isOwn(request, facts.session));
  if (foreign.length === 0) return { base, replaces: true, warnings: [] };
  const held =
    base === null || aim.oid === null || base === aim.oid || (await isAncestor(repo, base, aim.oid));
  if (held) return { base, replaces: false, warnings: [] };
  const warning = `${aim.target} no longer holds the commit that the proposal stood on: commits of others became part of this revision`;
  return { base, replaces: true, warnings: [warning] };
}

async function below(repo: Repo, from: Oid | null, to: Oid): Promise<Facts[]> {
  return Promise.all((await commitsBetween(repo, { from, to })).map((oid) => factsOf(repo, oid)));
}

/** What the working copies add to the tip, which may have moved since the session last saw it. A mode there stays. */
async function onTip(
  repo: Repo,
  request: ProposeRequest,
  tip: Oid,
  contents: readonly Content[],
): Promise<readonly Content[]> {
  const seen = request.seenTip ?? tip;
  return Promise.all(
    contents.map(async (content) => {
      const { path } = content.doc;
      const mode = (await entryAt(repo, tip, path))?.mode ?? content.mode;
      if (seen === tip) return { ...content, mode };
      const [then, now] = await Promise.all([textAt(repo, seen, path), textAt(repo, tip, path)]);
      const merged = mergeDoc(path, then, content.text, now);
      if (merged.clean) return { ...content, mode, text: merged.text };
      return refuse('proposal_moved', `${path} was changed in the proposal meanwhile, on the same lines`, {
        details: { doc: path, tip, seen, clashes: merged.clashes },
        hint: 'Read the proposal (proposal.diff), bring its lines into the doc and save again.',
      });
    }),
  );
}

async function treeOf(
  repo: Repo,
  what: {
    request: ProposeRequest;
    tip: Oid;
    ground: Ground;
    parent: Oid | null;
    contents: readonly Content[];
  },
): Promise<Oid> {
  const { request, tip, ground, parent, contents } = what;
  const saved = await entriesOf(repo, contents);
  const leaving = new Set([...pathsOf(request), ...(request.remove ?? [])]);
  const onto = ground.replaces ? parent : tip;
  const carried = await carriedOnto(repo, { base: ground.base, tip, onto, leaving });
  const before = onto === null ? null : (await readCommit(repo, onto)).tree;
  return writeTree(repo, before, new Map([...carried, ...saved]));
}

function isSame(
  { summary }: ProposeRequest,
  { story, now }: { story: Facts; now: Facts },
  { tree, stands }: { tree: Oid; stands: Oid | null },
): boolean {
  if (tree !== now.tree) return false;
  const says = summary === null || summary.trim() === story.summary;
  return says && (stands === now.oid || stands === (now.parents[0] ?? null));
}

async function changedPaths(repo: Repo, base: Oid | null, tip: Oid): Promise<string[]> {
  return (await treeChanges(repo, base, tip)).map(({ path }) => path);
}

/** Docs, edits and summary of the whole proposal after this save. */
function wordsOf(request: ProposeRequest, story: Facts, before: readonly string[]) {
  const saved = pathsOf(request);
  const gone = new Set(request.remove ?? []);
  const others = before.filter((doc) => !saved.includes(doc) && !gone.has(doc));
  const own = request.docs.flatMap(({ edits }) => edits);
  const edits = others.length === 0 ? own : [...without(story.edits, own), ...own];
  const docs = [...others, ...saved];
  const was = story.summary === summaryFrom(story.edits, story.docs) ? null : story.summary;
  return { docs, edits, summary: request.summary ?? was ?? summaryFrom(edits, docs) };
}

/** The first list less one of each in the second: the edits of the docs that are not saved now. */
function without(edits: readonly string[], taken: readonly string[]): string[] {
  const left = [...taken];
  return edits.filter((edit) => {
    const at = left.indexOf(edit);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** A tip that nobody recorded gets its number too, so that one ref alone never holds it. */
function nextMoves(
  id: string,
  tip: Oid,
  revisions: Revisions,
): { moves: (to: Oid) => RefMove[]; revision: number } {
  const last = lastRevision(revisions);
  const unrecorded = ![...revisions.values()].includes(tip);
  const revision = last + (unrecorded ? 2 : 1);
  const record = unrecorded ? [{ ref: revisionRef(id, last + 1), from: null, to: tip }] : [];
  const moves = (to: Oid) => [
    { ref: branchOf(id), from: tip, to },
    ...record,
    { ref: revisionRef(id, revision), from: null, to },
  ];
  return { moves, revision };
}
