import { describe, expect, test } from 'vitest';
import { readReviews, rejectProposal, showProposal, withdrawProposal } from '../../src/proposals/index.ts';
import { makeStory, owners } from './story.ts';

const OWNER = { name: 'Olive Owner', email: 'olive@example.com', role: 'owner' } as const;

async function waiting() {
  const story = await makeStory({ 'a.md': 'a\n', 'b.md': 'b\n' });
  const done = await story.propose([await story.edited('a.md', 'A\n')]);
  const reject = (more = {}) =>
    rejectProposal(story.repo, { proposal: done.proposal, tip: done.tip, by: OWNER, ...more }, story.givens);
  const withdraw = (more = {}) =>
    withdrawProposal(
      story.repo,
      { proposal: done.proposal, session: 'session-1', agent: 'scribe', ...more },
      story.givens,
    );
  return { ...story, ...done, reject, withdraw, branch: `proposals/${done.proposal}` };
}

test('S20, S66: reject deletes the branch, keeps tip and reason, in one transaction', async () => {
  const { disk, repo, proposal, tip, branch, reject } = await waiting();
  const before = owners(disk);
  expect(await reject({ reason: 'Line 1 is wrong' })).toEqual({
    proposal,
    tip,
    outcome: 'rejected',
    warnings: [],
  });
  expect(disk.tryGit('rev-parse', '--verify', branch).status).not.toBe(0);
  expect(disk.git('rev-parse', `refs/docket/ended/${proposal}`)).toBe(tip);
  expect(disk.git('rev-parse', `refs/docket/revisions/${proposal}/1`)).toBe(tip);
  expect(owners(disk)).toBe(before);

  const [name] = disk.git('ls-tree', '--name-only', `refs/docket/reviews/${proposal}`).split('\n');
  const event = JSON.parse(disk.git('show', `refs/docket/reviews/${proposal}:${name}`));
  expect(name).toBe(`${event.at}-${event.id}.json`);
  expect(event).toEqual({
    version: 1,
    id: expect.any(String),
    kind: 'rejected',
    proposal,
    revision: 1,
    tip,
    at: expect.stringMatching(/^2026-/),
    by: OWNER,
    reason: 'Line 1 is wrong',
    targetOid: disk.git('rev-parse', 'main'),
  });
  expect(disk.git('show', '-s', '--format=%an|%s|%P', `refs/docket/reviews/${proposal}`)).toBe(
    `Olive Owner|docket: rejected ${proposal}|`,
  );
  expect(await showProposal(repo, proposal)).toMatchObject({
    state: 'ended',
    outcome: { outcome: 'rejected', reason: 'Line 1 is wrong', by: OWNER },
    paths: [{ doc: 'a.md', what: 'change' }],
  });
  expect(disk.git('fsck', '--strict')).toBe('');
});

test('S20: reject is pinned to the tip that was read', async () => {
  const { disk, edited, propose, proposal, tip, reject } = await waiting();
  const next = await propose([await edited('a.md', 'AA\n')], { into: proposal, seenTip: tip });
  const before = disk.git('for-each-ref');
  await expect(reject()).rejects.toMatchObject({
    code: 'changed_since_review',
    details: { what: 'tip', tip: next.tip, read: tip },
  });
  expect(disk.git('for-each-ref')).toBe(before);
});

test('what ended cannot end again, and what never was is said', async () => {
  const { reject, withdraw } = await waiting();
  await reject();
  await expect(reject()).rejects.toMatchObject({ code: 'already_ended', details: { outcome: 'rejected' } });
  await expect(withdraw()).rejects.toMatchObject({ code: 'already_ended' });
  await expect(reject({ proposal: 'never' })).rejects.toMatchObject({ code: 'no_such_proposal' });
});

test('S10: a branch that a worktree has checked out is left, and the end is recorded', async () => {
  const { disk, repo, proposal, tip, branch, reject } = await waiting();
  disk.git('checkout', '-q', branch);
  expect(await reject({ reason: 'no' })).toMatchObject({
    branchLeft: true,
    warnings: [expect.stringContaining(`checked out in ${disk.root}`)],
  });
  expect(disk.git('rev-parse', branch)).toBe(tip);
  expect(await showProposal(repo, proposal)).toMatchObject({
    state: 'ended',
    outcome: { outcome: 'rejected', branchLeft: true },
  });
});

test('S67: the owner’s hook may veto a rejection', async () => {
  const { disk, reject } = await waiting();
  disk.write({
    '.git/hooks/reference-transaction': '#!/bin/sh\necho not today >&2\ntest "$1" != prepared\n',
  });
  disk.executable('.git/hooks/reference-transaction');
  const before = disk.git('for-each-ref');
  await expect(reject()).rejects.toMatchObject({ code: 'hook_refused' });
  expect(disk.git('for-each-ref')).toBe(before);
});

describe('S40: withdraw', () => {
  test('S40: the session that wrote it may', async () => {
    const { repo, proposal, withdraw } = await waiting();
    expect(await withdraw({ reason: 'Found a better way' })).toMatchObject({ outcome: 'withdrawn' });
    expect(await showProposal(repo, proposal)).toMatchObject({
      outcome: { outcome: 'withdrawn', by: { name: 'scribe', role: 'agent' }, reason: 'Found a better way' },
    });
  });

  test('S40: another needs the tip that it read', async () => {
    const { tip, withdraw } = await waiting();
    await expect(withdraw({ session: 'session-2' })).rejects.toMatchObject({ code: 'review_needed' });
    await expect(withdraw({ session: 'session-2', tip: 'f'.repeat(40) })).rejects.toMatchObject({
      code: 'proposal_moved',
    });
    expect(await withdraw({ session: 'session-2', tip })).toMatchObject({ outcome: 'withdrawn' });
  });

  test('S38: one that took over the author’s work may', async () => {
    const { withdraw } = await waiting();
    expect(await withdraw({ session: 'session-2', formerSessions: ['session-1'] })).toMatchObject({
      outcome: 'withdrawn',
    });
  });
});

describe('S66: the chain of events', () => {
  test('S66: a second event has the first as its one parent, unknown kinds and fields are kept', async () => {
    const { disk, repo, proposal, reject } = await waiting();
    const ref = `refs/docket/reviews/${proposal}`;
    const later = JSON.stringify({
      version: 7,
      id: 'later',
      kind: 'painted',
      proposal,
      tip: 'x',
      at: '2026-01-01T00:00:00Z',
      by: { name: 'Zoe', role: 'wizard' },
      colour: 'blue',
    });
    const blob = disk.gitInput(later, 'hash-object', '-w', '--stdin');
    const odd = disk.gitInput('not json', 'hash-object', '-w', '--stdin');
    const tree = disk.gitInput(`100644 blob ${blob}\tlater.json\n100644 blob ${odd}\todd.json\n`, 'mktree');
    const first = disk.git('commit-tree', '-m', 'from a later docket', tree);
    disk.git('update-ref', ref, first);
    await reject();
    expect(disk.git('rev-parse', `${ref}^@`)).toBe(first);
    expect(disk.git('ls-tree', '--name-only', ref).split('\n').length).toBe(3);
    expect(await readReviews(repo, proposal)).toMatchObject([
      { kind: 'painted', colour: 'blue', by: { name: 'Zoe', role: 'unknown' } },
      { kind: 'rejected' },
    ]);
  });

  test('S33: the chains of two clones unite as trees, without a conflict', async () => {
    const { disk, repo, proposal, reject } = await waiting();
    await reject({ reason: 'here' });
    const ref = `refs/docket/reviews/${proposal}`;
    const here = disk.git('rev-parse', ref);
    const event = {
      version: 1,
      id: 'there',
      kind: 'withdrawn',
      proposal,
      revision: 1,
      tip: '',
      at: '2026-01-01',
      by: OWNER,
    };
    const blob = disk.gitInput(JSON.stringify(event), 'hash-object', '-w', '--stdin');
    const there = disk.git(
      'commit-tree',
      '-m',
      'there',
      disk.gitInput(`100644 blob ${blob}\tthere.json\n`, 'mktree'),
    );
    const tree = disk.git('merge-tree', '--write-tree', '--allow-unrelated-histories', here, there);
    disk.git('update-ref', ref, disk.git('commit-tree', '-m', 'both', '-p', here, '-p', there, tree));
    expect((await readReviews(repo, proposal)).map(({ kind }) => kind).sort()).toEqual([
      'rejected',
      'withdrawn',
    ]);
  });
});
