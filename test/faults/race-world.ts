// The repository that everybody works on at once, and what has to be true of it in the end.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeRepo, type TestRepo } from '../helpers/make-repo.ts';
import { git, litter } from './repository-state.ts';

export const PROGRAM = process.env.DOCKET_PROGRAM ?? join(import.meta.dirname, '../../dist/docket.js');
export const AGENTS = 4;

/** What was done and has to be found again. */
export interface Ledger {
  /** By target: the lines that were approved, and not undone since. */
  readonly approved: Map<string, Set<string>>;
  /** Every line that was ever in a proposal. */
  readonly proposed: Set<string>;
  /** By proposal: how often the owner ended it, and how often an undo made it pending again. */
  readonly ends: Map<string, { ended: number; reopened: number; last: string }>;
  /** Subjects of the owner's commits. */
  readonly commits: string[];
  /** The owner's last line in the doc that all share, and in the doc of the owner's own. */
  owner: { shared: string; edited: string };
  readonly counts: Record<string, number>;
}

export function newLedger(): Ledger {
  return {
    approved: new Map(),
    proposed: new Set(),
    ends: new Map(),
    commits: [],
    owner: { shared: 'owner 0', edited: 'edited 0' },
    counts: {},
  };
}

export function counted(ledger: Ledger, what: string): void {
  ledger.counts[what] = (ledger.counts[what] ?? 0) + 1;
}

export const TOKEN = /^P\d+-\d+$/;

/** A shared doc with a part for each agent and one line of the owner's; docs of the agents' and the owner's own. */
export function makeWorld(): TestRepo {
  const parts = Array.from({ length: AGENTS }, (_, n) => `part of ${n}\nhere ${n}\nend of ${n}\n`);
  const own = Array.from({ length: AGENTS }, (_, n) => [`agent-${n}.md`, `begin\nhere ${n}\nend\n`] as const);
  const repo = makeRepo({
    'shared.md': `${parts.join('\n')}\nowner 0\nend of all\n`,
    'own.md': 'own 0\n',
    'edited.md': 'edited 0\n',
    ...Object.fromEntries(own),
  });
  repo.git('branch', 'side');
  return repo;
}

/** Lines of proposals that a commit adds to its parent. */
export function tokensOf(root: string, tip: string): string[] {
  const lines = git(root, 'show', '--format=', '--unified=0', tip).split('\n');
  return lines
    .map((line) => line.slice(line[0] === '+' ? 1 : line.length))
    .filter((line) => TOKEN.test(line));
}

export interface Ran {
  readonly status: number;
  readonly out: string;
  // biome-ignore lint/suspicious/noExplicitAny: outsiders read JSON, not types
  readonly json: any;
}

export function run(command: string, args: readonly string[], cwd: string): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let said = '';
    child.stdout.on('data', (text) => {
      out += text;
    });
    child.stderr.on('data', (text) => {
      said += text;
    });
    child.on('close', (status) => resolve({ status: status ?? -1, out: out + said, json: parsed(out) }));
  });
}

export function docket(root: string, ...args: string[]): Promise<Ran> {
  return run(process.execPath, [PROGRAM, ...args, '--json'], root);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What is wrong in the end; empty when all is well. */
export async function verdict(root: string, ledger: Ledger): Promise<string[]> {
  return [
    ...branchFaults(root, ledger),
    ...ownerFaults(root, ledger),
    ...(await endFaults(root, ledger)),
    ...litter(root).map((name) => `left: ${name}`),
  ];
}

/** Every approved line is on its branch once, no other one is. */
function branchFaults(root: string, { approved, proposed }: Ledger): string[] {
  return ['main', 'side'].flatMap((branch) => {
    const names = git(root, 'ls-tree', '--name-only', branch).split('\n');
    const there = names.flatMap((name) => git(root, 'show', `${branch}:${name}`).split('\n'));
    const here = approved.get(branch) ?? new Set();
    const merged = branch === 'side' ? here : here;
    return [...proposed].flatMap((token) => {
      const times = there.filter((line) => line === token).length;
      const wanted = merged.has(token) ? 1 : 0;
      return times === wanted ? [] : [`${token} is ${times} times on ${branch}, not ${wanted}`];
    });
  });
}

function ownerFaults(root: string, { commits, owner }: Ledger): string[] {
  const log = git(root, 'log', '--all', '--format=%s').split('\n');
  const lost = commits.filter((subject) => log.filter((line) => line === subject).length !== 1);
  const kept = [text(root, 'shared.md'), text(root, 'edited.md'), ...recovery(root)].join('\n').split('\n');
  return [
    ...lost.map((subject) => `the owner's commit is not there once: ${subject}`),
    ...Object.values(owner)
      .filter((line) => !kept.includes(line))
      .map((line) => `the owner's line is lost: ${line}`),
  ];
}

/** Every proposal has ended, as often as the owner ended it, and the log tells each end once. */
async function endFaults(root: string, { ends }: Ledger): Promise<string[]> {
  const branches = git(root, 'for-each-ref', '--format=%(refname)', 'refs/heads/proposals');
  const faults = branches === '' ? [] : [`still pending: ${branches}`];
  const { json } = await docket(root, 'list', '--state', 'all', '--limit', '1000');
  const events = await allEvents(root);
  const told = (id: string, kind: string) =>
    events.filter((event) => event.proposal === id && event.kind === kind).length;
  const rows = new Map<string, string>(
    json.proposals.map((row: { proposal: string; state: string; outcome: string }) => [
      row.proposal,
      row.state,
    ]),
  );
  for (const [id, { ended, reopened, last }] of ends) {
    if (ended - reopened !== 1) faults.push(`${id} ended ${ended} times and was reopened ${reopened} times`);
    if (rows.size < 1000 && rows.get(id) !== 'ended') faults.push(`${id} is ${rows.get(id)} and not ${last}`);
    const times =
      told(id, 'proposal.applied') + told(id, 'proposal.rejected') + told(id, 'proposal.withdrawn');
    if (times !== ended) faults.push(`${id}: ${times} ends are told, not ${ended}`);
  }
  return faults;
}

async function allEvents(root: string): Promise<{ kind: string; proposal: string }[]> {
  const log = join(root, '.git/docket/events.jsonl');
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n').slice(1) : [];
  return lines.map((line) => JSON.parse(line));
}

function text(root: string, name: string): string {
  return readFileSync(join(root, name), 'utf8');
}

function recovery(root: string): string[] {
  const folder = join(root, '.git/docket/recovery');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.bytes')) : [];
  return names.map((name) => readFileSync(join(folder, name), 'utf8'));
}
