import {
  type Entry,
  hashBlob,
  type MadeCommit,
  makeMergeCommit,
  type Oid,
  type Person,
  type Repo,
  readCommit,
  treeChanges,
  writeBlob,
  writeTree,
} from '../../repo/index.ts';
import { encodeId } from '../ids.ts';
import { proposalMessage } from '../message.ts';
import { sameEntry } from '../text-at.ts';
import type { Plan } from './plan.ts';
import type { Side } from './side.ts';

/** Entries of the target's tree after the apply; null removes. */
export type TreePlan = ReadonlyMap<string, Entry | null>;

/** Stores what the plan puts into the target's tree and into the index. */
export async function writeContents(repo: Repo, { docs }: Pick<Plan, 'docs'>): Promise<TreePlan> {
  const entries = new Map<string, Entry | null>();
  for (const { tree, index } of docs) {
    for (const { path, side } of tree) entries.set(path, side && (await writtenEntry(repo, side)));
    for (const { after } of index) if (after) await writtenEntry(repo, after);
  }
  return entries;
}

/** The entry of content that is stored. */
export function entryOf(repo: Repo, { mode, bytes }: Side): Entry {
  return { mode, oid: hashBlob(repo, bytes) };
}

async function writtenEntry(repo: Repo, { mode, bytes }: Side): Promise<Entry> {
  return { mode, oid: await writeBlob(repo, bytes) };
}

/** Who makes the commit. */
export interface Signatures {
  readonly author: Person;
  readonly committer: Person;
}

/**
 * The commit that becomes the target: the tip itself, or a merge commit by the owner. Refuses `hook_refused`
 * and `signing_failed`.
 */
export async function commitFor(
  repo: Repo,
  plan: Plan,
  tree: TreePlan,
  { author, committer, summary }: Signatures & { readonly summary: string | undefined },
): Promise<MadeCommit> {
  const { subject, settings, answer } = plan;
  const { tip, targetOid } = subject;
  if (answer.plan === 'fast-forward') return { oid: tip, asked: false };
  const before = targetOid === null ? null : (await readCommit(repo, targetOid)).tree;
  const commit = {
    tree: await writeTree(repo, before, tree),
    parents: targetOid === null ? [tip] : [targetOid, tip],
    author,
    committer,
    message: messageFor(plan, summary),
  };
  return makeMergeCommit(repo, commit, settings);
}

function messageFor({ subject: { id, tip, story } }: Plan, summary: string | undefined): string {
  return proposalMessage({
    summary: summary ?? inOneLine(`Merge proposal ${id}: ${story.summary}`),
    edits: story.edits.map(inOneLine),
    trailers: [{ key: 'Docket-Applied', value: `${inOneLine(id) === id ? id : encodeId(id)}@${tip}` }],
  });
}

/** Words of others: whatever they hold, they stay one line. */
function inOneLine(words: string): string {
  return words.replace(/[\n\r\0\u0085\u2028\u2029]+/g, ' ');
}

/**
 * Holds the commit against the plan: every path of the plan is as planned, every other one is the target's. That
 * it is not so would be a bug, and then nothing may land.
 */
export async function verifyCommit(repo: Repo, { subject }: Plan, tree: TreePlan, oid: Oid): Promise<void> {
  await verifyChanges(repo, subject.targetOid, oid, tree);
  const { parents } = await readCommit(repo, oid);
  const expected =
    oid === subject.tip ? null : [subject.targetOid, subject.tip].filter((each) => each !== null);
  if (expected && parents.join() !== expected.join())
    throw new Error('the commit is not the one that was planned');
}

/** Holds what leads from one commit to another against the planned entries; a difference is a bug. */
export async function verifyChanges(
  repo: Repo,
  before: Oid | null,
  after: Oid | null,
  tree: TreePlan,
): Promise<void> {
  const wanted = new Map(tree);
  for (const { path, after: entry } of await treeChanges(repo, before, after)) {
    if (!wanted.has(path) || !sameEntry(wanted.get(path)!, entry))
      throw new Error(`the commit differs at ${path}`);
    wanted.delete(path);
  }
  // What is left was planned without changing anything.
  if (wanted.size > 0) throw new Error('the commit is not the one that was planned');
}
