// The file behind the durable log: one JSON object a line. Its first line names the file, so that a place in a log
// that was begun anew is told from one in this log.
import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { isAbsent } from './disk-errors.ts';
import type { Repo } from './repo.ts';

export interface LogPart {
  /** The file's own name, from its first line. */
  readonly file: string;
  /** Where whole lines end. */
  readonly end: number;
  /** The whole lines after `from`; empty where `from` is no beginning of a line. */
  readonly lines: readonly LogLine[];
  /** Whether `from` is the beginning of a line, or the end. */
  readonly fits: boolean;
}

export interface LogLine {
  /** Null where the line is no JSON object. */
  readonly event: (object & { readonly id?: unknown }) | null;
  /** Where the line after it begins. */
  readonly next: number;
}

/** A log this long is put aside (`events.old.jsonl`) and a new one begun. */
const MOST_BYTES = 16 << 20;
const NEWLINE = 0x0a;
/** More than the first line ever has. */
const HEADING_BYTES = 256;

/** The log from byte `from` on (0: from the first event); null where there is none. */
export function readLog(repo: Repo, from: number): LogPart | null {
  const log = opened(repo);
  if (log === null) return null;
  try {
    const heading = bytesAt(log, 0, HEADING_BYTES);
    const begin = heading.indexOf(NEWLINE) + 1;
    const file = parsed(heading.subarray(0, begin)) as { readonly file?: unknown } | null;
    if (typeof file?.file !== 'string') return null;
    return { file: file.file, ...partFrom(log, Math.max(from, begin)) };
  } finally {
    closeSync(log);
  }
}

/** Adds a line, down to the disk. Only for the holder of docket's lock. `name` is for a log that has to be begun. */
export function addLine(repo: Repo, event: object, name: string): void {
  mkdirSync(repo.stateDir, { recursive: true });
  if (isUnusable(repo)) renameSync(logPath(repo), `${repo.stateDir}/events.old.jsonl`);
  const log = openSync(logPath(repo), 'a+');
  try {
    const { size } = fstatSync(log);
    if (size === 0) writeWhole(log, `${JSON.stringify({ version: 1, file: name })}\n`);
    // A killed process may have left its line without an end.
    else if (bytesAt(log, size - 1, 1)[0] !== NEWLINE) writeWhole(log, '\n');
    writeWhole(log, `${JSON.stringify(event)}\n`);
    fsyncSync(log);
  } finally {
    closeSync(log);
  }
}

function isUnusable(repo: Repo): boolean {
  const { size } = statSync(logPath(repo), { throwIfNoEntry: false }) ?? { size: 0 };
  return size > MOST_BYTES || (size > 0 && readLog(repo, size) === null);
}

function partFrom(log: number, from: number): Omit<LogPart, 'file'> {
  const { size } = fstatSync(log);
  const before = bytesAt(log, from - 1, Math.max(0, size - from + 1));
  const fits = from <= size && before[0] === NEWLINE;
  const end = from + Math.max(0, before.lastIndexOf(NEWLINE));
  return { end, fits, lines: fits ? linesOf(before.subarray(1), from) : [] };
}

function linesOf(bytes: Buffer, offset: number): LogLine[] {
  const lines: LogLine[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf(NEWLINE, at);
    if (end < 0) return lines;
    lines.push({ event: parsed(bytes.subarray(at, end)), next: offset + end + 1 });
    at = end + 1;
  }
}

function parsed(line: Buffer): object | null {
  try {
    const value: unknown = JSON.parse(line.toString('utf8'));
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

function opened(repo: Repo): number | null {
  try {
    return openSync(logPath(repo), 'r');
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

function bytesAt(log: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const more = readSync(log, bytes, read, length - read, at + read);
    if (more === 0) break;
    read += more;
  }
  return bytes.subarray(0, read);
}

function writeWhole(log: number, line: string): void {
  const bytes = Buffer.from(line);
  for (let at = 0; at < bytes.length; ) at += writeSync(log, bytes, at);
}

function logPath(repo: Repo): string {
  return `${repo.stateDir}/events.jsonl`;
}
