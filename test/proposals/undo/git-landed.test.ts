// Undo of what plain git landed: a commit takes it out, never the branch back.
import { describe, expect, test } from 'vitest';
import { outcomeOf } from '../../../src/proposals/index.ts';
import { text } from '../apply/sides.ts';
import { expectWhole, makeRepo, opened, propose, takers } from './undoing.ts';

describe('S22: what git itself landed', () => {
  test.each([
    ['merged, the branch left', ['merge', '-q', '--no-ff', '-m', 'Merge', 'proposals/x'], false],
    ['merged, the branch gone', ['merge', '-q', '--no-ff', '-m', 'Merge', 'proposals/x'], true],
    ['fast-forwarded', ['merge', '-q', '--ff-only', 'proposals/x'], true],
    ['cherry-picked', ['cherry-pick', 'proposals/x'], true],
  ] as const)('S22: %s: a commit takes it out, never the branch back', async (_, merge, gone) => {
    const disk = makeRepo({ 'a.md': text(), 'b.md': 'b\n' });
    const tip = propose(disk, 'x', { 'a.md': text('agent') });
    disk.git('update-ref', 'refs/docket/revisions/x/1', tip);
    if (merge[0] === 'cherry-pick') disk.commit({ 'b.md': 'B\n' });
    const before = disk.git('rev-parse', 'main^{tree}');
    disk.git(...merge);
    if (gone) disk.git('branch', '-q', '-D', 'proposals/x');
    const top = disk.git('rev-parse', 'main');
    const repo = await opened(disk);
    const done = await takers(repo).undo();
    expect(done).toMatchObject({ was: 'applied', how: 'revert' });
    expect(disk.git('rev-parse', 'main~1', 'main^{tree}')).toBe(`${top}\n${before}`);
    expect(disk.git('rev-parse', 'proposals/x', 'proposals/x~1')).toBe(
      `${done.tip}\n${disk.git('rev-parse', 'main')}`,
    );
    expect(await outcomeOf(repo, { id: 'x', tip, target: 'main' })).toMatchObject({ outcome: 'pending' });
    expect(await takers(repo).redo()).toMatchObject({ how: 'apply', outcome: 'applied' });
    expectWhole(disk);
  });

  test('S22: fast-forwarded over several commits: all of them; without git’s own log of it: refused', async () => {
    const disk = makeRepo({ 'a.md': 'a\n', 'b.md': 'b\n' });
    const first = propose(disk, 'x', { 'a.md': 'A\n' });
    const tip = propose(disk, 'x', { 'b.md': 'B\n' }, { from: first });
    disk.git('update-ref', 'refs/docket/revisions/x/1', tip);
    const before = disk.git('rev-parse', 'main');
    disk.git('merge', '-q', '--ff-only', 'proposals/x');
    const repo = await opened(disk);
    const log = disk.read('.git/logs/refs/heads/main');
    disk.write({ '.git/logs/refs/heads/main': '' });
    await expect(takers(repo).undo()).rejects.toMatchObject({
      code: 'blocked',
      details: { cause: 'history' },
    });
    disk.write({ '.git/logs/refs/heads/main': log });
    await takers(repo).undo();
    expect(disk.git('rev-parse', 'main^{tree}')).toBe(disk.git('rev-parse', `${before}^{tree}`));
    expect(disk.git('diff', '--name-only', 'main', 'proposals/x')).toBe('a.md\nb.md');
  });

  test('S22: merged and reverted by git: no commit is needed, the new revision applies it again', async () => {
    const disk = makeRepo({ 'a.md': text() });
    propose(disk, 'x', { 'a.md': text('agent') });
    disk.git('merge', '-q', '--no-ff', '-m', 'Merge', 'proposals/x');
    disk.git('revert', '--no-edit', '-m', '1', 'HEAD');
    const main = disk.git('rev-parse', 'main');
    const repo = await opened(disk);
    const { tip } = await takers(repo).undo();
    expect(disk.git('rev-parse', 'main', 'proposals/x', `${tip}~1`)).toBe(`${main}\n${tip}\n${main}`);
    expect(disk.git('show', `${tip}:a.md`)).toBe(text('agent').trimEnd());
  });
});
