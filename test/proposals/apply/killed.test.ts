import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { outcomeOf } from '../../../src/proposals/index.ts';
import { makeRepo, type TestRepo } from '../../helpers/make-repo.ts';
import { contents } from '../../repo/landing/landings.ts';
import { bundled, ran } from '../../repo/landing/programs.ts';
import { opened, propose } from './proposing.ts';
import { text } from './sides.ts';

let program = '';
beforeAll(() => {
  program = bundled(join(import.meta.dirname, 'kill-program.ts'));
});

/** The steps as docs/apply.md tells them, each with what the next command brings. */
const STEPS = [
  ...readFileSync(join(import.meta.dirname, '../../../docs/apply.md'), 'utf8').matchAll(
    /^\| `([a-z]+(?:-[a-z0-9]+)?)` \|.*\| (before|after) \|$/gm,
  ),
].map(([, step, brings]) => ({ step: step!, brings }));

/** A merge of three docs into a work tree with staged and uncommitted edits in one of them. */
function prepared(): { repo: TestRepo; tip: string; before: Record<string, string> } {
  const repo = makeRepo({ 'a.md': text(), 'gone.md': 'gone\n', 'o.md': 'o\n' });
  const tip = propose(repo, 'x', { 'a.md': text('agent'), 'gone.md': null, 'new/n.md': 'n\n' });
  repo.commit({ 'a.md': text('target') });
  repo.write({ 'a.md': text('target', 'staged'), 'o.md': 'staged\n' });
  repo.git('add', '-A');
  repo.write({ 'a.md': text('target', 'staged', 'unstaged') });
  return { repo, tip, before: contents(repo.root) };
}

const AFTER = {
  'a.md': text('agent', 'target', 'staged', 'unstaged'),
  'new/n.md': 'n\n',
  'o.md': 'staged\n',
};

async function quiet(repo: TestRepo): Promise<void> {
  const locks = () =>
    (readdirSync(join(repo.root, '.git'), { recursive: true }) as string[]).filter(
      (name) => name.endsWith('.lock') && name !== 'index.lock',
    );
  await expect.poll(locks, { timeout: 10_000 }).toEqual([]);
}

test('docs/apply.md tells of every step', () => {
  expect(STEPS).toHaveLength(16);
});

describe('S21: an approval that is killed', () => {
  test.each(STEPS)(
    'after the step $step leaves, for the next command, the state $brings',
    async ({ step, brings }) => {
      const { repo, tip, before } = prepared();
      expect(ran(program, repo.root, 'approve', 'x', step)).toMatchObject({ end: 'SIGKILL' });
      await quiet(repo);
      const recovered = JSON.parse(ran(program, repo.root, 'recover').out);
      expect(recovered.left).toEqual([]);

      const landed = brings === 'after';
      expect(contents(repo.root)).toEqual(landed ? AFTER : before);
      expect(repo.git('show', ':a.md')).toBe(
        text(...(landed ? (['agent'] as const) : []), 'target', 'staged').trimEnd(),
      );
      expect(repo.git('show', 'main:a.md')).toBe(
        text(...(landed ? (['agent'] as const) : []), 'target').trimEnd(),
      );
      expect(repo.git('status', '--porcelain')).toBe('MM a.md\nM  o.md');
      expect(repo.git('fsck', '--strict', '--no-dangling')).toBe('');
      const outcome = await outcomeOf(await opened(repo), { id: 'x', tip, target: 'main' });
      expect(outcome.outcome).toBe(landed ? 'applied' : 'pending');
      const names = readdirSync(repo.root, { recursive: true }) as string[];
      expect(names.filter((name) => /\.lock$|\.docket-|docket\/journal\/./.test(name))).toEqual([]);
    },
  );
});
