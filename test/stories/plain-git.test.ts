// Plain git alone decides; docket settles from what it sees in refs and bytes.
import { describe, expect, test } from 'vitest';
import { makeRepo, type TestRepo } from '../helpers/make-repo.ts';
import { docketOk, startAgent } from './actors.ts';
import { GUIDE, having } from './guide.ts';

const CHANGED = { 4: 'line 4, better' };
const OWNERS = { 11: 'line 11 of the owner' };

interface Decision {
  /** What the owner does, after a commit of their own on main unless `ahead` is false. */
  readonly decide: (repo: TestRepo, branch: string) => void;
  readonly ahead: boolean;
  readonly outcome: 'applied' | 'rejected';
}

const DECISIONS: Record<string, Decision> = {
  'merge --no-ff, branch deleted': {
    decide: (repo, branch) => {
      repo.git('merge', '-q', '--no-ff', '-m', 'Merge', branch);
      repo.git('branch', '-q', '-d', branch);
    },
    ahead: true,
    outcome: 'applied',
  },
  'merge without deleting the branch': {
    decide: (repo, branch) => void repo.git('merge', '-q', '--no-ff', '-m', 'Merge', branch),
    ahead: true,
    outcome: 'applied',
  },
  'merge --ff-only': {
    decide: (repo, branch) => void repo.git('merge', '-q', '--ff-only', branch),
    ahead: false,
    outcome: 'applied',
  },
  'merge --squash': {
    decide: (repo, branch) => {
      repo.git('merge', '-q', '--squash', branch);
      repo.git('commit', '-q', '-m', 'Squashed');
      repo.git('branch', '-q', '-D', branch);
    },
    ahead: true,
    outcome: 'applied',
  },
  'merge -s ours': {
    decide: (repo, branch) => void repo.git('merge', '-q', '-s', 'ours', '-m', 'Not this', branch),
    ahead: true,
    outcome: 'rejected',
  },
  'cherry-pick': {
    decide: (repo, branch) => {
      repo.git('cherry-pick', branch);
      repo.git('branch', '-q', '-D', branch);
    },
    ahead: true,
    outcome: 'applied',
  },
  'branch -D of an unmerged one': {
    decide: (repo, branch) => void repo.git('branch', '-q', '-D', branch),
    ahead: true,
    outcome: 'rejected',
  },
};

const WAYS = [
  { session: 'running', packed: false },
  { session: 'running', packed: true },
  { session: 'restarted', packed: false },
  { session: 'restarted', packed: true },
] as const;

describe.each(Object.entries(DECISIONS))('%s', (_name, { decide, ahead, outcome }) => {
  test.each(WAYS)(
    'S29 S31: is told as it was (session $session, pack-refs $packed)',
    async ({ session, packed }) => {
      const repo = makeRepo({ 'guide.md': GUIDE });
      let agent = await startAgent(repo.root);
      const { proposal } = await agent.propose('guide.md', 'line 4\n', 'line 4, better\n');
      if (session === 'restarted') await agent.kill();
      if (packed) repo.git('pack-refs', '--all');
      if (ahead) repo.commit({ 'guide.md': having(OWNERS) });
      decide(repo, `proposals/${proposal}`);
      if (packed) repo.git('pack-refs', '--all');
      if (session === 'restarted') agent = await startAgent(repo.root);

      const now = having({ ...(ahead ? OWNERS : {}), ...(outcome === 'applied' ? CHANGED : {}) });
      const { synced } = await agent.ok('doc_list');
      expect(synced).toEqual([expect.objectContaining({ doc: 'guide.md', proposal, outcome })]);
      expect(repo.read('guide.md')).toBe(now);
      expect(await agent.text('guide.md')).toBe(now);
      expect((await agent.ok('doc_list')).synced).toEqual([]);
      const { json } = await docketOk(repo.root, 'list', '--json');
      expect(json.proposals.filter((one: { state: string }) => one.state === 'pending')).toEqual([]);
      // What is edited and saved next is a new proposal, whatever is left of the old branch.
      const next = await agent.propose('guide.md', 'line 7\n', 'line 7 next\n');
      expect(next.proposal).not.toBe(proposal);
    },
  );
});

test('a proposal that a person made with plain git is listed, approved and gone', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE });
  repo.git('switch', '-q', '-c', 'proposals/by-hand');
  repo.commit({ 'guide.md': having(CHANGED) }, 'By hand');
  repo.git('switch', '-q', 'main');
  const { json } = await docketOk(repo.root, 'list', '--json');
  expect(json.proposals).toEqual([
    expect.objectContaining({ proposal: 'by-hand', target: 'main', summary: 'By hand' }),
  ]);
  const plan = (await docketOk(repo.root, 'preflight', 'by-hand', '--json')).json;
  await docketOk(repo.root, 'approve', 'by-hand', '--token', plan.token, '--yes');
  expect(repo.read('guide.md')).toBe(having(CHANGED));
  expect(repo.git('branch', '--list', 'proposals/*')).toBe('');
});
