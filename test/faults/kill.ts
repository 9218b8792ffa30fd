// One kill: a copy of a prepared repository, a real process ended at a write or an instant, and what the next
// command makes of it.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repoAt, type TestRepo } from '../helpers/make-repo.ts';
import { type Change, propose } from '../proposals/apply/proposing.ts';
import type { Act } from './kill-acts.ts';
import { bytesHeld, git, knownCommits, litter, quiet, type State, stateOf } from './repository-state.ts';

const PROGRAM = process.env.DOCKET_PROGRAM ?? join(import.meta.dirname, '../../dist/docket.js');
const DEADLY = join(import.meta.dirname, 'deadly.cjs');

/** When the process ends: before its nth write, in the middle of it, or after a part of the time that it takes. */
export type Instant =
  | { readonly write: number; readonly torn: boolean }
  | { readonly part: number; readonly recoverAtOnce: boolean };

/** An act that is ready to be killed. */
export interface Prepared {
  readonly act: Act;
  readonly folder: string;
  readonly args: readonly string[];
  readonly known: ReadonlySet<string>;
  /** All states that are whole: the first, the last, and what an act allows between. */
  readonly whole: readonly { readonly name: string; readonly state: State }[];
  /** Its writes in the order in which they come; `torn` ones can be half done. */
  readonly writes: readonly string[];
  /** How long it took when it last came to its end. */
  tookMs: number;
  /** What the log tells of proposals once it is done. */
  readonly told: readonly string[];
}

/** Prepares an act and does it once without a kill. */
export function prepared(act: Act): Prepared {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'docket-kill-')));
  const template = join(folder, 'template');
  const repo = begin(template);
  const args = act.prepare(repo);
  const known = knownCommits(template);
  const states = [{ name: 'before', state: stateOf(template, known) }];
  if (act.between) {
    const between = copyOf(folder, 'between');
    act.between(repoAt(between));
    states.push({ name: 'between', state: stateOf(between, known) });
  }
  const log = join(folder, 'writes');
  const done = copyOf(folder, 'done');
  const started = Date.now();
  const ran = spawnSync(process.execPath, [PROGRAM, ...args], {
    ...victim(act, done, { log }),
    input: lines(act),
    encoding: 'utf8',
  });
  const tookMs = Date.now() - started;
  if (ran.status !== 0) throw new Error(`${act.name}: ${ran.status} ${ran.stdout}${ran.stderr}`);
  states.push({ name: 'after', state: stateOf(done, known) });
  const writes = readFileSync(log, 'utf8').trimEnd().split('\n');
  return { act, folder, args, known, whole: states, writes, tookMs, told: toldIn(done) };
}

/** What a kill led to: `faults` is empty when nothing is wrong. */
export interface Outcome {
  readonly killed: boolean;
  /** Which whole state it is. */
  readonly state: string;
  readonly faults: readonly string[];
}

/** Kills once, recovers, and looks. */
export async function killedAt(prepared: Prepared, instant: Instant, nth: number): Promise<Outcome> {
  const { act, known, whole } = prepared;
  const root = copyOf(prepared.folder, `kill-${nth}`);
  try {
    const killed = await ended(prepared, root, instant);
    const faults: string[] = [];
    if (!('recoverAtOnce' in instant && instant.recoverAtOnce)) await quiet(root);
    else recover(root, nth);
    await quiet(root);
    const said = recover(root, nth);
    if (said.status !== 0 && !/no_such_proposal|already_ended/.test(said.stdout))
      faults.push(`the next command: ${said.stdout}${said.stderr}`);
    const now = stateOf(root, known);
    const same = whole.find(({ state }) => JSON.stringify(state) === JSON.stringify(now));
    if (!same) faults.push(...whole.map(({ name, state }) => `not ${name}: ${difference(state, now)}`));
    const held = bytesHeld(root);
    faults.push(...act.owners.filter((word) => !held.includes(word)).map((word) => `lost: ${word}`));
    faults.push(...litter(root).map((name) => `left: ${name}`));
    if (same?.name === 'after' && toldIn(root).join() !== prepared.told.join())
      faults.push(`told: ${toldIn(root)} and not ${prepared.told}`);
    if (act.repeatable && faults.length === 0) faults.push(...again(prepared, root));
    return { killed, state: same?.name ?? 'neither', faults };
  } finally {
    if (!process.env.DOCKET_KEEP) rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The act once more, as if nothing had been: it leads to the last state, or is refused because it is there. */
function again({ act, args, known, whole }: Prepared, root: string): string[] {
  const ran = spawnSync(process.execPath, [PROGRAM, ...args], {
    cwd: root,
    input: lines(act),
    encoding: 'utf8',
  });
  const last = whole.at(-1)!.state;
  const now = stateOf(root, known);
  if (JSON.stringify(now) === JSON.stringify(last)) return [];
  return [`done again: ${ran.status} ${ran.stdout}${ran.stderr}: ${difference(last, now)}`];
}

/** Where two states differ, in few words. */
function difference(wanted: State, got: State): string {
  const parts = (Object.keys(wanted) as (keyof State)[]).flatMap((part) => {
    const [a, b] = [wanted[part], got[part]] as [Record<string, string>, Record<string, string>];
    return [...new Set([...Object.keys(a), ...Object.keys(b)])]
      .filter((key) => a[key] !== b[key])
      .map((key) => `${part} ${key}: ${JSON.stringify(a[key])} is ${JSON.stringify(b[key])}`);
  });
  return parts.join('\n    ');
}

function ended(prepared: Prepared, root: string, instant: Instant): Promise<boolean> {
  const { act, args } = prepared;
  const fault = 'write' in instant ? { at: instant.write, torn: instant.torn } : null;
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    ...victim(act, root, fault),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin?.on('error', () => {});
  child.stdin?.end(lines(act));
  const started = Date.now();
  const timer =
    'part' in instant ? setTimeout(() => child.kill('SIGKILL'), instant.part * prepared.tookMs) : undefined;
  return new Promise((resolve) =>
    child.on('exit', (_status, signal) => {
      clearTimeout(timer);
      if (signal === null) prepared.tookMs = Date.now() - started;
      resolve(signal === 'SIGKILL');
    }),
  );
}

function victim(_act: Act, cwd: string, fault: object | null) {
  const env = fault ? { NODE_OPTIONS: `--require=${DEADLY}`, DOCKET_FAULT: JSON.stringify(fault) } : {};
  return { cwd, env: { ...process.env, VITEST: undefined, ...env } };
}

function lines({ input = [] }: Act): string {
  return input.map((message) => `${JSON.stringify(message)}\n`).join('');
}

/** Whatever the next command is, it recovers. */
const NEXT = [['list'], ['status'], ['log'], ['preflight', 'x'], ['check']];

function recover(root: string, nth: number) {
  const args = NEXT[nth % NEXT.length]!;
  return spawnSync(process.execPath, [PROGRAM, ...args, '--json'], { cwd: root, encoding: 'utf8' });
}

/** What the log tells of proposals, in an order of its own. */
function toldIn(root: string): string[] {
  const { events } = docket(root, 'log');
  return events
    .filter(({ kind }: { kind: string }) => kind.startsWith('proposal.'))
    .map(({ kind, tip }: { kind: string; tip: string }) => `${kind} ${knownTip(root, tip)}`)
    .sort();
}

/** Commits made anew have other names each time. */
function knownTip(root: string, tip: string): string {
  return git(root, 'rev-parse', `${tip}^{tree}`).slice(0, 8);
}

function begin(root: string): TestRepo {
  spawnSync('git', ['init', '-q', '-b', 'main', root]);
  const repo = repoAt(root);
  const settings = {
    'user.name': 'Olive',
    'user.email': 'o@example.com',
    'gc.auto': '0',
    'core.fsync': 'none',
  };
  for (const [key, value] of Object.entries(settings)) repo.git('config', key, value);
  return repo;
}

function copyOf(folder: string, name: string): string {
  const root = join(folder, name);
  cpSync(join(folder, 'template'), root, { recursive: true, preserveTimestamps: true });
  return root;
}

/** Docket's answer, outside a test. */
// biome-ignore lint/suspicious/noExplicitAny: outsiders read JSON, not types
export function docket(root: string, ...args: string[]): any {
  const done = spawnSync(process.execPath, [PROGRAM, ...args, '--json'], { cwd: root, encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`docket ${args.join(' ')}: ${done.stdout}${done.stderr}`);
  return JSON.parse(done.stdout);
}

export function proposeOn(repo: TestRepo, id: string, change: Change): string {
  return propose(repo, id, change);
}
