import { type Clash, lineCounts } from '../../merge/index.ts';
import type { Form } from '../../repo/index.ts';
import type { PathPlan, PlannedClash } from './answers.ts';
import type { Facts } from './facts.ts';
import { type BranchPlan, nameAfter, planBranch } from './plan-branch.ts';
import { type DiskPlan, type FileChange, planDisk } from './plan-disk.ts';
import { type IndexChange, type IndexPlan, planIndex } from './plan-index.ts';
import { type ClashShape, type Side, sameContent } from './side.ts';

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

/**
 * Plans one doc from what base, target, tip, index entry and disk hold of it: branch = merge3(base, target, tip),
 * index entry = merge3(target before, entry, target after), file = merge3(target before, file, target after).
 */
export function planDoc(facts: Facts): DocPlan {
  const branch = planBranch(facts);
  const local = planLocal(facts, branch);
  const clashes = clashesOf(nameOf(facts), branch, local);
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

function planLocal({ here, target, unit }: Facts, branch: BranchPlan): Local {
  const still = (verdict: 'same' | 'elsewhere', after: Side | null): Local => ({
    disk: { verdict, files: [], touching: 0, after },
    index: { verdict: 'same', changes: [], touching: 0 },
  });
  if (!here) return still('elsewhere', null);
  const onDisk = here.now.disk.at === 'file' ? here.now.disk.clean : null;
  if (branch.verdict === 'clash') return still('same', onDisk);
  const untouched = branch.path === unit.targetPath && sameContent(branch.side, target);
  if (untouched) return still('same', onDisk);
  const step = { from: target, to: branch.side };
  const next = branch.side ? here.next : null;
  return {
    disk: planDisk(step, here.now, next, here.modesCount),
    index: planIndex(step, here.now, next),
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
  const found: PlannedClash[] = [];
  const add = (
    kind: PlannedClash['kind'],
    { shape, hunks }: { shape: ClashShape; hunks: readonly Clash[] },
  ) => found.push({ doc, kind, shape, hunks });
  if (branch.verdict === 'clash') add('merge_conflict', branch);
  if (index.verdict === 'clash') add('staged_clash', index);
  if (disk.verdict === 'clash') add(disk.kind, disk);
  return found;
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
