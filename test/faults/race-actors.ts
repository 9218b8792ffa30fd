// Who works on the repository: agents with servers of their own, the owner who decides on proposals, and the owner's
// hands, which edit, commit and look after the repository with plain git.
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type RawClient, startRaw } from '../mcp/raw-client.ts';
import { counted, docket, type Ledger, PROGRAM, type Ran, run, TOKEN, tokensOf } from './race-world.ts';
import { git } from './repository-state.ts';

/** The race as each actor sees it: `next` counts an operation, false when there are no more. */
export interface Race {
  readonly root: string;
  readonly ledger: Ledger;
  readonly faults: string[];
  /** Waits until an actor of that kind may act; false when all is done. */
  turn(kind: Kind): Promise<boolean>;
}

/** Who acts how often, of a hundred operations. */
export const SHARES = { agent: 45, decider: 30, hands: 25 } as const;
export type Kind = keyof typeof SHARES;

/** Turns for so many operations: who is quicker waits for the others. */
export function turns(operations: number): (kind: Kind) => Promise<boolean> {
  const had = { agent: 0, decider: 0, hands: 0 };
  let total = 0;
  return async (kind) => {
    while (total < operations && had[kind] > (total * SHARES[kind]) / 100 + 5) await pause(10);
    had[kind]++;
    return total++ < operations;
  };
}

type Random = () => number;

function oneOf<T>(random: Random, all: readonly T[]): T {
  return all[Math.floor(random() * all.length)]!;
}

/** An agent: adds lines to its part of a doc, saves, revises, withdraws now and then. */
export async function agent(race: Race, n: number, random: Random): Promise<void> {
  const client = startRaw([PROGRAM, 'mcp'], { cwd: race.root });
  try {
    await client.initialize({ name: `agent-${n}`, version: '1' });
    for (let nth = 0; await race.turn('agent'); nth++) await agentStep(race, client, n, nth, random);
  } catch (error) {
    race.faults.push(`agent ${n}: ${error instanceof Error ? error.message : error}`);
  } finally {
    client.process.kill('SIGTERM');
    await client.exited;
  }
}

/** Refusals that an agent meets when others are quicker; all else is a fault. */
const AGENTS_MEET = [
  ...['uncommitted_clash', 'merge_conflict', 'proposal_moved', 'stale', 'locked', 'blocked_by_operation'],
  ...['not_found', 'ambiguous', 'not_open', 'review_needed', 'proposed', 'dirty', 'already_ended'],
  ...['no_such_proposal', 'no_such_doc', 'too_large', 'rate_limited', 'checked_out_elsewhere'],
];

async function agentStep(race: Race, client: RawClient, n: number, nth: number, random: Random) {
  const doc = random() < 0.7 ? 'shared.md' : `agent-${n}.md`;
  const ask = async (tool: string, input: object) => {
    const result = await client.tool(tool, input);
    const said = result.content.map(({ text }) => text).join('\n');
    if (!result.isError) return result.structuredContent ?? {};
    const code = said.slice(0, said.indexOf(':'));
    if (!AGENTS_MEET.includes(code)) race.faults.push(`agent ${n}, ${tool}: ${said}`);
    counted(race.ledger, `agent met ${code}`);
    return null;
  };
  const token = `P${n}-${nth}`;
  race.ledger.proposed.add(token);
  const edits = [{ oldText: `here ${n}\n`, newText: `here ${n}\n${token}\n` }];
  if ((await ask('doc_edit', { doc, edits })) === null) return void (await ask('doc_revert', { doc }));
  const saved = await ask('doc_save', { doc, summary: `Add ${token}` });
  if (saved === null) {
    if ((await ask('doc_merge', { doc })) === null) await ask('doc_revert', { doc });
    return;
  }
  counted(race.ledger, 'saved');
  if (random() < 0.08 && saved.proposals?.[0]) {
    const { proposal } = saved.proposals[0];
    if (await ask('proposal_withdraw', { proposal })) ended(race.ledger, proposal, 'withdrawn');
  }
}

function ended(ledger: Ledger, id: string, last: string): void {
  const { ended: before = 0, reopened = 0 } = ledger.ends.get(id) ?? {};
  ledger.ends.set(id, { ended: before + 1, reopened, last });
  counted(ledger, last);
}

/** The owner decides: most is approved, some is rejected, some of what was approved is undone. */
export async function decider(race: Race, random: Random): Promise<void> {
  const landed: string[] = [];
  while (await race.turn('decider')) {
    try {
      if (landed.length > 0 && random() < 0.15) await undo(race, oneOf(random, landed.slice(-4)));
      else await decideOne(race, random, landed);
    } catch (error) {
      race.faults.push(`decider: ${error instanceof Error ? error.stack : error}`);
      return;
    }
  }
}

async function decideOne(race: Race, random: Random, landed: string[]): Promise<void> {
  const { json, out } = await docket(race.root, 'list');
  if (!json?.proposals) return void race.faults.push(`list: ${out}`);
  if (json.proposals.length === 0) return void (await pause(50));
  const { proposal } = oneOf<{ proposal: string }>(random, json.proposals);
  const done = random() < 0.2 ? await reject(race, proposal) : await approve(race, proposal);
  if (done === 'applied') landed.push(proposal);
}

const AGAIN = ['changed_since_review', 'locked', 'target_moved', 'blocked_by_operation', 'interrupted_apply'];
const OWNER_MEETS = [...AGAIN, 'already_ended', 'no_such_proposal', 'merge_conflict', 'uncommitted_clash'];
const UNDO_MEETS = [...OWNER_MEETS, 'staged_clash', 'blocked', 'checked_out_elsewhere'];

async function approve(race: Race, proposal: string): Promise<string> {
  const plan = await docket(race.root, 'preflight', proposal);
  if (plan.status !== 0) return refused(race, 'preflight', plan, OWNER_MEETS);
  if (plan.json.plan === 'blocked' || plan.json.plan === 'already') return reject(race, proposal);
  const { token, tip } = plan.json;
  const tokens = tokensOf(race.root, tip);
  const done = await docket(race.root, 'approve', proposal, '--token', token, '--yes');
  if (done.status === 0) {
    const { target } = done.json;
    const here = race.ledger.approved.get(target) ?? new Set();
    race.ledger.approved.set(target, here);
    for (const each of tokens) here.add(each);
    ended(race.ledger, proposal, 'applied');
    return 'applied';
  }
  const code = refused(race, 'approve', done, [...OWNER_MEETS, 'staged_clash']);
  return code.endsWith('_clash') || code === 'merge_conflict' ? reject(race, proposal) : code;
}

async function reject(race: Race, proposal: string): Promise<string> {
  const shown = await docket(race.root, 'show', proposal);
  if (shown.status !== 0) return refused(race, 'show', shown, OWNER_MEETS);
  const done = await docket(race.root, 'reject', proposal, '--tip', shown.json.tip, '--yes');
  if (done.status !== 0) return refused(race, 'reject', done, OWNER_MEETS);
  ended(race.ledger, proposal, 'rejected');
  return 'rejected';
}

async function undo(race: Race, proposal: string): Promise<void> {
  const shown = await docket(race.root, 'show', proposal);
  const before = shown.json?.outcome;
  const was = shown.json?.tip;
  const done = await docket(race.root, 'undo', proposal, '--yes');
  if (done.status !== 0) return void refused(race, 'undo', done, UNDO_MEETS);
  counted(race.ledger, `undone, ${done.json.how}`);
  const tokens = tokensOf(race.root, was);
  if (done.json.was === 'applied')
    for (const each of tokens) race.ledger.approved.get(done.json.target)?.delete(each);
  const end = race.ledger.ends.get(proposal);
  if (!end)
    return void race.faults.push(`undone though it had not ended: ${proposal} ${JSON.stringify(before)}`);
  race.ledger.ends.set(proposal, { ...end, reopened: end.reopened + 1 });
}

function refused(race: Race, what: string, { json, out, status }: Ran, allowed: readonly string[]): string {
  const code: string = json?.refusal?.code ?? '';
  if (!allowed.includes(code)) race.faults.push(`${what}: ${status} ${out}`);
  counted(race.ledger, `${what} met ${code}`);
  return code;
}

/** Ends whatever still waits: approved, or rejected where it clashes. */
export async function drain(race: Race): Promise<void> {
  for (let round = 0; round < 5; round++) {
    const { json } = await docket(race.root, 'list', '--limit', '1000');
    if (json.proposals.length === 0) return;
    for (const { proposal } of json.proposals) await approve(race, proposal);
  }
  race.faults.push('proposals are left that cannot be ended');
}

/** The owner's hands: one thing after the other, without a look at what docket does. */
export async function hands(race: Race, random: Random): Promise<void> {
  const acts = [...HANDS];
  for (let n = 1; await race.turn('hands'); n++) {
    try {
      await oneOf(random, acts)(race, n, random);
    } catch (error) {
      race.faults.push(`hands: ${error instanceof Error ? error.stack : error}`);
      return;
    }
  }
}

type Hand = (race: Race, n: number, random: Random) => Promise<unknown> | unknown;

const byRenaming: Hand = ({ root, ledger }, n) => {
  const edited = changedLine(root, 'shared.md', /^owner .*$/m, `owner ${n}`);
  if (edited === null) return;
  const path = join(root, 'shared.md');
  writeFileSync(`${path}.swp`, edited);
  renameSync(`${path}.swp`, path);
  ledger.owner.shared = `owner ${n}`;
  counted(ledger, 'saved by renaming');
};

const inPlace: Hand = ({ root, ledger }, n) => {
  const edited = changedLine(root, 'shared.md', /^owner .*$/m, `owner ${n}`);
  if (edited === null) return;
  writeFileSync(join(root, 'shared.md'), edited);
  ledger.owner.shared = `owner ${n}`;
  counted(ledger, 'saved in place');
};

const inOwnDoc: Hand = ({ root, ledger }, n) => {
  writeFileSync(join(root, 'edited.md'), `edited ${n}\n`);
  ledger.owner.edited = `edited ${n}`;
  counted(ledger, 'saved in place');
};

const commitOwn: Hand = async (race, n) => {
  writeFileSync(join(race.root, 'own.md'), `own ${n}\n`);
  await commit(race, `own ${n}`, 'own.md');
};

/** The shared doc is committed only where the owner's line is all that differs: else it is brought up to date. */
const commitShared: Hand = async (race, n) => {
  const { root, ledger } = race;
  const before = read(join(root, 'shared.md'));
  const difference = git(root, 'diff', '--unified=0', 'HEAD', '--', 'shared.md').split('\n');
  const lost = difference.some((line) => line[0] === '-' && TOKEN.test(line.slice(1)));
  if (!lost) return commit(race, `shared ${n}`, 'shared.md');
  if (git(root, 'symbolic-ref', 'HEAD') !== 'refs/heads/main') return;
  const whole = `${git(root, 'show', 'HEAD:shared.md')}\n`.replace(/^owner .*$/m, ledger.owner.shared);
  if (before === read(join(root, 'shared.md'))) writeFileSync(join(root, 'shared.md'), whole);
  counted(ledger, 'brought up to date');
};

async function commit({ root, ledger }: Race, subject: string, ...paths: string[]): Promise<void> {
  const done = await run('git', ['commit', '-q', '-m', subject, '--', ...paths], root);
  if (done.status === 0) ledger.commits.push(subject);
  counted(ledger, done.status === 0 ? 'committed' : 'git commit failed');
}

/** Another branch for a while, with a commit there, and back. */
const elsewhere: Hand = async (race, n, random) => {
  const there = await run('git', ['checkout', '-q', 'side'], race.root);
  if (there.status !== 0) return counted(race.ledger, 'git checkout failed');
  counted(race.ledger, 'checked out another branch');
  await pause(random() * 300);
  writeFileSync(join(race.root, 'own.md'), `side ${n}\n`);
  await commit(race, `side ${n}`, 'own.md');
  await run('git', ['checkout', '-q', '--', 'own.md'], race.root);
  for (let left = 200; left > 0; left--) {
    if ((await run('git', ['checkout', '-q', 'main'], race.root)).status === 0) return;
    await pause(20);
  }
  // What was edited or landed here meanwhile stands in the way: it is committed here.
  await run('git', ['commit', '-q', '-a', '-m', `all of side ${n}`], race.root);
  const back = await run('git', ['checkout', '-q', 'main'], race.root);
  if (back.status !== 0) race.faults.push(`no way back to main: ${back.out}`);
};

const stage: Hand = async ({ root, ledger }, n) => {
  writeFileSync(join(root, 'staged.md'), `staged ${n}\n`);
  await run('git', ['add', 'staged.md'], root);
  counted(ledger, 'staged');
};

const gc: Hand = async ({ root, ledger }) => {
  await run('git', ['gc', '-q'], root);
  counted(ledger, 'git gc');
};

const packRefs: Hand = async ({ root, ledger }) => {
  await run('git', ['pack-refs', '--all'], root);
  counted(ledger, 'git pack-refs');
};

/** Holds a lock of git's as a git that takes its time; nobody else may remove it. */
function holding(name: string): Hand {
  return async ({ root, ledger, faults }, _n, random) => {
    const path = join(root, '.git', name);
    let handle: number;
    try {
      handle = openSync(path, 'wx');
    } catch {
      return;
    }
    const { ino } = statSync(path);
    await pause(random() * 300);
    if (statSync(path, { throwIfNoEntry: false })?.ino !== ino) faults.push(`${name} was removed by others`);
    else unlinkSync(path);
    closeSync(handle);
    counted(ledger, `held ${name}`);
  };
}

const HANDS: readonly Hand[] = [
  ...[byRenaming, byRenaming, byRenaming, inPlace, inPlace, inOwnDoc, commitOwn, commitOwn, commitShared],
  ...[commitShared, elsewhere, stage, gc, packRefs, holding('index.lock'), holding('refs/heads/main.lock')],
];

/** The text with the line changed, if nobody writes the file right now. */
function changedLine(root: string, name: string, line: RegExp, to: string): string | null {
  const before = read(join(root, name));
  if (before === null || !line.test(before)) return null;
  const after = before.replace(line, to);
  return read(join(root, name)) === before ? after : null;
}

function read(path: string): string | null {
  try {
    return existsSync(path) ? readFileSync(path, 'utf8') : null;
  } catch {
    return null;
  }
}
