// The commits of an undo that does not go back: one that takes the change out, one that applies it again.
import {
  commitsBetween,
  type MadeCommit,
  makeMergeCommit,
  type Oid,
  type Person,
  type Repo,
  readCommit,
  treeChanges,
  writeCommit,
  writeTree,
} from '../../repo/index.ts';
import { type Signatures, type TreePlan, verifyChanges, writeContents } from '../apply/commit.ts';
import { planDocs, renamesIn } from '../apply/parts.ts';
import { proposalMessage, readMessage } from '../message.ts';
import { formatTrailers, type Trailer } from '../trailers.ts';
import type { End } from './end.ts';
import type { Landed } from './landed.ts';
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

/** The tree that applies what was taken out once more: all of it, also what was gone before. */
export async function treeAgain(
  repo: Repo,
  { end, landed, settings }: UndoPlan,
  reverted: Oid,
): Promise<Oid> {
  const { oid: tip, before: base } = landed!;
  const changes = await treeChanges(repo, base, tip);
  const renames = await renamesIn(repo, { base, tip, changes });
  const { docs } = await planDocs(
    repo,
    { base, tip, targetOid: reverted, changes, renames },
    { here: false, modesCount: settings.modesCount, open: [] },
  );
  const clashes = docs.some((doc) => doc.clashes.length > 0);
  return clashes ? (await readCommit(repo, end.targetOid!)).tree : treeWith(repo, reverted, { docs });
}

async function revertMessage(repo: Repo, { id, tip, story }: End, { oid, before }: Landed): Promise<string> {
  const merge = oid !== tip;
  const commits = merge ? [oid] : await commitsBetween(repo, { from: before, to: oid });
  const what = commits.length > 1 && before !== null ? `commits ${before}..${oid}` : `commit ${oid}`;
  return proposalMessage({
    summary: `Undo proposal ${id}: ${story.summary}`,
    edits: [
      `This reverts ${what}${merge && before !== null ? `, reversing changes made to ${before}` : ''}.`,
    ],
    trailers: [{ key: 'Docket-Reverted', value: `${id}@${tip}` }],
  });
}

/** The words of the revision that ended. A request id stays with the save that it was given for. */
async function messageAgain(repo: Repo, { id, target, story }: End): Promise<string> {
  const { message } = await readCommit(repo, story.oid);
  const { summary, edits, trailers } = readMessage(message);
  if (story.proposal === id) {
    return proposalMessage({
      summary,
      edits,
      trailers: trailers.filter(({ key }) => key.toLowerCase() !== 'docket-request'),
    });
  }
  const own: Trailer[] = [
    { key: 'Docket-Proposal', value: id },
    ...(target === null ? [] : [{ key: 'Docket-Target', value: target }]),
  ];
  return `${message.trimEnd()}\n\n${formatTrailers(own)}\n`;
}
