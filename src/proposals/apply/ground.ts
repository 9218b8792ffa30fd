import { createHash } from 'node:crypto';
import { entryAt, type MergeSettings, type Repo, readDisk } from '../../repo/index.ts';
import type { Facts, Place } from './facts.ts';
import type { DocPlan } from './plan-doc.ts';
import type { Side } from './side.ts';
import type { Subject } from './subject.ts';
import type { Ground } from './token.ts';

/** Everything that a plan was made from, as texts that can be compared. */
export async function groundOf(
  repo: Repo,
  plan: {
    readonly subject: Pick<Subject, 'id' | 'tip' | 'target' | 'targetOid' | 'head' | 'here'>;
    readonly settings: MergeSettings;
    readonly docs: readonly DocPlan[];
    readonly facts: readonly Facts[];
  },
): Promise<Ground> {
  const { id, tip, target, targetOid, head, here } = plan.subject;
  const { sign, fastForward, modesCount } = plan.settings;
  const places = plan.facts
    .flatMap(({ here: local }) => (local ? [local.now, local.next] : []))
    .filter((place) => place !== null);
  return {
    tip: `${id} ${tip}`,
    target: `${target} ${targetOid}`,
    head: `${head.branch} ${here}`,
    settings: JSON.stringify([sign, fastForward, modesCount, await rules(repo, plan.subject)]),
    index: Object.fromEntries(places.map((place) => [place.path, indexText(place)])),
    disk: Object.fromEntries(places.map((place) => [place.path, diskText(place)])),
    plan: JSON.stringify(plan.docs.map(resultOf)),
  };
}

/** docket.json as the target and as disk have it: what it protects and requires. */
async function rules(repo: Repo, { targetOid }: Pick<Subject, 'targetOid'>): Promise<unknown> {
  const [entry, file] = await Promise.all([
    entryAt(repo, targetOid, 'docket.json'),
    readDisk(repo, 'docket.json').catch(() => null),
  ]);
  return [entry?.oid ?? null, file && hash(file.bytes)];
}

function indexText({ index }: Place): string {
  if (index.at !== 'entry') return JSON.stringify(index);
  const { mode, oid, skipWorktree, assumeUnchanged, intentToAdd } = index.entry;
  return JSON.stringify([mode, oid, skipWorktree, assumeUnchanged, intentToAdd]);
}

function diskText({ disk, form }: Place): string {
  if (disk.at !== 'file') return JSON.stringify([disk, form]);
  return JSON.stringify([hash(disk.bytes), disk.executable, form]);
}

function resultOf({ path, tree, files, index, clashes }: DocPlan): unknown {
  const side = (one: Side | null) => one && [one.mode, hash(one.bytes)];
  // Who has the doc open changes nothing of what lands.
  const { open: _open, ...planned } = path;
  return [
    planned,
    tree.map((change) => [change.path, side(change.side)]),
    files.map((file) => [file.path, file.after && hash(file.after), file.executable]),
    index.map((change) => [change.path, side(change.after)]),
    clashes,
  ];
}

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
