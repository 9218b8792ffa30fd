import { describe, expect, test } from 'vitest';
import { makeRepo, type TestRepo } from '../helpers/make-repo.ts';
import { docket, docketJson, docketRefused, lineSession } from './docket.ts';
import { docketInTerminal } from './pty.ts';

const GUIDE = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n';

/** A repository with one proposal, made with plain git, that changes the second line of guide.md. */
function makeReview(): TestRepo & { tip(): string } {
  const repo = makeRepo({ 'guide.md': GUIDE, 'other.md': 'x\n' });
  repo.git('switch', '-q', '-c', 'proposals/fix');
  repo.commit({ 'guide.md': GUIDE.replace('two', 'TWO') }, 'Fix the guide');
  repo.git('switch', '-q', 'main');
  return { ...repo, tip: () => repo.git('rev-parse', 'refs/heads/proposals/fix') };
}

const QUESTION = 'Approve it onto main? [y/N]';
const stateOf = (repo: TestRepo) => [
  repo.git('for-each-ref'),
  repo.git('status', '--porcelain'),
  repo.read('guide.md'),
];

describe('S72: without a terminal an approval carries what was read and a yes', () => {
  test.each([
    [
      ['approve', 'fix'],
      ['--token or --tip', '--yes'],
    ],
    [['approve', 'fix', '--yes'], ['--token or --tip']],
    [['approve', 'fix', '--token', 'x'], ['--yes']],
    [
      ['reject', 'fix'],
      ['--tip', '--yes'],
    ],
    [['reject', 'fix', '--yes', '--reason', 'No'], ['--tip']],
  ])('%j is review_needed and names the flag', (args, missing) => {
    const repo = makeReview();
    const before = stateOf(repo);
    const refusal = docketRefused(repo.root, args);
    expect(refusal).toMatchObject({ status: 1, code: 'review_needed', details: { missing } });
    for (const flag of missing.join(' or ').split(' or ')) expect(refusal.message).toContain(flag);
    expect(refusal.hint).toContain(
      args[0] === 'approve' ? 'docket preflight fix --json' : 'docket show fix --json',
    );
    expect(stateOf(repo)).toEqual(before);
  });

  test('S75: approve takes the ids of the hunks that land', () => {
    const repo = makeReview();
    repo.git('switch', '-q', 'proposals/fix');
    repo.write({ 'guide.md': GUIDE.replace('two', 'TWO').replace('six', 'SIX') });
    repo.git('commit', '-q', '--amend', '--no-edit', '-a');
    repo.git('switch', '-q', 'main');
    const { value } = docketJson(repo.root, ['preflight', 'fix']);
    const hunks = value.hunks as { id: string; new: string[] }[];
    expect(hunks).toHaveLength(2);
    const line = ['approve', 'fix', '--token', String(value.token), '--hunks', hunks[1]!.id, '--yes'];
    expect(docketJson(repo.root, line)).toMatchObject({
      status: 0,
      value: { outcome: 'applied', how: 'commit', partial: { landed: 1, of: 2 } },
    });
    expect(repo.read('guide.md')).toBe(GUIDE.replace('six', 'SIX'));
    expect(docket(repo.root, ['show', 'fix']).stdout).toContain('applied 1/2');
  });

  test('S75: preflight prints token, plan and hunks; approve takes the token', () => {
    const repo = makeReview();
    const { value } = docketJson(repo.root, ['preflight', 'fix']);
    expect(value).toMatchObject({
      proposal: 'fix',
      plan: 'fast-forward',
      token: expect.any(String),
      hunks: [{ id: expect.any(String), doc: 'guide.md', base: [1, 2], old: ['two\n'], new: ['TWO\n'] }],
    });
    const applied = docketJson(repo.root, ['approve', 'fix', '--token', String(value.token), '--yes']);
    expect(applied).toMatchObject({ status: 0, value: { outcome: 'applied', how: 'fast-forward' } });
    expect(repo.read('guide.md')).toBe(GUIDE.replace('two', 'TWO'));
  });

  test('S13: the tip alone is enough where the plan is simple, and review_needed where it is not', () => {
    const simple = makeReview();
    expect(docket(simple.root, ['approve', 'fix', '--tip', simple.tip(), '--yes']).status).toBe(0);
    const merged = makeReview();
    merged.write({ 'guide.md': GUIDE.replace('seven', 'seven!') });
    const before = stateOf(merged);
    expect(docketRefused(merged.root, ['approve', 'fix', '--tip', merged.tip(), '--yes'])).toMatchObject({
      status: 1,
      code: 'review_needed',
    });
    expect(stateOf(merged)).toEqual(before);
  });

  test('S13: a token of a tip that moved is changed_since_review', () => {
    const repo = makeReview();
    const { value } = docketJson(repo.root, ['preflight', 'fix']);
    repo.git('branch', '-f', 'proposals/fix', 'main');
    repo.git(
      'update-ref',
      'refs/heads/proposals/fix',
      repo.git('commit-tree', '-p', 'main', '-m', 'Else', 'main^{tree}'),
    );
    expect(
      docketRefused(repo.root, ['approve', 'fix', '--token', String(value.token), '--yes']),
    ).toMatchObject({
      code: 'changed_since_review',
    });
  });

  test('S75: a rejection is pinned to the tip that was read', () => {
    const repo = makeReview();
    expect(
      docketRefused(repo.root, ['reject', 'fix', '--tip', repo.git('rev-parse', 'main'), '--yes']),
    ).toMatchObject({
      status: 1,
      code: expect.stringMatching(/changed_since_review|proposal_moved/),
    });
    const args = ['reject', 'fix', '--tip', repo.tip(), '--reason', 'The old word is right', '--yes'];
    expect(docketJson(repo.root, args)).toMatchObject({ status: 0, value: { outcome: 'rejected' } });
    expect(docket(repo.root, ['list', '--state', 'ended']).stdout).toContain('The old word is right');
  });

  test('misuse is told before anything is asked for', () => {
    const repo = makeReview();
    expect(docketRefused(repo.root, ['approve'])).toMatchObject({ status: 2, code: 'invalid_input' });
    expect(docketRefused(repo.root, ['reject', 'fix', '--tip', 'short', '--yes'])).toMatchObject({
      status: 2,
    });
  });
});

describe('in a terminal the plan is shown and asked about', () => {
  test('No is the answer to a bare Enter: nothing changes, exit 1', async () => {
    const repo = makeReview();
    const before = stateOf(repo);
    const screen = docketInTerminal(repo.root, ['approve', 'fix']);
    await screen.shows(QUESTION);
    screen.press('\r');
    expect(await screen.exit).toBe(1);
    expect(screen.text()).toContain('fix onto main: fast-forward');
    expect(screen.text()).toMatch(/-two[\s\S]*\+TWO/);
    expect(screen.text()).toContain('Nothing was changed.');
    expect(stateOf(repo)).toEqual(before);
  });

  test('yes lands what was shown', async () => {
    const repo = makeReview();
    const screen = docketInTerminal(repo.root, ['approve', 'fix']);
    await screen.shows(QUESTION);
    screen.press('y\r');
    expect(await screen.exit).toBe(0);
    expect(repo.read('guide.md')).toBe(GUIDE.replace('two', 'TWO'));
  });

  test('keys typed before the question never answer it', async () => {
    const repo = makeReview();
    const before = stateOf(repo);
    const screen = docketInTerminal(repo.root, ['approve', 'fix']);
    screen.press('y\ry\r');
    await screen.shows('fix onto main');
    screen.press('y\r');
    await screen.shows(QUESTION);
    screen.press('\r');
    expect(await screen.exit).toBe(1);
    expect(stateOf(repo)).toEqual(before);
  });

  test.each([
    ['interrupt', '\x03'],
    ['end of file', '\x04'],
    ['Escape', '\x1b'],
    ['anything but yes', 'yeah\r'],
    ['an erased yes', 'y\x7f\r'],
  ])('%s is No', async (_title, keys) => {
    const repo = makeReview();
    const screen = docketInTerminal(repo.root, ['approve', 'fix']);
    await screen.shows(QUESTION);
    screen.press(keys);
    expect(await screen.exit).toBe(1);
    expect(repo.read('guide.md')).toBe(GUIDE);
  });

  test('what was shown is what lands: a tip that moved meanwhile is changed_since_review', async () => {
    const repo = makeReview();
    const screen = docketInTerminal(repo.root, ['approve', 'fix']);
    await screen.shows(QUESTION);
    repo.git(
      'update-ref',
      'refs/heads/proposals/fix',
      repo.git('commit-tree', '-p', 'main', '-m', 'Else', 'main^{tree}'),
    );
    screen.press('y\r');
    expect(await screen.exit).toBe(1);
    expect(screen.text()).toContain('changed_since_review');
    expect(repo.read('guide.md')).toBe(GUIDE);
  });

  test('R6: uncommitted and unsaved edits are named in words before the question', async () => {
    const repo = makeReview();
    repo.write({ 'guide.md': GUIDE.replace('seven', 'seven!') });
    const owner = lineSession(repo.root);
    await owner.ask('doc.edit', { doc: 'guide.md', edits: [{ oldText: 'five', newText: 'FIVE' }] });
    const screen = docketInTerminal(repo.root, ['approve', 'fix']);
    await screen.shows(QUESTION);
    const words = screen.text().replace(/\s+/g, ' ');
    expect(words).toContain(
      "Approving writes guide.md with the agent's version and keeps your uncommitted changes on top.",
    );
    expect(words).toContain(
      "Approving writes guide.md with the agent's version and merges it into your open copy, keeping your unsaved changes. If you both changed the same lines, you are asked what to keep.",
    );
    screen.press('y\r');
    expect(await screen.exit).toBe(0);
    expect(repo.read('guide.md')).toBe(GUIDE.replace('two', 'TWO').replace('seven', 'seven!'));
  });

  test('a rejection asks too, and takes its reason along', async () => {
    const repo = makeReview();
    const screen = docketInTerminal(repo.root, ['reject', 'fix', '--reason', 'Not now']);
    await screen.shows('Reject fix? [y/N]');
    expect(screen.text()).toContain(repo.tip());
    screen.press('yes\r');
    expect(await screen.exit).toBe(0);
    expect(docket(repo.root, ['list', '--state', 'ended']).stdout).toContain('Not now');
  });

  test('with --yes and a tip nothing is asked', async () => {
    const repo = makeReview();
    const screen = docketInTerminal(repo.root, ['approve', 'fix', '--tip', repo.tip(), '--yes']);
    expect(await screen.exit).toBe(0);
    expect(screen.text()).not.toContain('[y/N]');
  });

  test('a plan that cannot land is refused without a question', async () => {
    const repo = makeReview();
    repo.write({ 'guide.md': GUIDE.replace('two', 'zwei') });
    const screen = docketInTerminal(repo.root, ['approve', 'fix']);
    expect(await screen.exit).toBe(1);
    expect(screen.text()).toContain('uncommitted_clash');
    expect(screen.text()).not.toContain('[y/N]');
  });

  test('S53: TERM=dumb is asked the same, without a control', async () => {
    const repo = makeReview();
    const screen = docketInTerminal(repo.root, ['approve', 'fix'], { TERM: 'dumb' });
    await screen.shows(QUESTION);
    screen.press('y\r');
    expect(await screen.exit).toBe(0);
    expect(screen.text()).not.toContain('\x1b');
  });
});
