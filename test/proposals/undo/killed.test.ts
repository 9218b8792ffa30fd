import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { outcomeOf, rejectProposal } from '../../../src/proposals/index.ts';
import type { TestRepo } from '../../helpers/make-repo.ts';
import { bundled, ran } from '../../repo/landing/programs.ts';
import { approve } from '../apply/proposing.ts';
import { text } from '../apply/sides.ts';
import { givens, makeRepo, opened, ownersState, propose, takers } from './undoing.ts';

let program = '';
beforeAll(() => {
  program = bundled(join(import.meta.dirname, 'kill-program.ts'));
});

const NOT_YET = ['staged', 'refs-prepared', 'journal', 'locked', 'rechecked', 'grabbed-0'];
const ALREADY = [
  ...['placed-0', 'grabbed-1', 'placed-1', 'grabbed-2', 'placed-2', 'files', 'index', 'unlocked'],
  ...['committed', 'cleaned'],
];
const STEPS = [...NOT_YET, ...ALREADY];

type Prepare = (disk: TestRepo) => Promise<void>;

/** A merge of three docs was approved; the owner edited one of them since, staged and not. */
async function merged(disk: TestRepo): Promise<void> {
  disk.commit({ 'a.md': text('target') });
  await approve(await opened(disk), 'x');
  disk.write({ 'a.md': text('agent', 'target', 'staged'), 'o.md': 'staged\n' });
  disk.git('add', '-A');
  disk.write({ 'a.md': text('agent', 'target', 'staged', 'unstaged') });
}

const CASES: [string, 'undo' | 'redo', Prepare][] = [
  ['undo, the branch goes back', 'undo', merged],
  [
    'undo, a commit takes it out',
    'undo',
    async (disk) => {
      await merged(disk);
      disk.git('tag', 'v1');
    },
  ],
  [
    'redo, the branch goes forward',
    'redo',
    async (disk) => {
      await merged(disk);
      await takers(await opened(disk)).undo();
    },
  ],
];

/** All that there is, without what carries a clock: commits that undo makes are told by their trees and parents. */
function everything(disk: TestRepo): object {
  const line = ['log', '--topo-order', '--format=%T %s %an', 'main'];
  const refs = disk.git('for-each-ref', '--format=%(refname)').split('\n');
  const kinds = disk.git('log', '--format=%s', 'refs/docket/reviews/x').split('\n').join(', ');
  return {
    ...{ kinds, line: disk.git(...line), names: refs, index: disk.git('ls-files', '-s') },
    files: (ownersState(disk) as { files: object }).files,
    trees: refs
      .filter((ref) => !ref.includes('/reviews/'))
      .map((ref) => disk.git('rev-parse', `${ref}^{tree}`)),
    status: disk.git('status', '--porcelain'),
  };
}

async function quiet(disk: TestRepo): Promise<void> {
  const locks = () =>
    (readdirSync(join(disk.root, '.git'), { recursive: true }) as string[]).filter(
      (name) => name.endsWith('.lock') && name !== 'index.lock',
    );
  await expect.poll(locks, { timeout: 10_000 }).toEqual([]);
}

async function prepared(prepare: Prepare): Promise<TestRepo> {
  const disk = makeRepo({ 'a.md': text(), 'gone.md': 'gone\n', 'o.md': 'o\n' });
  propose(disk, 'x', { 'a.md': text('agent'), 'gone.md': null, 'new/n.md': 'n\n' });
  await prepare(disk);
  return disk;
}

const wholes = new Map<Prepare, object>();

/** What comes of it when nobody is killed. */
async function wholeOf(act: string, prepare: Prepare): Promise<object> {
  const known = wholes.get(prepare);
  if (known) return known;
  const disk = await prepared(prepare);
  expect(ran(program, disk.root, act, 'x')).toMatchObject({ end: 0, err: '' });
  wholes.set(prepare, everything(disk));
  return everything(disk);
}

describe.each(CASES)('S21, S22: %s, killed', (_, act, prepare) => {
  test.each(STEPS)('after the step %s: the next command finds before or after', async (step) => {
    const disk = await prepared(prepare);
    const before = everything(disk);
    expect(ran(program, disk.root, act, 'x', step)).toMatchObject({ end: 'SIGKILL' });
    await quiet(disk);
    const recovered = JSON.parse(ran(program, disk.root, 'recover').out);
    expect(recovered.left).toEqual([]);
    const now = everything(disk);
    if (NOT_YET.includes(step)) {
      expect(now).toEqual(before);
      expect(ran(program, disk.root, act, 'x')).toMatchObject({ end: 0, err: '' });
    }
    expect(everything(disk)).toEqual(await wholeOf(act, prepare));
    expect(disk.git('fsck', '--strict', '--no-dangling')).toBe('');
    const names = readdirSync(disk.root, { recursive: true }) as string[];
    expect(names.filter((name) => /\.lock$|\.docket-|docket\/journal\/./.test(name))).toEqual([]);
  });
});

test.each(['staged', 'refs-prepared', 'journal', 'locked', 'committed', 'cleaned'])(
  'S21, S22: undo of a reject, killed after the step %s',
  async (step) => {
    const disk = makeRepo({ 'a.md': text() });
    const tip = propose(disk, 'x', { 'a.md': text('agent') });
    const repo = await opened(disk);
    const by = { name: 'Olive', role: 'owner' } as const;
    await rejectProposal(repo, { proposal: 'x', tip, by }, givens);
    const before = ownersState(disk);
    expect(ran(program, disk.root, 'undo', 'x', step)).toMatchObject({ end: 'SIGKILL' });
    await quiet(disk);
    expect(JSON.parse(ran(program, disk.root, 'recover').out).left).toEqual([]);
    const done = ['committed', 'cleaned'].includes(step);
    const { outcome } = await outcomeOf(repo, { id: 'x', tip, target: 'main' });
    expect(outcome).toBe(done ? 'pending' : 'rejected');
    if (!done) {
      expect(ownersState(disk)).toEqual(before);
      expect(ran(program, disk.root, 'undo', 'x')).toMatchObject({ end: 0, err: '' });
    }
    expect(disk.git('rev-parse', 'proposals/x')).toBe(tip);
    expect(disk.git('fsck', '--strict', '--no-dangling')).toBe('');
  },
);
