// Refs as files, read without git. A folder's listing is kept for as long as the folder's own stamp stays:
// git replaces a ref by renaming its lock file, which changes the folder each time.
import { closeSync, constants, openSync, readdirSync, readlinkSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A ref's file: an oid, `ref: <name>`, or null where there is no whole ref to read. */
export function readRefFile(path: string): string | null {
  let file: number;
  try {
    file = openSync(path, READ_NO_LINK);
  } catch (error) {
    if (isAbsence(error)) return null;
    if (isLink(error)) return `ref: ${readlinkSync(path)}`;
    throw error;
  }
  try {
    return refIn(buffer.toString('utf8', 0, readSync(file, buffer, 0, buffer.length, 0)));
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  } finally {
    closeSync(file);
  }
}

/** No ref's file is longer. */
const buffer = Buffer.alloc(8_192);
const READ_NO_LINK = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

function refIn(text: string): string | null {
  const value = text.trim();
  if (/^[0-9a-f]{40}([0-9a-f]{24})?$/.test(value)) return value;
  const symbolic = /^ref:\s*(\S.*)$/.exec(value);
  return symbolic ? `ref: ${symbolic[1]}` : null;
}

export interface Listing {
  readonly stamp: string;
  /** What each ref's file of this folder holds, as `readRefFile` says. */
  readonly refs: ReadonlyMap<string, string>;
  readonly folders: readonly string[];
}

const EMPTY: Listing = { stamp: '', refs: new Map(), folders: [] };
/** Clocks of file systems tick: a folder that changed this shortly ago may change again under the same stamp. */
const TICK_MS = 30;
const COARSE_TICK_MS = 2_100;

/** The refs of one folder, read anew unless `known` still holds. */
export function listFolder(folder: string, known: Listing | undefined): Listing {
  const stamp = folderStamp(folder);
  if (stamp === '') return EMPTY;
  if (known?.stamp === stamp) return known;
  const refs = new Map<string, string>();
  const folders: string[] = [];
  for (const entry of entriesOf(folder)) {
    if (entry.name.startsWith('.') || entry.name.endsWith('.lock')) continue;
    if (entry.isDirectory()) folders.push(entry.name);
    else addRef(refs, folder, entry.name);
  }
  return { stamp, refs, folders };
}

/** Equal stamps: nothing in the folder was added, removed or replaced. Empty: there is no folder. */
export function folderStamp(folder: string): string {
  const stat = statSync(folder, { bigint: true, throwIfNoEntry: false });
  if (!stat?.isDirectory()) return '';
  return `${stat.ino}:${stat.mtimeNs}${unsettled(stat.mtimeNs)}`;
}

let unsettledCount = 0;

/** A mark that never comes again where the time of change is too near to be told from a later one. */
export function unsettled(mtimeNs: bigint): string {
  const tick = mtimeNs % 1_000_000n === 0n ? COARSE_TICK_MS : TICK_MS;
  return Date.now() - Number(mtimeNs / 1_000_000n) < tick ? `?${unsettledCount++}` : '';
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isAbsence(error)) return [];
    throw error;
  }
}

function addRef(refs: Map<string, string>, folder: string, name: string): void {
  const value = readRefFile(join(folder, name));
  if (value !== null) refs.set(name, value);
}

function isAbsence(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR';
}

/** What systems say when a symbolic link is not to be followed. */
function isLink(error: unknown): boolean {
  return ['ELOOP', 'EMLINK', 'EFTYPE'].includes((error as NodeJS.ErrnoException).code ?? '');
}
