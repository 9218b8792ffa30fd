// What other programs do in the middle of an approval: locks they hold, files they save, refs they move.
import { linkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { applyWatched } from '../../../src/proposals/apply/apply.ts';
import { preflight } from '../../../src/proposals/index.ts';
import type { LandingStep } from '../../../src/repo/index.ts';
import { makeRepo, type TestRepo } from '../../helpers/make-repo.ts';
import { listing } from '../../repo/landing/landings.ts';
import { approve, givens, opened, propose, refusalOf } from './proposing.ts';
import { text } from './sides.ts';

const DOC = { 'a.md': text(), 'b.md': 'b\n' };

function prepared(how: 'fast-forward' | 'merge'): { repo: TestRepo; tip: string } {
  const repo = makeRepo(DOC);
  const tip = propose(repo, 'x', { 'a.md': text('agent') });
  if (how === 'merge') repo.commit({ 'a.md': text('target') });
  return { repo, tip };
}

describe('S68: a lock that another program holds', () => {
  test('is named, with its age and who seems to hold it, and never removed', async () => {
    const { repo, tip } = prepared('fast-forward');
    const lock = join(repo.root, '.git/index.lock');
    writeFileSync(lock, 'left by a crash');
    const open = await opened(repo);
    const before = listing(repo.root);
    const refusal = await refusalOf(applyWatched(open, { proposal: 'x', tip }, givens, { patienceMs: 0 }));
    expect(refusal).toMatchObject({ code: 'locked', details: { lock, owner: null } });
    expect(refusal.message).toMatch(/index\.lock is held by no program that runs here.* for \d+ s/);
    expect(listing(repo.root)).toEqual(before);
  });

  test('is waited for', async () => {
    const { repo, tip } = prepared('fast-forward');
    const open = await opened(repo);
    let held = false;
    const done = await applyWatched(open, { proposal: 'x', tip }, givens, {
      at: (step) => {
        if (step !== 'journal' || held) return;
        // A git command that comes in between, once, and is over soon.
        held = true;
        writeFileSync(join(repo.root, '.git/index.lock'), '');
        setTimeout(() => rmSync(join(repo.root, '.git/index.lock')), 30);
      },
    });
    expect(done.outcome).toBe('applied');
  });
});

describe('S68: others who change things without pause', () => {
  const OTHERS: [string, (repo: TestRepo, n: number) => void, RegExp][] = [
    ['stage', (repo, n) => stage(repo, `${n}`), /changed git’s index, by a commit or by staging, meanwhile/],
    [
      'commit',
      (repo, n) => void repo.commit({ 'b.md': `${n}\n` }),
      /moved refs.heads.main, by committing, meanwhile/,
    ],
  ];

  test.each(OTHERS)(
    'they %s: it is said what they did, how long was tried and what to do',
    async (_, act, words) => {
      const { repo, tip } = prepared('merge');
      let n = 0;
      const at = (step: LandingStep) => {
        if (step === 'staged') act(repo, n++);
      };
      const applied = applyWatched(await opened(repo), { proposal: 'x', tip }, givens, {
        at,
        patienceMs: 20,
      });
      const refusal = await refusalOf(applied);
      expect(refusal).toMatchObject({ code: 'locked', details: { tries: n } });
      expect(refusal.message).toMatch(words);
      expect(refusal.message).toMatch(
        /^Docket tried (once|\d+ times in \d+\.\d s), and each time another program /,
      );
      expect(refusal.hint).toMatch(/^Nothing was changed\. When the other program is done, .*approve/);
    },
  );

  const stage = (repo: TestRepo, content: string) => {
    repo.write({ 'staged.md': content });
    repo.git('add', 'staged.md');
  };
});

describe('edits that come in between', () => {
  const STEPS: LandingStep[] = ['staged', 'refs-prepared', 'journal', 'locked', 'rechecked', 'grabbed-0'];

  test.each(STEPS)('S21: the owner saves other lines after the step %s: both edits are there', async (at) => {
    const { repo, tip } = prepared('merge');
    let saved = false;
    const act = applyWatched(await opened(repo), { proposal: 'x', tip }, givens, {
      at: (step) => {
        if (step === at && !saved) repo.write({ 'a.md': text('target', 'unstaged') });
        if (step === at) saved = true;
      },
    });
    // A merge into uncommitted edits was not shown: it has to be read first, and then it lands on top of them.
    expect(await refusalOf(act)).toMatchObject({ code: 'review_needed' });
    expect(repo.read('a.md')).toBe(text('target', 'unstaged'));
    await approve(await opened(repo), 'x');
    expect(repo.read('a.md')).toBe(text('agent', 'target', 'unstaged'));
    expect(repo.git('show', 'main:a.md')).toBe(text('agent', 'target').trimEnd());
  });

  test('what a program saves through an old handle joins what landed', async () => {
    const { repo, tip } = prepared('merge');
    const handle = join(repo.root, '.git/handle');
    linkSync(join(repo.root, 'a.md'), handle);
    const done = await applyWatched(await opened(repo), { proposal: 'x', tip }, givens, {
      at: (step) => {
        if (step === 'unlocked') writeFileSync(handle, text('target', 'unstaged'));
      },
    });
    expect(done.warnings.join()).toContain('both are in it now');
    expect(repo.read('a.md')).toBe(text('agent', 'target', 'unstaged'));
  });

  test('S13: a tip that moves in between does not land, nor does the old one', async () => {
    const { repo } = prepared('merge');
    const open = await opened(repo);
    const { token } = await preflight(open, 'x');
    let moved = '';
    const act = applyWatched(open, { proposal: 'x', token }, givens, {
      at: (step) => {
        if (step === 'staged') moved = propose(repo, 'x', { 'a.md': text('agent', 'staged') });
      },
    });
    expect(await refusalOf(act)).toMatchObject({
      code: 'changed_since_review',
      details: { what: 'tip', tip: moved },
    });
    expect(repo.git('status', '--porcelain')).toBe('');
    expect(repo.git('show', 'main:a.md')).toBe(text('target').trimEnd());
  });
});
