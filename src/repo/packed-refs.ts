// The packed-refs file, parsed once for each time it was replaced.
import { readFileSync, statSync } from 'node:fs';
import { unsettled } from './loose-refs.ts';
import { nameOfBytes } from './names.ts';
import type { Oid, Repo } from './repo.ts';

interface Parsed {
  readonly stamp: string;
  readonly refs: ReadonlyMap<string, Oid>;
}

const parsed = new WeakMap<Repo, Parsed>();

/** Every packed ref by name, in order of name. */
export function packedRefs(repo: Repo): ReadonlyMap<string, Oid> {
  const path = `${repo.commonDir}/packed-refs`;
  const stamp = packedStamp(repo);
  const known = parsed.get(repo);
  if (known?.stamp === stamp) return known.refs;
  const refs = stamp === '' ? new Map<string, Oid>() : parse(read(path));
  // Only what was read is kept under the stamp: a newer file has another.
  if (packedStamp(repo) === stamp) parsed.set(repo, { stamp, refs });
  return refs;
}

/** Equal stamps: the file was not replaced. Empty: there is none. */
export function packedStamp(repo: Repo): string {
  const stat = statSync(`${repo.commonDir}/packed-refs`, { bigint: true, throwIfNoEntry: false });
  return stat ? `${stat.ino}:${stat.size}:${stat.mtimeNs}${unsettled(stat.mtimeNs)}` : '';
}

function read(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

function parse(bytes: Buffer): ReadonlyMap<string, Oid> {
  const refs = new Map<string, Oid>();
  for (const line of nameOfBytes(bytes).split('\n')) {
    // Comments and the peeled values of tags are not refs.
    if (line === '' || line[0] === '#' || line[0] === '^') continue;
    const space = line.indexOf(' ');
    refs.set(line.slice(space + 1), line.slice(0, space));
  }
  return refs;
}
