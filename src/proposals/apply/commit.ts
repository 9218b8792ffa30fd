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
 * The commit that becomes the target: the tip itself, a merge commit by the owner, or, where not all of it lands
 * as it was proposed, one commit by the tip's author. Refuses `hook_refused` and `signing_failed`.
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
    parents: parentsOf(plan),
    author: plan.part?.single ? await authorOf(repo, tip, author) : author,
    committer,
    message: messageFor(plan, summary),
  };
  return makeMergeCommit(repo, commit, settings);
}

/** Who made the tip; the owner where its commit does not say it. */
async function authorOf(repo: Repo, tip: Oid, owner: Person): Promise<Person> {
  const { author } = await readCommit(repo, tip);
  return author.name.trim() === '' ? owner : author;
}

/** The tip is a parent only where all of it landed: else the left-out changes could never be merged. */
function parentsOf({ subject: { tip, targetOid }, part }: Plan): Oid[] {
  return [targetOid, ...(part?.single ? [] : [tip])].filter((oid) => oid !== null);
}

function messageFor({ subject: { id, tip, story }, part }: Plan, summary: string | undefined): string {
  const applied = { key: 'Docket-Applied', value: `${inOneLine(id) === id ? id : encodeId(id)}@${tip}` };
  const subject = part?.single ? story.summary : `Merge proposal ${id}: ${story.summary}`;
  return proposalMessage({
    summary: summary ?? inOneLine(subject),
    edits: story.edits.map(inOneLine),
    trailers: [
      applied,
      ...(part?.single ? [{ key: 'Docket-Hunks', value: `${part.landed}/${part.of}` }] : []),
    ],
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
export async function verifyCommit(repo: Repo, plan: Plan, tree: TreePlan, oid: Oid): Promise<void> {
  await verifyChanges(repo, plan.subject.targetOid, oid, tree);
  const { parents } = await readCommit(repo, oid);
  const expected = oid === plan.subject.tip ? null : parentsOf(plan);
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
