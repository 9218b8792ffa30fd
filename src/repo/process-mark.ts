// Which process something belongs to, told apart from every other one before and after it.
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

export interface ProcessMark {
  readonly pid: number;
  /** Clock ticks since boot (Linux) or milliseconds since 1970: only compared for being equal. */
  readonly startedAt: string;
  readonly bootId: string;
  readonly host: string;
  readonly pidNamespace: string;
}

let own: ProcessMark | undefined;

/** The mark of this process; fields that the system does not tell are empty. */
export function processMark(): ProcessMark {
  own ??= {
    pid: process.pid,
    startedAt: startOf('self')?.startedAt ?? String(Math.round(Date.now() - process.uptime() * 1000)),
    bootId: text('/proc/sys/kernel/random/boot_id') ?? '',
    host: hostname(),
    pidNamespace: namespace(),
  };
  return own;
}

/** Whether the process is still there. One of another host or pid namespace cannot be seen from here and counts as alive. */
export function isAlive(mark: ProcessMark): boolean {
  if (isForeign(mark)) return true;
  const here = processMark();
  if (mark.bootId !== here.bootId) return false;
  if (mark.pid === here.pid) return mark.startedAt === here.startedAt;
  if (process.platform !== 'linux') return answersSignals(mark.pid);
  const start = startOf(String(mark.pid));
  // A zombie has ended; only its parent has not looked yet.
  return start !== null && start.startedAt === mark.startedAt && !/[ZXx]/.test(start.state);
}

/** Whether the mark is of another host or pid namespace. */
export function isForeign(mark: ProcessMark): boolean {
  const here = processMark();
  return mark.host !== here.host || mark.pidNamespace !== here.pidNamespace;
}

function startOf(pid: string): { readonly state: string; readonly startedAt: string } | null {
  const stat = text(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The second field is the program's name in brackets and may hold anything; proc(5) counts on from there.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', startedAt: fields[19] ?? '' };
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function namespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

function text(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}
