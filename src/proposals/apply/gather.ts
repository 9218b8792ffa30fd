// Reads what every party has of a proposal's docs.

import { Refusal } from '../../refusal.ts';
import {
  type DiskFile,
  type Entry,
  entryAt,
  type Form,
  formOf,
  type IndexEntry,
  type Oid,
  type Repo,
  readBlob,
  readDisk,
  readIndex,
  toClean,
} from '../../repo/index.ts';
import { isFile } from '../text-at.ts';
import type { OpenCopy } from './answers.ts';
import type { DiskFact, Facts, IndexFact, Place, Unit } from './facts.ts';
import { nameAfter } from './plan-branch.ts';
import { type Side, sideOf } from './side.ts';

/** Where the parties' versions are. */
export interface Sources {
  readonly base: Oid | null;
  readonly targetOid: Oid | null;
  readonly tip: Oid | null;
  /** The target is checked out in this work tree. */
  readonly here: boolean;
  readonly modesCount: boolean;
  readonly open: readonly OpenCopy[];
}

/** The facts of each doc, in the order of the units. */
export async function gatherFacts(repo: Repo, units: readonly Unit[], sources: Sources): Promise<Facts[]> {
  const local = sources.here ? await localPlaces(repo, units) : null;
  return Promise.all(units.map((unit) => factsOf(repo, unit, sources, local)));
}

interface Local {
  readonly forms: ReadonlyMap<string, Form>;
  readonly index: ReadonlyMap<string, readonly IndexEntry[]>;
}

async function localPlaces(repo: Repo, units: readonly Unit[]): Promise<Local> {
  const paths = units.flatMap((unit) => [nowPath(unit), nextPath(unit)]).filter((path) => path !== null);
  const [forms, index] = await Promise.all([formOf(repo, paths), readIndex(repo)]);
  return { forms, index };
}

async function factsOf(repo: Repo, unit: Unit, sources: Sources, local: Local | null): Promise<Facts> {
  const { base, targetOid, tip, open, modesCount } = sources;
  const next = nextPath(unit);
  const [baseSide, target, tipSide, inTheWay] = await Promise.all([
    sideAt(repo, base, unit.basePath),
    sideAt(repo, targetOid, unit.targetPath),
    sideAt(repo, tip, unit.tipPath),
    sideAt(repo, targetOid, next),
  ]);
  const here = local && {
    now: await placeAt(repo, nowPath(unit), local, target),
    next: next === null ? null : await placeAt(repo, next, local, null),
    modesCount,
  };
  const dirty = open.find((copy) => copy.dirty && [unit.targetPath, next, nowPath(unit)].includes(copy.path));
  const facts = { unit, base: baseSide, target, tip: tipSide, inTheWay, here };
  return dirty ? { ...facts, open: dirty.where } : facts;
}

/** Where the doc is on the target, else where it will be. */
function nowPath(unit: Unit): string {
  return unit.targetPath ?? unit.tipPath ?? unit.basePath!;
}

/** The doc's new name, when the target has it under another one. */
function nextPath(unit: Unit): string | null {
  const after = nameAfter(unit);
  return unit.targetPath !== null && after !== unit.targetPath ? after : null;
}

async function sideAt(repo: Repo, commit: Oid | null, path: string | null): Promise<Side | null> {
  const entry = path === null ? null : await entryAt(repo, commit, path);
  return entry && isFile(entry) ? sideFrom(repo, entry) : null;
}

async function sideFrom(repo: Repo, { mode, oid }: Entry): Promise<Side> {
  return sideOf(mode, await readBlob(repo, oid));
}

async function placeAt(repo: Repo, path: string, local: Local, target: Side | null): Promise<Place> {
  const form = local.forms.get(path)!;
  return {
    path,
    form,
    index: await indexAt(repo, path, local.index, target === null),
    disk: await diskAt(repo, path, form, target),
  };
}

async function indexAt(repo: Repo, path: string, index: Local['index'], isNew: boolean): Promise<IndexFact> {
  const [entry, ...more] = index.get(path) ?? [];
  if (!entry) return isNew && crossesFolders(path, index) ? { at: 'other', what: 'path' } : { at: 'absent' };
  if (more.length > 0 || entry.stage !== 0) return { at: 'other', what: 'unmerged' };
  if (!isFile(entry)) return { at: 'other', what: 'type' };
  if (entry.intentToAdd) return { at: 'entry', entry, side: sideOf(entry.mode, Buffer.alloc(0)) };
  return { at: 'entry', entry, side: await sideFrom(repo, entry) };
}

/** Whether something staged is a folder where the file is to be, or a file where its folder is to be. */
function crossesFolders(path: string, index: Local['index']): boolean {
  for (const other of index.keys()) {
    if (other.startsWith(`${path}/`) || path.startsWith(`${other}/`)) return true;
  }
  return false;
}

async function diskAt(repo: Repo, path: string, form: Form, target: Side | null): Promise<DiskFact> {
  try {
    const file = await readDisk(repo, path);
    return file ? fileFact(file, form, target) : await absentFact(repo, path);
  } catch (error) {
    if (error instanceof Refusal && ODD.has(error.code)) return { at: 'other', what: error.message };
    throw error;
  }
}

const ODD = new Set(['symlink', 'not_a_doc', 'exists']);

// Bytes that are the target's own are clean, whatever the attributes would make of them.
function fileFact({ bytes, executable }: DiskFile, form: Form, target: Side | null): DiskFact {
  const mode = executable ? '100755' : '100644';
  const same = target?.bytes.equals(bytes);
  const clean = same
    ? sideOf(mode, target!.bytes)
    : sideOf(mode, form.refused ? bytes : toClean(form, bytes));
  return { at: 'file', bytes, executable, clean };
}

/** Nothing is there; but is there a file where a folder on the way has to be? */
async function absentFact(repo: Repo, path: string): Promise<DiskFact> {
  const parts = path.split('/');
  for (let depth = 1; depth < parts.length; depth++) {
    const folder = parts.slice(0, depth).join('/');
    const there = await readDisk(repo, folder).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'not_a_doc') return 'folder' as const;
      throw error;
    });
    if (there === null) break;
    if (there !== 'folder') return { at: 'other', what: `${folder} is a file.` };
  }
  return { at: 'absent' };
}
