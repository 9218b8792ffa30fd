import { expect, test } from 'vitest';
import { diffProposal, listProposals, rejectProposal, showProposal } from '../../src/proposals/index.ts';
import { makeRepo } from '../helpers/make-repo.ts';
import { makeStory } from './story.ts';

const OWNER = { name: 'Olive Owner', role: 'owner' } as const;

test('a list holds what waits, newest first, with what each says of itself', async () => {
  const { disk, repo, edited, propose } = await makeStory({ 'a.md': '1\n2\n3\n', 'b.md': 'b\n' });
  const one = await propose([await edited('a.md', '1\nII\n3\n')], { summary: 'Roman two', requestId: 'r1' });
  const two = await propose([await edited('b.md', 'B\n')], { session: 'session-2' });
  expect(await listProposals(repo)).toMatchObject([{ id: two.proposal }, { id: one.proposal }]);
  expect((await listProposals(repo))[1]).toEqual({
    id: one.proposal,
    ref: `refs/heads/proposals/${one.proposal}`,
    tip: one.tip,
    state: 'pending',
    target: 'main',
    targetAssumed: false,
    revision: 1,
    summary: 'Roman two',
    edits: ['Edited a.md'],
    agent: { name: 'scribe', version: '1.0' },
    session: 'session-1',
    by: { name: 'scribe', email: 'scribe@agents.docket.invalid' },
    at: expect.stringMatching(/^2026-06-01T12:/),
    docs: ['a.md'],
    requestId: 'r1',
    follows: null,
    outcome: { outcome: 'pending', by: null, at: null, tip: one.tip },
  });
  expect(await listProposals(repo, { doc: 'b.md' })).toMatchObject([{ id: two.proposal }]);
  expect(await listProposals(repo, { session: 'session-1' })).toMatchObject([{ id: one.proposal }]);
  disk.git('pack-refs', '--all');
  expect(await listProposals(repo)).toMatchObject([{ id: two.proposal }, { id: one.proposal }]);
});

test('a list of what ended holds docket’s endings and those of plain git', async () => {
  const { disk, repo, givens, edited, propose } = await makeStory({
    'a.md': '1\n2\n3\n',
    'b.md': 'b\n',
    'c.md': 'c\n',
  });
  const [one, two, three] = [
    await propose([await edited('a.md', '1\nII\n3\n')]),
    await propose([await edited('b.md', 'B\n')]),
    await propose([await edited('c.md', 'C\n')]),
  ];
  await rejectProposal(repo, { proposal: one.proposal, tip: one.tip, reason: 'no', by: OWNER }, givens);
  disk.git('merge', '-q', `proposals/${two.proposal}`);
  disk.git('branch', '-d', `proposals/${two.proposal}`);
  disk.git('branch', '-D', `proposals/${three.proposal}`);
  const ended = await listProposals(repo, { state: 'ended' });
  expect(new Map(ended.map(({ id, outcome }) => [id, outcome?.outcome]))).toEqual(
    new Map([
      [one.proposal, 'rejected'],
      [two.proposal, 'applied'],
      [three.proposal, 'removed'],
    ]),
  );
  expect(await listProposals(repo)).toEqual([]);
  expect((await listProposals(repo, { state: 'all' })).length).toBe(3);
});

test('S28: a list sees at once what plain git merged, squashed or half picked', async () => {
  const { disk, repo, edited, propose } = await makeStory({
    'a.md': '1\n2\n3\n4\n5\n6\n7\n',
    'b.md': 'b\n',
    'c.md': 'c\n',
  });
  const half = await propose([await edited('a.md', '1\nII\n3\n4\n5\nVI\n7\n')]);
  const squashed = await propose([await edited('b.md', 'B\n')]);
  const merged = await propose([await edited('c.md', 'C\n')]);
  disk.git('merge', '-q', '--no-ff', '-m', 'm', `proposals/${merged.proposal}`);
  disk.git('merge', '-q', '--squash', `proposals/${squashed.proposal}`);
  disk.git('commit', '-qm', 's');
  disk.commit({ 'a.md': '1\nII\n3\n4\n5\n6\n7\n' }, 'half');
  expect(await listProposals(repo)).toMatchObject([
    { id: half.proposal, state: 'pending', outcome: { partial: { landed: 1, of: 2 } } },
  ]);
  const ended = await listProposals(repo, { state: 'ended' });
  expect(ended.map(({ id }) => id).sort()).toEqual([squashed.proposal, merged.proposal].sort());
});

test('one broken entry does not hide the others', async () => {
  const { disk, repo, edited, propose } = await makeStory({ 'a.md': 'a\n' });
  const one = await propose([await edited('a.md', 'A\n')]);
  disk.write({ '.git/refs/heads/proposals/broken': `${'d'.repeat(40)}\n` });
  expect(await listProposals(repo)).toMatchObject([{ id: one.proposal }]);
});

test('a plain branch targets the branch it forked from, else the one checked out', async () => {
  const disk = makeRepo({ 'a.md': 'a\n' });
  disk.git('checkout', '-qb', 'release');
  disk.commit({ 'r.md': 'r\n' }, 'Release');
  disk.git('checkout', '-qb', 'proposals/for-release');
  disk.commit({ 'a.md': 'b\n' }, 'Fix it there');
  disk.git('checkout', '-q', 'main');
  disk.git('branch', 'twin');
  disk.git('checkout', '-qb', 'proposals/for-main');
  disk.commit({ 'a.md': 'c\n' }, 'Fix it here');
  disk.git('checkout', '-q', 'main');
  const { repo } = await makeStory(undefined, { at: disk });
  const targets = (await listProposals(repo)).map(({ id, target, targetAssumed }) => [
    id,
    target,
    targetAssumed,
  ]);
  expect(new Map(targets.map(([id, ...rest]) => [id, rest]))).toEqual(
    new Map([
      ['for-release', ['release', true]],
      ['for-main', ['main', true]],
    ]),
  );
});

test('show: commits, paths, how far behind, by id, branch name or unique beginning', async () => {
  const { disk, repo, edited, propose } = await makeStory({
    'a.md': '1\n2\n',
    'gone.md': 'x\n',
    'run.sh': 'r\n',
  });
  const base = disk.git('rev-parse', 'HEAD');
  const one = await propose([await edited('a.md', '1\nII\n'), await edited('gone.md', null)], {
    summary: 'Change two',
  });
  disk.git('checkout', '-q', `proposals/${one.proposal}`);
  disk.executable('run.sh');
  disk.commit({ 'blob.bin': Buffer.from([0, 1, 2]) }, 'By hand on top');
  disk.git('checkout', '-q', 'main');
  disk.commit({ 'other.md': 'o\n' }, 'Owner');
  const shown = await showProposal(repo, one.proposal.slice(0, 8));
  expect(shown).toMatchObject({
    id: one.proposal,
    summary: 'Change two',
    revision: 2,
    base,
    behind: 1,
    commits: [
      { subject: 'By hand on top', by: 'Olive Owner' },
      { subject: 'Change two', by: 'scribe' },
    ],
    paths: [
      { doc: 'a.md', what: 'change', added: 1, removed: 1 },
      { doc: 'blob.bin', what: 'binary', added: 0, removed: 0 },
      { doc: 'gone.md', what: 'delete', added: 0, removed: 1 },
      { doc: 'run.sh', what: 'mode', added: 0, removed: 0 },
    ],
  });
  expect((await showProposal(repo, `proposals/${one.proposal}`)).id).toBe(one.proposal);
  expect((await showProposal(repo, `refs/heads/proposals/${one.proposal}`)).id).toBe(one.proposal);
  await expect(showProposal(repo, 'nothing')).rejects.toMatchObject({ code: 'no_such_proposal' });
  await expect(showProposal(repo, '')).rejects.toMatchObject({ code: 'no_such_proposal' });
  const two = await propose([await edited('a.md', '1\nIIII\n')], { summary: 'Change two' });
  await expect(showProposal(repo, 'change-two')).rejects.toMatchObject({
    code: 'ambiguous',
    details: { fits: expect.arrayContaining([one.proposal, two.proposal]) },
  });
});

test('diff: merge base to tip, as git writes it', async () => {
  const disk = makeRepo({
    'a.md': '1\n2\n3\n4\n5\n6\n7\n8\n9',
    'b b.md': 'b\n',
    'mv.md': 'x\ny\nz\n',
    'gone.md': 'g\n',
  });
  const { repo, edited, propose } = await makeStory(undefined, { at: disk });
  const { base } = await edited('mv.md', null);
  const done = await propose([
    await edited('a.md', '1\n2\n3\n4\nV\n6\n7\n8\n9\n'),
    await edited('b b.md', 'B\n'),
    await edited('gone.md', null),
    await edited('new.md', 'n\n', { created: true }),
    { path: 'to.md', renamedFrom: 'mv.md', text: 'x\ny\nZ\n', edits: [], base, created: false },
  ]);
  disk.commit({ 'a.md': '0\n1\n2\n3\n4\n5\n6\n7\n8\n9', 'other.md': 'o\n' }, 'The target goes on');
  const { text, tip, revision } = await diffProposal(repo, done.proposal);
  expect({ tip, revision }).toEqual({ tip: done.tip, revision: 1 });
  const git = disk.git('diff', '--no-color', '--no-ext-diff', '-M', `main...${done.tip}`);
  const plain = git.split('\n').filter((line) => !/^(index |similarity )/.test(line));
  expect(text.split('\n').slice(0, -1)).toEqual(plain);
  expect((await diffProposal(repo, done.proposal, { doc: 'b b.md' })).text.split('\n')[0]).toBe(
    'diff --git a/b b.md b/b b.md',
  );
  expect((await diffProposal(repo, done.proposal, { doc: 'a.md', context: 0 })).text).toContain(
    '@@ -5 +5 @@',
  );
  await expect(diffProposal(repo, done.proposal, { doc: 'other.md' })).rejects.toMatchObject({
    code: 'no_such_doc',
  });
});

test('diff since a revision: what the agent changed, not what the target did', async () => {
  const text = '1\n2\n3\n4\n5\n6\n7\n8\n9\n';
  const { disk, repo, edited, propose } = await makeStory({ 'a.md': text });
  const one = await propose([await edited('a.md', text.replace('9\n', 'nine\n'))]);
  disk.commit({ 'a.md': text.replace('1\n', 'owner\n') }, 'Owner');
  await propose([await edited('a.md', text.replace('1\n', 'owner\n').replace('9\n', 'nine!\n'))], {
    into: one.proposal,
    seenTip: one.tip,
  });
  const since = await diffProposal(repo, one.proposal, { since: 1, context: 0 });
  expect(since.text).toBe(
    'diff --git a/a.md b/a.md\n--- a/a.md\n+++ b/a.md\n@@ -9 +9 @@ owner\n-nine\n+nine!\n',
  );
  expect((await diffProposal(repo, one.proposal, { since: 2 })).text).toBe('');
  await expect(diffProposal(repo, one.proposal, { since: 3 })).rejects.toMatchObject({ code: 'not_found' });
});
