// The commits of an undo that does not go back: one that takes the change out, one that applies it again.
import {
  commitsBetween,
  isAncestor,
  type MadeCommit,
  makeMergeCommit,
  type Oid,
  type Person,
  type Repo,
  readCommit,
  writeCommit,
  writeTree,
} from '../../repo/index.ts';
import { type Signatures, type TreePlan, verifyChanges, writeContents } from '../apply/commit.ts';
import { encodeId } from '../ids.ts';
import { proposalMessage, readMessage } from '../message.ts';
import { formatTrailers, inOneLine, type Trailer } from '../trailers.ts';
import { changeOnto, type Step } from './change.ts';
import type { End } from './end.ts';
import { beganAt, type Landed } from './landed.ts';
import type { UndoPlan } from './plan.ts';

/**
 * The commit on the target that takes the change out, by the owner, with the owner's commit-msg hook and key.
 * Refuses `hook_refused` and `signing_failed`.
 */
export async function revertCommit(
  repo: Repo,
  { end, landed, settings }: UndoPlan,
  tree: TreePlan,
  { author, committer }: Signatures,
): Promise<MadeCommit> {
  const targetOid = end.targetOid!;
  const made = await makeMergeCommit(
    repo,
    {
      tree: await writeTree(repo, (await readCommit(repo, targetOid)).tree, tree),
      parents: [targetOid],
      author,
      committer,
      message: await revertMessage(repo, end, landed!),
    },
    { ...settings, hooks: new Set([...settings.hooks].filter((hook) => hook === 'commit-msg')) },
  );
  await verifyChanges(repo, targetOid, made.oid, tree);
  return made;
}

/** The revision that applies the change again, on a commit; by the author of the one that ended. */
export async function nextRevision(
  repo: Repo,
  end: End,
  { parent, tree, committer }: { readonly parent: Oid; readonly tree: Oid; readonly committer: Person },
): Promise<Oid> {
  const { author } = await readCommit(repo, end.tip);
  const message = await messageAgain(repo, end);
  return writeCommit(repo, { tree, parents: [parent], author, committer, message });
}

/** The tree of a commit once the plan is done to it. */
export async function treeWith(repo: Repo, commit: Oid, plan: Pick<UndoPlan, 'docs'>): Promise<Oid> {
  return writeTree(repo, (await readCommit(repo, commit)).tree, await writeContents(repo, plan));
}

/**
 * The tree that applies the proposal once more, on the commit that took it out: what had landed, also where that was
 * gone before; all of the proposal where only a part of it had.
 */
export async function treeAgain(repo: Repo, plan: UndoPlan, reverted: Oid): Promise<Oid> {
  const { end, landed } = plan;
  const { oid, before } = landed!;
  const whole = await isAncestor(repo, end.tip, oid);
  const own = whole ? undefined : await beganAt(repo, end);
  const step = { tip: end.tip, targetOid: reverted };
  const docs =
    (own === undefined ? null : await broughtOnto(repo, plan, { ...step, base: own })) ??
    (await broughtOnto(repo, plan, { base: before, tip: oid, targetOid: reverted }));
  return docs ? treeWith(repo, reverted, { docs }) : (await readCommit(repo, end.targetOid!)).tree;
}

/** The docs of a change, brought onto a commit; null where they clash with what it has. */
async function broughtOnto(repo: Repo, { settings }: UndoPlan, step: Step): Promise<UndoPlan['docs'] | null> {
  const local = { here: false, modesCount: settings.modesCount, open: [] };
  const { docs, blocked } = await changeOnto(repo, step, local);
  return blocked || docs.some(({ clashes }) => clashes.length > 0) ? null : docs;
}

async function revertMessage(repo: Repo, { id, tip, story }: End, { oid, before }: Landed): Promise<string> {
  return proposalMessage({
    summary: inOneLine(`Undo proposal ${id}: ${story.summary}`),
    edits: [`This reverts ${await whatReverted(repo, tip, oid, before)}.`],
    trailers: [{ key: 'Docket-Reverted', value: `${namedInTrailer(id)}@${tip}` }],
  });
}

/** As git says it of a commit, a merge, or several commits in a row. */
async function whatReverted(repo: Repo, tip: Oid, oid: Oid, before: Oid | null): Promise<string> {
  const { parents } = await readCommit(repo, oid);
  const commits = oid === tip ? await commitsBetween(repo, { from: before, to: oid }) : [oid];
  if (commits.length > 1 && before !== null) return `commits ${before}..${oid}`;
  return parents.length > 1 && before !== null
    ? `commit ${oid}, reversing changes made to ${before}`
    : `commit ${oid}`;
}

/** The words of the revision that ended. A request id stays with the save that it was given for. */
async function messageAgain(repo: Repo, { id, target, story }: End): Promise<string> {
  const { message } = await readCommit(repo, story.oid);
  const { summary, edits, trailers } = readMessage(message);
  if (story.proposal === id) {
    return proposalMessage({
      summary: inOneLine(summary),
      edits: edits.map(inOneLine),
      trailers: trailers.filter(({ key }) => key.toLowerCase() !== 'docket-request'),
    });
  }
  const own: Trailer[] = [
    { key: 'Docket-Proposal', value: namedInTrailer(id) },
    ...(target === null ? [] : [{ key: 'Docket-Target', value: target }]),
  ];
  return `${message.trimEnd()}\n\n${formatTrailers(own)}\n`;
}

function namedInTrailer(id: string): string {
  return inOneLine(id) === id ? id : encodeId(id);
}
