import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  appendEvent,
  type Givens,
  isAlive,
  isForeign,
  keepRecovery,
  listStateFiles,
  openRepo,
  processMark,
  type Repo,
  readEvents,
  readStateFile,
  removeStateFile,
  withLock,
  writeStateFile,
} from '../../src/repo/index.ts';
import { makeRepo, type TestRepo } from '../helpers/make-repo.ts';

let uuid = 0;
const givens: Givens = { now: () => new Date('2026-05-06T07:08:09.000Z'), uuid: () => `uuid-${uuid++}` };

async function opened(made: TestRepo) {
  const repo = await openRepo(made.root);
  onTestFinished(() => repo.close());
  return repo;
}

test('S41: state lives in the common dir, is replaced whole, and is seen from every worktree', async () => {
  const made = makeRepo({ a: '' });
  const repo = await opened(made);
  expect(existsSync(repo.stateDir)).toBe(false);
  expect([await readStateFile(repo, 'drafts/x.json'), await listStateFiles(repo, 'drafts')]).toEqual([
    null,
    [],
  ]);
  expect(existsSync(repo.stateDir)).toBe(false);
  await removeStateFile(repo, 'drafts/x.json');
  const value = { version: 1, text: 'é\u2028', more: [1, null] };
  await writeStateFile(repo, 'drafts/x.json', value);
  await writeStateFile(repo, 'drafts/a%2Fb.json', { version: 1 });
  const place = join(made.root, 'wt');
  made.git('worktree', 'add', '-q', place);
  const other = await openRepo(place);
  onTestFinished(() => other.close());
  expect(other.stateDir).toBe(repo.stateDir);
  expect(await readStateFile(other, 'drafts/x.json')).toEqual(value);
  expect(await listStateFiles(other, 'drafts')).toEqual(['drafts/a%2Fb.json', 'drafts/x.json']);
  await removeStateFile(other, 'drafts/x.json');
  expect(await readStateFile(repo, 'drafts/x.json')).toBe(null);
  expect(made.git('status', '--porcelain', '--ignored', '--', '.git')).toBe('');
  await expect(readStateFile(repo, '../config')).rejects.toThrow('not the name');
  await expect(writeStateFile(repo, 'a/../../x', { version: 1 })).rejects.toThrow('not the name');
});

test('S41: another version is refused, a broken file is put aside', async () => {
  const made = makeRepo({ a: '' });
  const repo = await opened(made);
  await writeStateFile(repo, 'x.json', { version: 2 });
  await expect(readStateFile(repo, 'x.json')).rejects.toMatchObject({
    code: 'unsupported_repo',
    hint: expect.stringContaining('newer docket'),
  });
  for (const broken of ['{"version":1', '', 'null', '[]', '"x"']) {
    writeFileSync(join(repo.stateDir, 'x.json'), broken);
    expect(await readStateFile(repo, 'x.json')).toBe(null);
    expect(readFileSync(join(repo.stateDir, 'x.json.broken'), 'utf8')).toBe(broken);
  }
});

test('S41: a process is told apart from others, and from one that had its number', () => {
  const mark = processMark();
  expect(mark.pid).toBe(process.pid);
  expect([isAlive(mark), isForeign(mark)]).toEqual([true, false]);
  expect(isAlive({ ...mark, startedAt: '1' })).toBe(false);
  expect(isAlive({ ...mark, bootId: 'another' })).toBe(false);
  expect(isAlive({ ...mark, pid: 2 ** 22 + 1 })).toBe(false);
  expect(isAlive({ ...mark, pid: process.ppid })).toBe(false);
  for (const foreign of [
    { ...mark, host: 'elsewhere' },
    { ...mark, pidNamespace: 'pid:[1]', pid: 2 ** 22 + 1 },
  ])
    expect([isAlive(foreign), isForeign(foreign)]).toEqual([true, true]);
});

test('the lock: one at a time in this process, freed when the work throws', async () => {
  const repo = await opened(makeRepo({ a: '' }));
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(`${name} in`);
    await new Promise(setImmediate);
    order.push(`${name} out`);
    return name;
  };
  const failing = withLock(repo, async () => {
    throw new Error('oops');
  });
  const all = Promise.all(['a', 'b', 'c'].map((name) => withLock(repo, work(name))));
  await expect(failing).rejects.toThrow('oops');
  expect(await all).toEqual(['a', 'b', 'c']);
  expect(order).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
  expect(existsSync(join(repo.stateDir, 'lock'))).toBe(false);
  expect(readdirSync(join(repo.stateDir, 'tmp'))).toEqual([]);
});

test('work that holds the lock may ask for it again, as an event does', async () => {
  const repo = await opened(makeRepo({ a: '' }));
  const done = await withLock(repo, async () => {
    await appendEvent(repo, { kind: 'inside' }, givens);
    return withLock(repo, async () => existsSync(join(repo.stateDir, 'lock')));
  });
  expect([done, existsSync(join(repo.stateDir, 'lock'))]).toEqual([true, false]);
  expect(kinds((await readEvents(repo, null, 9)).events)).toEqual(['inside']);
});

test('the lock of a process that is gone is broken, that of a living or foreign one is named', async () => {
  const repo = await opened(makeRepo({ a: '' }));
  const lock = join(repo.stateDir, 'lock');
  const hold = (mark: object) =>
    writeFileSync(
      lock,
      JSON.stringify({ version: 1, at: new Date(Date.now() - 5000), ...processMark(), ...mark }),
    );
  await withLock(repo, async () => {});
  hold({ startedAt: '1' });
  expect(await withLock(repo, async () => 'mine')).toBe('mine');
  hold({ pid: 2 ** 22 + 1 });
  // A breaker that was killed must not keep the lock for ever; a living one is waited for.
  expect(await withLock(repo, async () => readdirSync(repo.stateDir).sort())).toEqual(['lock', 'tmp']);
  for (const mark of [{}, { host: 'elsewhere' }]) {
    hold(mark);
    await expect(withLock(repo, async () => {}, { waitMs: 50 })).rejects.toMatchObject({
      code: 'locked',
      message: expect.stringContaining(
        `process ${process.pid} on ${mark.host ?? processMark().host}, for 5 s`,
      ),
      details: { owner: { pid: process.pid }, seconds: 5, lock },
      hint: expect.stringContaining(lock),
    });
  }
});

test('bytes about to be overwritten are kept, with what they were', async () => {
  const repo = await opened(makeRepo({ a: '' }));
  const copy = await keepRecovery(
    repo,
    'guide/a.md',
    Buffer.from([0, 255, 13, 10]),
    'save over newer text',
    givens,
  );
  expect(readFileSync(copy)).toEqual(Buffer.from([0, 255, 13, 10]));
  const [name] = await listStateFiles(repo, 'recovery');
  expect(await readStateFile(repo, name!)).toMatchObject({
    version: 1,
    path: 'guide/a.md',
    worktree: repo.root,
    at: '2026-05-06T07:08:09.000Z',
    why: 'save over newer text',
    size: 4,
  });
});

const kinds = (events: object[]) => events.map((event) => (event as { kind?: string }).kind);
const log = (repo: Repo) => join(repo.stateDir, 'events.jsonl');

test('S42: events are read from a cursor on, a few at a time, and kept for good', async () => {
  const made = makeRepo({ a: '' });
  const repo = await opened(made);
  const none = await readEvents(repo, null, 10);
  expect(none).toEqual({ events: [], cursor: expect.any(String), complete: true });
  for (const kind of ['one', 'two', 'three']) await appendEvent(repo, { kind }, givens);
  const first = await readEvents(repo, null, 2);
  expect([kinds(first.events), first.complete]).toEqual([['one', 'two'], false]);
  expect(first.events[0]).toEqual({
    id: expect.stringContaining('uuid-'),
    at: '2026-05-06T07:08:09.000Z',
    kind: 'one',
  });
  const rest = await readEvents(repo, first.cursor, 2);
  expect([kinds(rest.events), rest.complete]).toEqual([['three'], true]);
  expect(await readEvents(repo, rest.cursor, 2)).toEqual({ events: [], cursor: rest.cursor, complete: true });
  expect(kinds((await readEvents(repo, none.cursor, 9)).events)).toEqual(['one', 'two', 'three']);
  const again = await opened(made);
  await appendEvent(again, { kind: 'four' }, givens);
  expect(kinds((await readEvents(repo, rest.cursor, 9)).events)).toEqual(['four']);
});

test('S42: the same event is logged once, by whomever', async () => {
  const made = makeRepo({ a: '' });
  const [one, two] = [await opened(made), await opened(made)];
  for (const repo of [one, two, one]) await appendEvent(repo, { kind: 'x', id: 'same' }, givens);
  await appendEvent(two, { kind: 'y', id: 'other' }, givens);
  await appendEvent(one, { kind: 'y', id: 'other' }, givens);
  expect(kinds((await readEvents(one, null, 9)).events)).toEqual(['x', 'y']);
});

test('S42: a torn last line is not told, is closed by the next event, and loses no other', async () => {
  const repo = await opened(makeRepo({ a: '' }));
  await appendEvent(repo, { kind: 'one' }, givens);
  const { cursor } = await readEvents(repo, null, 9);
  appendFileSync(log(repo), '{"kind":"to');
  expect(await readEvents(repo, cursor, 9)).toEqual({ events: [], cursor, complete: true });
  await appendEvent(repo, { kind: 'three' }, givens);
  expect(kinds((await readEvents(repo, cursor, 9)).events)).toEqual(['three']);
  expect(kinds((await readEvents(repo, null, 9)).events)).toEqual(['one', 'three']);
  // Every place where a write may be torn.
  const whole = readFileSync(log(repo));
  for (let length = 0; length < whole.length; length += 7) {
    writeFileSync(log(repo), whole.subarray(0, length));
    await appendEvent(repo, { kind: 'last' }, givens);
    const told = kinds((await readEvents(repo, null, 9)).events);
    expect(told.at(-1)).toBe('last');
    expect(['one', 'three'].slice(0, told.length - 1)).toEqual(told.slice(0, -1));
  }
});

test('S42: a cursor that is not of this log is cursor_expired, with one to go on from', async () => {
  const repo = await opened(makeRepo({ a: '' }));
  await expect(readEvents(repo, 'gone:40', 9)).rejects.toMatchObject({ code: 'cursor_expired' });
  await appendEvent(repo, { kind: 'one' }, givens);
  const { cursor } = await readEvents(repo, null, 9);
  const [file, end] = cursor.split(':');
  for (const odd of [
    'gone:40',
    `${file}:${Number(end) - 3}`,
    `${file}:${Number(end) + 3}`,
    'nonsense',
    `${file}:-1`,
    '',
  ])
    await expect(readEvents(repo, odd, 9), odd).rejects.toMatchObject({
      code: 'cursor_expired',
      details: { cursor },
    });
  expect((await readEvents(repo, cursor, 9)).events).toEqual([]);
});
