import { lineCounts } from '../../merge/index.ts';
import type { Form } from '../../repo/index.ts';
import type { PathPlan, PlannedClash } from './answers.ts';
import { type Answer, type Ask, type ClashKind, type FoundClash, idOf } from './clash.ts';
import type { Facts } from './facts.ts';
import { type BranchPlan, nameAfter, planBranch } from './plan-branch.ts';
import { type DiskPlan, type FileChange, planDisk } from './plan-disk.ts';
import { type IndexChange, type IndexPlan, planIndex } from './plan-index.ts';
import { type Side, sameContent, sameSide, sideOfText } from './side.ts';

/** All that landing one doc would do. With a clash, or `refused`, nothing may be done. */
export interface DocPlan {
  readonly path: PathPlan;
  /** Changes to the target's tree. */
  readonly tree: readonly { readonly path: string; readonly side: Side | null }[];
  readonly files: readonly FileChange[];
  readonly index: readonly IndexChange[];
  readonly clashes: readonly PlannedClash[];
  /** Why the doc cannot be written: git would not read it back so, or passes it through what docket does not run. */
  readonly refused: 'endings' | NonNullable<Form['refused']> | null;
  /** The doc on disk before and after, in clean form; null when absent or no text. */
  readonly before: string | null;
  readonly after: string | null;
  /** Edits of the owner stay on top of the new target, uncommitted. */
  readonly uncommitted: boolean;
}

type Local = { readonly disk: DiskPlan; readonly index: IndexPlan };

/** What the owner says of a doc: to each clash, and what it is to hold on the target. */
export interface Said {
  readonly toClash: (clash: PlannedClash) => Answer | null;
  /** The text that it holds on the target, whatever the merge says. */
  readonly edited: (doc: string) => string | null;
}

const NOTHING_SAID: Said = { toClash: () => null, edited: () => null };

/**
 * Plans one doc from what base, target, tip, index entry and disk hold of it: branch = merge3(base, target, tip),
 * index entry = merge3(target before, entry, target after), file = merge3(target before, file, target after).
 */
export function planDoc(facts: Facts, said: Said = NOTHING_SAID): DocPlan {
  const doc = nameOf(facts);
  const ask =
    (kind: ClashKind): Ask =>
    (found) =>
      said.toClash(clashAt(doc, kind, found));
  const text = said.edited(doc);
  const branch = text === null ? planBranch(facts, ask('merge_conflict')) : editedBranch(facts, text);
  const local = planLocal(facts, branch, ask);
  const clashes = clashesOf(doc, branch, local);
  return {
    path: pathPlanOf(facts, branch, local),
    tree: treeOf(facts, branch),
    files: 'files' in local.disk ? local.disk.files : [],
    index: 'changes' in local.index ? local.index.changes : [],
    clashes,
    refused: refusedBy(facts, local),
    ...textsOf(facts, branch, local.disk),
  };
}

function editedBranch(facts: Facts, text: string): BranchPlan {
  const { target, tip, base } = facts;
  const mode = (target ?? tip ?? base)?.mode ?? '100644';
  const side = sideOfText(mode, text);
  const verdict = sameContent(side, target) ? 'same' : 'merged';
  return { verdict, path: nameOf(facts), side, touching: 0 };
}

function planLocal({ here, target, unit }: Facts, branch: BranchPlan, ask: (kind: ClashKind) => Ask): Local {
  const still = (verdict: 'same' | 'elsewhere', after: Side | null): Local => ({
    disk: { verdict, files: [], touching: 0, after },
    index: { verdict: 'same', changes: [], touching: 0 },
  });
  if (!here) return still('elsewhere', null);
  const onDisk = here.now.disk.at === 'file' ? here.now.disk.clean : null;
  if (branch.verdict === 'clash') return still('same', onDisk);
  const untouched = branch.path === unit.targetPath && sameSide(branch.side, target);
  if (untouched) return still('same', onDisk);
  const step = { from: target, to: branch.side };
  const next = here.next?.path === branch.path ? here.next : null;
  const asks = { uncommitted: ask('uncommitted_clash'), untracked: ask('untracked_in_the_way') };
  return {
    disk: planDisk(step, here.now, next, here.modesCount, asks),
    index: planIndex(step, here.now, next, ask('staged_clash')),
  };
}

function refusedBy({ here }: Facts, { disk }: Local): DocPlan['refused'] {
  const filter = here?.now.form.refused ?? here?.next?.form.refused;
  return filter ?? (disk.verdict === 'endings' ? 'endings' : null);
}

function nameOf({ unit }: Facts): string {
  return nameAfter(unit) ?? unit.targetPath ?? unit.basePath ?? '';
}

function clashesOf(doc: string, branch: BranchPlan, { disk, index }: Local): PlannedClash[] {
  const as = (kind: ClashKind, found: readonly FoundClash[]) =>
    found.map((clash) => clashAt(doc, kind, clash));
  return [
    ...(branch.verdict === 'clash' ? as('merge_conflict', branch.clashes) : []),
    ...(index.verdict === 'clash' ? as('staged_clash', index.clashes) : []),
    ...(disk.verdict === 'clash' ? as(disk.kind, disk.clashes) : []),
  ];
}

/** A clash where it came up: the same lines may clash with what is staged and with the file. */
function clashAt(doc: string, kind: ClashKind, found: FoundClash): PlannedClash {
  return { ...found, id: idOf([kind, doc, found.id]), doc, kind };
}

function treeOf({ unit }: Facts, branch: BranchPlan): DocPlan['tree'] {
  if (branch.verdict === 'clash' || branch.verdict === 'same' || branch.verdict === 'unchanged') return [];
  const gone = unit.targetPath !== null && unit.targetPath !== branch.path;
  return [
    ...(gone ? [{ path: unit.targetPath!, side: null }] : []),
    ...(branch.path ? [{ path: branch.path, side: branch.side }] : []),
  ];
}

function pathPlanOf(facts: Facts, branch: BranchPlan, { disk, index }: Local): PathPlan {
  const { unit, base, tip, open } = facts;
  const counts = lineCounts(base?.text ?? '', tip?.text ?? '');
  const doc = nameOf(facts);
  const moved = unit.targetPath !== null && unit.targetPath !== doc;
  return {
    doc,
    what: whatOf(facts),
    ...(moved ? { from: unit.targetPath! } : {}),
    branch: branch.verdict,
    disk: disk.verdict === 'endings' ? 'clash' : disk.verdict,
    index: index.verdict,
    added: counts.added,
    removed: counts.removed,
    touching: [branch, disk, index].reduce((sum, each) => sum + ('touching' in each ? each.touching : 0), 0),
    ...(open === undefined ? {} : { open }),
  };
}

function whatOf({ unit, base, tip }: Facts): PathPlan['what'] {
  if (unit.basePath === null) return 'add';
  if (unit.tipPath === null) return 'delete';
  if (unit.tipPath !== unit.basePath) return 'rename';
  if (sameContent(base, tip)) return 'mode';
  return base?.text === null || tip?.text === null ? 'binary' : 'change';
}

function textsOf({ here }: Facts, branch: BranchPlan, disk: DiskPlan) {
  const now = here?.now.disk;
  const after = 'after' in disk ? disk.after : null;
  return {
    before: now?.at === 'file' ? now.clean.text : null,
    after: after?.text ?? null,
    uncommitted:
      branch.verdict !== 'clash' && disk.verdict !== 'elsewhere' && !sameContent(after, branch.side),
  };
}
