// docket undo, docket redo and docket proposal restore, as they are typed.
import { describe, expect, test } from 'vitest';
import { makeRepo, type TestRepo } from '../helpers/make-repo.ts';
import { docket, docketJson, docketRefused, lineSession } from './docket.ts';
import { docketInTerminal } from './pty.ts';

const GUIDE = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n';
const LOUD = GUIDE.replace('two', 'TWO');

/** A repository with one proposal, applied by the program. */
function approved(): TestRepo & { readonly before: string; readonly after: string } {
  const repo = makeRepo({ 'guide.md': GUIDE });
  const before = repo.git('rev-parse', 'main');
  repo.git('switch', '-q', '-c', 'proposals/fix');
  const tip = repo.commit({ 'guide.md': LOUD }, 'Fix the guide');
  repo.git('switch', '-q', 'main');
  expect(docket(repo.root, ['approve', 'fix', '--tip', tip, '--yes']).status).toBe(0);
  return { ...repo, before, after: repo.git('rev-parse', 'main') };
}

describe('S75: without a terminal', () => {
  test('S75: docket undo <id> --yes, docket redo <id> --yes', () => {
    const repo = approved();
    repo.write({ 'guide.md': LOUD.replace('six', 'six!') });
    expect(docket(repo.root, ['undo', 'fix', '--yes'])).toMatchObject({
      status: 0,
      stdout: `Undid the approval of fix: main is back at ${repo.before.slice(0, 10)}, and the proposal is pending again.\nYour uncommitted edits of guide.md stay.\n`,
      stderr: '',
    });
    expect(repo.git('rev-parse', 'main')).toBe(repo.before);
    expect(repo.read('guide.md')).toBe(GUIDE.replace('six', 'six!'));
    expect(docket(repo.root, ['list']).stdout).toContain('fix');
    expect(docketJson(repo.root, ['redo', 'fix', '--yes'])).toMatchObject({
      status: 0,
      value: { outcome: 'applied', how: 'forward', targetOid: repo.after },
    });
    expect(repo.read('guide.md')).toBe(LOUD.replace('six', 'six!'));
    expect(docketJson(repo.root, ['proposal', 'undo', 'fix', '-y'])).toMatchObject({ status: 0 });
  });

  test.each(['undo', 'redo'])('S72: docket %s without a yes is review_needed', (verb) => {
    const repo = approved();
    if (verb === 'redo') docket(repo.root, ['undo', 'fix', '--yes']);
    const before = repo.git('for-each-ref');
    expect(docketRefused(repo.root, [verb, 'fix'])).toMatchObject({
      status: 1,
      code: 'review_needed',
      details: { missing: ['--yes'] },
      hint: `See what it does with docket ${verb} fix --preview, then docket ${verb} fix --yes.`,
    });
    expect(repo.git('for-each-ref')).toBe(before);
  });

  test('S75: a preview needs no yes; its token goes with one', () => {
    const repo = approved();
    const { status, value } = docketJson(repo.root, ['undo', 'fix', '--preview']);
    expect([status, value.how]).toEqual([0, 'back']);
    repo.commit({ 'guide.md': LOUD.replace('six', 'six!') });
    const args = ['undo', 'fix', '--token', String(value.token), '--yes'];
    expect(docketRefused(repo.root, args)).toMatchObject({ code: 'changed_since_review' });
    expect(docket(repo.root, ['undo', 'fix', '--yes']).status).toBe(0);
    expect(repo.git('log', '-1', '--format=%s')).toBe('Undo proposal fix: Fix the guide');
  });

  test('S75: docket proposal restore <id> asks for nothing', () => {
    const repo = approved();
    docket(repo.root, ['undo', 'fix', '--yes']);
    repo.git('branch', '-q', '-D', 'proposals/fix');
    expect(docket(repo.root, ['proposal', 'restore', 'fix'])).toMatchObject({
      status: 0,
      stdout: `fix is pending again at ${repo.after.slice(0, 10)}.\n`,
    });
    expect(docketRefused(repo.root, ['proposal', 'restore', 'fix'])).toMatchObject({
      status: 1,
      code: 'exists',
    });
  });

  test('misuse is told before anything is asked for', () => {
    const repo = approved();
    expect(docketRefused(repo.root, ['undo'])).toMatchObject({ status: 2, code: 'invalid_input' });
    expect(docketRefused(repo.root, ['undo', 'fix', '--tip', 'short', '--yes'])).toMatchObject({ status: 2 });
    expect(docketRefused(repo.root, ['undo', 'nothing', '--yes'])).toMatchObject({
      status: 1,
      code: 'no_such_proposal',
    });
  });
});

describe('in a terminal it says what will happen, and asks', () => {
  test('No is the answer to a bare Enter; y undoes, and redoes', async () => {
    const repo = approved();
    repo.write({ 'guide.md': LOUD.replace('six', 'six!') });
    const no = docketInTerminal(repo.root, ['undo', 'fix']);
    await no.shows('Undoing takes main back to where it was before fix was approved; it is pending again.');
    await no.shows('Your uncommitted edits of guide.md stay.');
    await no.shows('Undo it? [y/N]');
    no.press('\r');
    expect(await no.exit).toBe(1);
    expect(repo.git('rev-parse', 'main')).toBe(repo.after);

    const undo = docketInTerminal(repo.root, ['undo', 'fix']);
    await undo.shows('Undo it? [y/N]');
    undo.press('y\r');
    await undo.shows('Undid the approval of fix');
    expect(await undo.exit).toBe(0);
    expect(repo.git('rev-parse', 'main')).toBe(repo.before);

    const redo = docketInTerminal(repo.root, ['redo', 'fix']);
    await redo.shows('Redoing takes main to where the approval of fix had put it.');
    await redo.shows('Redo it? [y/N]');
    redo.press('y\r');
    expect(await redo.exit).toBe(0);
    expect(repo.git('rev-parse', 'main')).toBe(repo.after);
  });

  test('what moved between the question and the answer is not undone', async () => {
    const repo = approved();
    const screen = docketInTerminal(repo.root, ['undo', 'fix']);
    await screen.shows('Undo it? [y/N]');
    repo.write({ 'guide.md': LOUD.replace('six', 'six!') });
    screen.press('y\r');
    await screen.shows('changed_since_review');
    expect(await screen.exit).toBe(1);
    expect(repo.git('rev-parse', 'main')).toBe(repo.after);
  });
});

test('a session takes them as lines', async () => {
  const repo = approved();
  const session = lineSession(repo.root);
  expect(await session.ask('proposal.undo', { proposal: 'fix' })).toMatchObject({ result: { how: 'back' } });
  expect(await session.ask('proposal.redo', { proposal: 'fix' })).toMatchObject({
    result: { how: 'forward' },
  });
  await session.end();
});
