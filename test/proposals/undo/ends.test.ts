// Ends that landed nothing, taken back and brought about again; and restoring.
import { describe, expect, test } from 'vitest';
import {
  listEvents,
  listProposals,
  observeProposals,
  outcomeOf,
  readReviews,
  redoProposal,
  rejectProposal,
  restoreProposal,
  undoProposal,
  withdrawProposal,
} from '../../../src/proposals/index.ts';
import { makeStory, owners } from '../story.ts';

const OWNER = { name: 'Olive Owner', email: 'olive@example.com', role: 'owner' } as const;

async function waiting() {
  const story = await makeStory({ 'a.md': 'a\n', 'b.md': 'b\n' });
  const { proposal, tip } = await story.propose([await story.edited('a.md', 'A\n')]);
  const { repo, givens } = story;
  const ask = { proposal };
  return {
    ...story,
    proposal,
    tip,
    reject: () => rejectProposal(repo, { ...ask, tip, reason: 'Too loud', by: OWNER }, givens),
    withdraw: () => withdrawProposal(repo, { ...ask, session: 'session-1', agent: 'scribe' }, givens),
    undo: () => undoProposal(repo, ask, givens),
    redo: () => redoProposal(repo, ask, givens),
    restore: () => restoreProposal(repo, ask, givens),
    outcome: () => outcomeOf(repo, { id: proposal, tip, target: 'main' }),
  };
}

describe.each(['reject', 'withdraw'] as const)('S22: undo of a %s', (end) => {
  test('S22: pending again at the same tip, in one transaction; redone and undone again', async () => {
    const x = await waiting();
    const before = owners(x.disk);
    await x[end]();
    const ended = await x.outcome();
    const refs = x.disk.git('for-each-ref', '--format=%(refname)');
    expect(await x.undo()).toMatchObject({ how: 'reopen', outcome: 'pending', tip: x.tip, revision: 1 });
    expect(await x.outcome()).toMatchObject({ outcome: 'pending', reopened: { by: OWNER } });
    expect(x.disk.git('rev-parse', `proposals/${x.proposal}`)).toBe(x.tip);
    expect(x.disk.git('for-each-ref', 'refs/docket/ended')).toBe('');
    expect(await listProposals(x.repo)).toMatchObject([{ id: x.proposal, state: 'pending' }]);

    expect(await x.redo()).toMatchObject({ how: 'end', outcome: ended.outcome, tip: x.tip });
    expect(await x.outcome()).toMatchObject({
      outcome: ended.outcome,
      ...(ended.reason === undefined ? {} : { reason: ended.reason }),
      by: OWNER,
    });
    expect(x.disk.git('for-each-ref', '--format=%(refname)')).toBe(refs);
    await x.undo();
    expect(await x.outcome()).toMatchObject({ outcome: 'pending' });
    expect(owners(x.disk)).toBe(before);
    expect(x.disk.git('fsck', '--strict', '--no-dangling')).toBe('');
  });
});

test('S33: each taking back is an event of its own, which names the ends that count no more', async () => {
  const x = await waiting();
  await x.reject();
  await x.undo();
  const main = x.disk.git('rev-parse', 'main');
  const [rejected, reopened] = await readReviews(x.repo, x.proposal);
  expect(reopened).toMatchObject({
    version: 1,
    kind: 'reopened',
    proposal: x.proposal,
    revision: 1,
    tip: x.tip,
    by: OWNER,
    reopened: { undoes: [rejected!.id], how: 'reopen', targetOid: main },
  });
  expect(x.disk.git('log', '--format=%s', `refs/docket/reviews/${x.proposal}`)).toBe(
    `docket: reopened ${x.proposal}\ndocket: rejected ${x.proposal}`,
  );
});

test('S42: the log tells each step once, also when it comes again, and an observer adds nothing', async () => {
  const x = await waiting();
  await x.reject();
  await x.undo();
  await x.redo();
  await x.undo();
  const kinds = async () => (await listEvents(x.repo, null, 100)).events.map(({ kind }) => kind);
  const told = [
    ...['proposal.created', 'proposal.rejected', 'proposal.reopened'],
    ...['proposal.rejected', 'proposal.reopened'],
  ];
  expect(await kinds()).toEqual(told);
  await observeProposals(x.repo, x.givens);
  expect(await kinds()).toEqual(told);
  x.disk.git('branch', '-q', '-D', `proposals/${x.proposal}`);
  await observeProposals(x.repo, x.givens);
  await observeProposals(x.repo, x.givens);
  expect(await kinds()).toEqual([...told, 'proposal.rejected']);
});

describe('S75: restore', () => {
  test.each([
    ['rejected', (x: Awaited<ReturnType<typeof waiting>>) => x.reject()],
    ['withdrawn', (x: Awaited<ReturnType<typeof waiting>>) => x.withdraw()],
    [
      'removed',
      async (x: Awaited<ReturnType<typeof waiting>>) =>
        x.disk.git('branch', '-q', '-D', `proposals/${x.proposal}`),
    ],
  ] as const)('S75: one that was %s', async (was, end) => {
    const x = await waiting();
    await end(x);
    expect(await x.restore()).toMatchObject({ was, how: 'reopen', tip: x.tip });
    expect(await x.outcome()).toMatchObject({ outcome: 'pending' });
    await expect(x.restore()).rejects.toMatchObject({ code: 'exists' });
  });

  test('S75: the agent goes on with it: its next save is a revision of it', async () => {
    const x = await waiting();
    await x.reject();
    await x.restore();
    const next = await x.propose([await x.edited('a.md', 'AA\n')], { into: x.proposal, seenTip: x.tip });
    expect(next).toMatchObject({ proposal: x.proposal, revision: 2 });
  });

  test('S75: applied and reverted: a new revision; approving that lands the change again', async () => {
    const x = await waiting();
    x.disk.git('merge', '-q', '--ff-only', `proposals/${x.proposal}`);
    x.disk.git('branch', '-q', '-D', `proposals/${x.proposal}`);
    x.disk.git('revert', '--no-edit', 'HEAD');
    const { tip } = await x.restore();
    expect(tip).not.toBe(x.tip);
    expect(x.disk.git('rev-parse', `${tip}~1`)).toBe(x.disk.git('rev-parse', 'main'));
    expect(x.disk.git('show', '-s', '--format=%an|%cn|%s', tip)).toBe(
      x.disk.git('show', '-s', '--format=%an|%cn|%s', x.tip),
    );
    expect(await x.outcome()).toMatchObject({ outcome: 'pending', tip });
    await expect(x.redo()).rejects.toMatchObject({ code: 'blocked' });
    x.disk.git('merge', '-q', '--ff-only', tip);
    expect(x.disk.read('a.md')).toBe('A\n');
    // And reverted once more, it is told as that: not as pending since it was restored before.
    x.disk.git('branch', '-q', '-D', `proposals/${x.proposal}`);
    x.disk.git('revert', '--no-edit', 'HEAD');
    expect(await x.outcome()).toMatchObject({ outcome: 'applied', since: 'reverted' });
  });

  test('S75: applied, and the target reset: at its own tip', async () => {
    const x = await waiting();
    const main = x.disk.git('rev-parse', 'main');
    x.disk.git('merge', '-q', '--no-ff', '-m', 'Merge', `proposals/${x.proposal}`);
    x.disk.git('branch', '-q', '-D', `proposals/${x.proposal}`);
    x.disk.git('reset', '-q', '--hard', main);
    expect(await x.restore()).toMatchObject({ how: 'reopen', tip: x.tip });
  });

  test('S75: applied and still there: already_ended', async () => {
    const x = await waiting();
    x.disk.git('merge', '-q', '--no-ff', '-m', 'Merge', `proposals/${x.proposal}`);
    x.disk.git('branch', '-q', '-D', `proposals/${x.proposal}`);
    await expect(x.restore()).rejects.toMatchObject({ code: 'already_ended' });
  });
});

test('S12: a branch left behind at the end is pending again where the end is undone', async () => {
  const x = await waiting();
  x.disk.git('worktree', 'add', '-q', `${x.disk.root}/.git/tree`, `proposals/${x.proposal}`);
  await x.reject();
  await expect(x.restore()).rejects.toMatchObject({ code: 'exists' });
  expect(await x.undo()).toMatchObject({ how: 'reopen' });
  expect(await x.outcome()).toMatchObject({ outcome: 'pending' });
});

test('S12: one that differs in letter case only stands in the way', async () => {
  const x = await waiting();
  await x.reject();
  x.disk.git('branch', `proposals/${x.proposal.toUpperCase()}`);
  await expect(x.restore()).rejects.toMatchObject({ code: 'ambiguous' });
});

test('two owners undo at once: one does, the other is told that it is pending', async () => {
  const x = await waiting();
  await x.reject();
  const done = await Promise.allSettled([x.undo(), x.undo(), x.undo()]);
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const each of done)
    if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'blocked' });
  expect((await readReviews(x.repo, x.proposal)).map(({ kind }) => kind)).toEqual(['rejected', 'reopened']);
});
