// A model of one doc in its three states, and the commands that change it. The doc has slots, lines with an untouched
// line between any two; a slot's value says who wrote it. Each command does the same to the repository, through the
// rooms or with plain git, and to the model; whether it may succeed is the model's to say.
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  applyProposal,
  listProposals,
  preflight,
  propose,
  rejectProposal,
  undoProposal,
} from '../../src/proposals/index.ts';
import { Refusal } from '../../src/refusal.ts';
import { type Givens, head, type Repo, readRef } from '../../src/repo/index.ts';
import type { TestRepo } from '../helpers/make-repo.ts';

export const SLOTS = 4;
export const DOC = 'doc.md';
const givens: Givens = { now: () => new Date(), uuid: () => randomUUID() };

/** One of the three states: a value a slot. */
export type Slots = readonly string[];

export interface Pending {
  readonly name: string;
  id: string;
  /** What it was made on, and what it wants. */
  base: Slots;
  changes: Readonly<Record<number, string>>;
  state: 'pending' | 'applied' | 'rejected' | 'removed';
  /** Slots of the target right before it was applied. */
  before: Slots;
}

export interface Model {
  head: Slots;
  index: Slots;
  disk: Slots;
  proposals: Pending[];
  count: number;
}

export interface World {
  readonly disk: TestRepo;
  readonly repo: Repo;
}

export function firstModel(): Model {
  const slots = Array.from({ length: SLOTS }, (_, n) => `slot ${n}`);
  return { head: slots, index: slots, disk: slots, proposals: [], count: 0 };
}

/** The doc with these slots. */
export function textOf(slots: Slots): string {
  return `${slots.map((slot, n) => `fixed ${n}\n${slot}\n`).join('')}end\n`;
}

function slotsOf(text: string): Slots {
  return text.split('\n').filter((_, n) => n % 2 === 1 && n < SLOTS * 2);
}

/** Something that somebody does. `run` does it to both and says what happened. */
export interface Act {
  readonly name: string;
  can(model: Model): boolean;
  run(model: Model, world: World): Promise<string>;
}

/** The three states as the repository has them. */
export function seen({ disk }: World): Pick<Model, 'head' | 'index' | 'disk'> {
  return {
    head: slotsOf(disk.git('show', `HEAD:${DOC}`)),
    index: slotsOf(disk.git('show', `:${DOC}`)),
    disk: slotsOf(readFileSync(join(disk.root, DOC), 'utf8')),
  };
}

function put(slots: Slots, changes: Readonly<Record<number, string>>): Slots {
  return slots.map((slot, n) => changes[n] ?? slot);
}

/** A three-way merge of slots; null where both changed one to different values. */
function merge(base: Slots, ours: Slots, theirs: Slots): Slots | null {
  const merged = base.map((was, n) => {
    const [our, their] = [ours[n]!, theirs[n]!];
    if (our === was || our === their) return their;
    return their === was ? our : null;
  });
  return merged.includes(null) ? null : (merged as string[]);
}

/** Moves the target from `before` to `after` under index and disk; null where something clashes. */
function landed(model: Model, after: Slots): Pick<Model, 'head' | 'index' | 'disk'> | null {
  const index = merge(model.head, model.index, after);
  const disk = merge(model.head, model.disk, after);
  return index && disk && { head: after, index, disk };
}

async function codeOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

function pick(model: Model, nth: number, state: Pending['state']): Pending | undefined {
  const all = model.proposals.filter((one) => one.state === state);
  return all.length === 0 ? undefined : all[nth % all.length];
}

function fail(what: string, wanted: string, got: string): never {
  throw new Error(`${what}: the model says ${wanted}, docket ${got}`);
}

const CLASHES = ['merge_conflict', 'staged_clash', 'uncommitted_clash'];

function mustClash(what: string, code: string, ...more: string[]): string {
  return [...CLASHES, ...more].includes(code) ? code : fail(what, 'a clash', code);
}

export const edit = (slot: number): Act => ({
  name: `the owner edits slot ${slot}`,
  can: () => true,
  run: async (model, { disk }) => {
    model.disk = put(model.disk, { [slot]: `owner's ${++model.count}` });
    writeFileSync(join(disk.root, DOC), textOf(model.disk));
    return 'written';
  },
});

export const stage: Act = {
  name: 'git add',
  can: () => true,
  run: async (model, { disk }) => {
    disk.git('add', DOC);
    model.index = model.disk;
    return 'staged';
  },
};

export const unstage: Act = {
  name: 'git reset',
  can: () => true,
  run: async (model, { disk }) => {
    disk.git('reset', '-q', '--', DOC);
    model.index = model.head;
    return 'unstaged';
  },
};

export const discard: Act = {
  name: 'git checkout -- doc',
  can: () => true,
  run: async (model, { disk }) => {
    disk.git('checkout', '-q', '--', DOC);
    model.disk = model.index;
    return 'discarded';
  },
};

export const commit = (how: 'staged' | 'all'): Act => ({
  name: how === 'all' ? 'git commit -a' : 'git commit',
  can: () => true,
  run: async (model, { disk }) => {
    const all = how === 'all' ? ['-a'] : [];
    disk.git('commit', '-q', '--allow-empty', ...all, '-m', `Owner's ${++model.count}`);
    if (how === 'all') model.index = model.disk;
    model.head = model.index;
    return 'committed';
  },
});

export const save = (slots: readonly number[]): Act => ({
  name: `an agent proposes slots ${slots.join()}`,
  can: () => true,
  run: async (model, { disk, repo }) => {
    const name = `p${++model.count}`;
    // The agent has read the file: the owner's uncommitted lines are in its base and must not be in the proposal.
    const base = model.disk;
    const changes = Object.fromEntries(slots.map((slot) => [slot, `agent's ${model.count}.${slot}`]));
    const wanted = merge(base, put(base, changes), model.head);
    const { oid } = await head(repo);
    const doc = {
      path: DOC,
      text: textOf(put(base, changes)),
      edits: ['Edited'],
      base: { text: textOf(base), commit: oid, branch: 'main' },
      created: false,
    };
    const request = {
      docs: [doc],
      ...{
        into: null,
        seenTip: null,
        summary: name,
        agent: { name: 'a' },
        session: name,
        worktree: disk.root,
      },
      target: null,
    };
    let id = '';
    const code = await codeOf(async () => {
      id = (await propose(repo, request, givens)).proposal;
    });
    if (wanted === null) return mustClash('propose', code);
    if (code !== 'done') fail('propose', 'done', code);
    const [before, state] = [model.head, 'pending'] as const;
    model.proposals.push({ name, id, base: model.head, changes, state, before });
    return name;
  },
});

export const approve = (nth: number): Act => ({
  name: `the owner approves pending ${nth}`,
  can: (model) => pick(model, nth, 'pending') !== undefined,
  run: async (model, { repo }) => {
    const one = pick(model, nth, 'pending')!;
    const after = merge(one.base, model.head, put(one.base, one.changes));
    const now = after && landed(model, after);
    const code = await codeOf(async () => {
      const { token } = await preflight(repo, one.id);
      await applyProposal(repo, { proposal: one.id, token }, givens);
    });
    if (now === null) return `${one.name}: ${mustClash('approve', code)}`;
    if (code !== 'done') fail(`approve ${one.name}`, 'done', code);
    one.before = model.head;
    one.state = 'applied';
    Object.assign(model, now);
    return `${one.name} applied`;
  },
});

export const reject = (nth: number): Act => ({
  name: `the owner rejects pending ${nth}`,
  can: (model) => pick(model, nth, 'pending') !== undefined,
  run: async (model, { repo }) => {
    const one = pick(model, nth, 'pending')!;
    const tip = (await readRef(repo, `refs/heads/proposals/${one.id}`))!;
    const by = { name: 'o', role: 'owner' } as const;
    const code = await codeOf(() => rejectProposal(repo, { proposal: one.id, tip, by }, givens));
    if (code !== 'done') fail('reject', 'done', code);
    one.state = 'rejected';
    return `${one.name} rejected`;
  },
});

export const undo = (nth: number, of: 'applied' | 'rejected'): Act => ({
  name: `the owner undoes ${of} ${nth}`,
  can: (model) => pick(model, nth, of) !== undefined,
  run: async (model, { repo }) => {
    const one = pick(model, nth, of)!;
    if (of === 'rejected') {
      const code = await codeOf(() => undoProposal(repo, { proposal: one.id }, givens));
      if (code !== 'done') fail('undo', 'done', code);
      one.state = 'pending';
      return `${one.name} pending again`;
    }
    const applied = put(one.before, one.changes);
    const gone = Object.entries(one.changes).every(([slot]) => model.head[+slot] === one.before[+slot]);
    const after = merge(applied, model.head, one.before);
    const now = after && landed(model, after);
    let how = '';
    const code = await codeOf(async () => {
      how = (await undoProposal(repo, { proposal: one.id }, givens)).how;
    });
    if (now === null) return `${one.name}: ${mustClash('undo', code)}`;
    if (code !== 'done') fail(`undo ${one.name}`, 'done', code);
    one.state = 'pending';
    Object.assign(model, now);
    // A new revision is made on what is there now; the branch that goes back has its old base.
    if (how !== 'back' || gone) one.base = model.head;
    return `${one.name} pending again (${how})`;
  },
});

export const mergeByGit = (nth: number): Act => ({
  name: `git merge of pending ${nth}`,
  can: (model) => pick(model, nth, 'pending') !== undefined,
  run: async (model, { disk }) => {
    const one = pick(model, nth, 'pending')!;
    const after = merge(one.base, model.head, put(one.base, one.changes));
    const done = disk.tryGit('merge', '-q', '--no-edit', `proposals/${one.id}`);
    if (done.status !== 0) {
      disk.tryGit('merge', '--abort');
      return `${one.name}: git will not`;
    }
    // Git merges only where the doc is as HEAD has it, or where nothing changes.
    one.before = model.head;
    one.state = 'applied';
    Object.assign(model, landed(model, after ?? fail('git merge', 'a clash', 'git merged')));
    return `${one.name} merged by git`;
  },
});

export const remove = (nth: number): Act => ({
  name: `git branch -D of pending ${nth}`,
  can: (model) => pick(model, nth, 'pending') !== undefined,
  run: async (model, { disk }) => {
    const one = pick(model, nth, 'pending')!;
    disk.git('branch', '-q', '-D', `proposals/${one.id}`);
    one.state = 'removed';
    return `${one.name} removed`;
  },
});

export const tidy = (how: 'gc' | 'pack-refs'): Act => ({
  name: `git ${how}`,
  can: () => true,
  run: async (_model, { disk }) => {
    if (how === 'gc') disk.git('gc', '-q');
    else disk.git('pack-refs', '--all');
    return 'done';
  },
});

/** Which proposals wait, as docket lists them, and as the model has it. */
export async function waiting(
  model: Model,
  { repo }: World,
): Promise<{ listed: string[]; expected: string[] }> {
  const listed = (await listProposals(repo, { state: 'pending' })).map(({ id }) => id).sort();
  const expected = model.proposals
    .filter(({ state }) => state === 'pending')
    .map(({ id }) => id)
    .sort();
  return { listed, expected };
}
