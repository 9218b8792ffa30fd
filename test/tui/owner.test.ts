// The owner's day in a real terminal, on real repositories: review, approve, reject, edit, save, and the banner.
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { makeRepo, type TestRepo } from '../helpers/make-repo.ts';
import { editDoc, editorWith, GUIDE, guideWith, offer, openDoc, startDesk } from './desk.ts';
import { DOCKET, type Term } from './term.ts';

const MINE = "writeFileSync(file, text.replace('line h', 'my line h'));";
const MINE_TOO = "writeFileSync(file, text.replace('line c', 'my line c'));";
const AGENTS = { c: 'line c of the agent' };

/** A repository with one proposal that changes line c. */
function offered(): TestRepo & { tip: string } {
  const repo = makeRepo({ 'guide.md': GUIDE, 'other.md': 'other\n' });
  const tip = offer(repo, { id: 'say-c-aaaa', files: { 'guide.md': guideWith(AGENTS) }, author: 'Scribe' });
  return { ...repo, tip };
}

function docket(repo: TestRepo, ...args: string[]) {
  const done = spawnSync(process.execPath, [DOCKET, ...args], { cwd: repo.root, encoding: 'utf8' });
  return { status: done.status, output: done.stdout + done.stderr, json: () => JSON.parse(done.stdout) };
}

/** Approves on the command line, in a process of its own. */
function approveElsewhere(repo: TestRepo, id: string): void {
  const { token } = docket(repo, 'preflight', id, '--json').json();
  const done = docket(repo, 'approve', id, '--token', token, '--yes');
  if (done.status !== 0) throw new Error(done.output);
}

async function approve(term: Term): Promise<void> {
  term.type('A');
  await term.sees('[enter] approve');
  await term.answer(
    '\r',
    '[enter] approve',
    () => !term.text().includes('[enter] approve') && !term.text().includes('Working…'),
  );
}

describe('reviewing', () => {
  test('a proposal is read, approved, and lands as a fast-forward', async () => {
    const repo = offered();
    const term = await startDesk(repo, { columns: 120, rows: 36 });
    await term.sees('line c of the agent');
    expect(term.words()).toContain('Scribe');
    await term.sees(/ ff /);
    await approve(term);
    await term.sees('Applied say-c-aaaa to main as a fast-forward');
    await term.sees('No proposals are waiting.');
    expect(repo.git('rev-parse', 'main')).toBe(repo.tip);
    expect(repo.read('guide.md')).toBe(guideWith(AGENTS));
    expect(repo.git('status', '--porcelain')).toBe('');
  });

  test('S14: uncommitted and staged edits are told of in the sheet, and are there afterwards', async () => {
    const repo = offered();
    repo.write({ 'guide.md': guideWith({ h: 'staged line h' }) });
    repo.git('add', 'guide.md');
    repo.write({ 'guide.md': guideWith({ h: 'staged line h', a: 'unstaged line a' }) });
    repo.commit({ 'other.md': 'moved on\n' }, 'Move on');
    repo.write({ 'guide.md': guideWith({ h: 'staged line h', a: 'unstaged line a', j: 'last line' }) });
    const term = await startDesk(repo, { columns: 120, rows: 40 });
    await term.sees('line c of the agent');
    term.type('A');
    await term.sees('[enter] approve');
    expect(term.words()).toContain(
      'guide.md has uncommitted edits of yours: they are kept on top, uncommitted.',
    );
    expect(term.words()).toContain('Merge: main');
    await term.answer('\r', '[enter] approve', () => term.words().includes('Applied say-c-aaaa'));
    expect(repo.read('guide.md')).toBe(
      guideWith({ ...AGENTS, h: 'staged line h', a: 'unstaged line a', j: 'last line' }),
    );
    expect(repo.git('log', '-1', '--format=%P').split(' ')).toHaveLength(2);
  });

  test('a clash lands nothing: the sheet shows both sides and takes no Enter', async () => {
    const repo = offered();
    repo.write({ 'guide.md': guideWith({ c: 'line c of mine' }) });
    const term = await startDesk(repo, { columns: 120, rows: 40 });
    await term.sees('line c of the agent');
    term.type('A');
    await term.sees('your uncommitted edits changed the same lines');
    expect(term.words()).toContain('line 3: yours “line c of mine”, its “line c of the agent”');
    expect(term.words()).not.toContain('[enter] approve');
    expect(repo.git('rev-parse', 'main')).not.toBe(repo.tip);
  });

  test('S20: it is rejected with a reason that stays readable', async () => {
    const repo = offered();
    const term = await startDesk(repo);
    term.type('X');
    await term.sees('Reason:');
    term.type('too loud');
    await term.sees('Reason: too loud');
    await term.answer('\r', '[enter] reject', () => term.words().includes('Rejected say-c-aaaa.'));
    await term.sees('No proposals are waiting.');
    expect(repo.tryGit('rev-parse', '--verify', '-q', 'refs/heads/proposals/say-c-aaaa').status).toBe(1);
    expect(docket(repo, 'show', 'say-c-aaaa').output).toContain('too loud');
    expect(repo.read('guide.md')).toBe(GUIDE);
  });

  test('a proposal that comes while the terminal is open is in the list', async () => {
    const repo = makeRepo({ 'guide.md': GUIDE });
    const term = await startDesk(repo);
    await term.sees('No proposals are waiting.');
    offer(repo, { id: 'late-bbbb', files: { 'guide.md': guideWith({ a: 'late' }) }, message: 'Come late' });
    await term.sees('Come late');
  });
});

describe('S13: what moves between the sheet and Enter', () => {
  async function atTheSheet(repo: TestRepo): Promise<Term> {
    const term = await startDesk(repo, { columns: 120, rows: 40 });
    await term.sees('line c of the agent');
    term.type('A');
    await term.sees('[enter] approve');
    return term;
  }

  test('the tip: nothing lands, the new part is shown, and it has to be asked again', async () => {
    const repo = offered();
    const term = await atTheSheet(repo);
    const files = { 'other.md': 'slipped in\n' };
    const tip = offer(repo, { id: 'say-c-aaaa', files, on: repo.tip });
    await term.answer('\r', '[enter] approve', () => term.words().includes('Changed since you opened it'));
    await term.sees('+ slipped in');
    expect(repo.git('rev-parse', 'main')).not.toBe(tip);
    expect(repo.read('guide.md')).toBe(GUIDE);
    await approve(term);
    await term.sees('Applied say-c-aaaa');
    expect(repo.git('rev-parse', 'main')).toBe(tip);
  });

  test.each<[string, (repo: TestRepo) => void]>([
    ['target', (repo) => repo.git('commit', '-q', '--allow-empty', '-m', 'Move on')],
    ['disk', (repo) => repo.write({ 'guide.md': guideWith({ h: 'just now' }) })],
    [
      'index',
      (repo) => {
        repo.write({ 'guide.md': guideWith({ h: 'just now' }) });
        repo.git('add', 'guide.md');
        repo.write({ 'guide.md': GUIDE });
      },
    ],
  ])('the %s: nothing lands, and it has to be asked again', async (_, move) => {
    const repo = offered();
    const term = await atTheSheet(repo);
    move(repo);
    const [before, disk] = [repo.git('rev-parse', 'main'), repo.read('guide.md')];
    await term.answer('\r', '[enter] approve', () => term.words().includes('Changed since you opened it'));
    expect([repo.git('rev-parse', 'main'), repo.read('guide.md')]).toEqual([before, disk]);
  });
});

describe('docs', () => {
  test('a doc is opened by its name, edited in $EDITOR, and saved with a message', async () => {
    const repo = offered();
    repo.write({ 'other.md': 'staged\n' });
    repo.git('add', 'other.md');
    const term = await startDesk(repo, { env: editorWith(repo, MINE) });
    await editDoc(term, 'guide.md');
    expect(repo.read('guide.md')).toBe(GUIDE);
    term.type('S');
    await term.sees('Message:');
    term.type('Say it my way');
    await term.answer('\r', '[enter] save', () => term.words().includes('Committed'));
    await term.sees(/> {2,}.*guide\.md/);
    expect(repo.git('log', '-1', '--format=%s %an', '--name-only')).toBe(
      'Say it my way Olive Owner\n\nguide.md',
    );
    expect(repo.read('guide.md')).toBe(guideWith({ h: 'my line h' }));
    expect(repo.git('diff', '--cached', '--name-only')).toBe('other.md');
  });

  test('R2: a doc without unsaved edits follows its file', async () => {
    const repo = offered();
    const term = await startDesk(repo);
    await openDoc(term, 'guide.md');
    await term.sees('line a');
    repo.write({ 'guide.md': guideWith({ a: 'line a outside' }) });
    await term.sees('line a outside');
    expect(term.raw).not.toContain('You have unsaved edits');
  });

  test('SIGTERM with unsaved edits: the draft is offered the next time', async () => {
    const repo = offered();
    const term = await startDesk(repo, { env: editorWith(repo, MINE) });
    await editDoc(term, 'guide.md');
    term.kill('SIGTERM');
    expect((await term.exited).exitCode).toBe(143);
    const again = await startDesk(repo);
    await again.sees('An earlier session left unsaved edits of guide.md');
  });

  test('q asks when something is unsaved, and the draft is offered the next time', async () => {
    const repo = offered();
    const term = await startDesk(repo, { env: editorWith(repo, MINE) });
    await editDoc(term, 'guide.md');
    term.type('q');
    await term.sees('Unsaved edits in guide.md. Quit?');
    await term.answer('\r', '[enter] quit', () => term.exit !== null);
    const again = await startDesk(repo);
    again.type('2');
    await again.sees('V recovers it');
    again.type('V');
    await again.sees('+ my line h');
    expect(repo.read('guide.md')).toBe(GUIDE);
  });

  test('killed right after an edit: the draft is offered with that text, and nothing is overwritten', async () => {
    const repo = offered();
    const term = await startDesk(repo, { env: editorWith(repo, MINE) });
    await editDoc(term, 'guide.md');
    term.kill('SIGKILL');
    await term.exited;
    repo.write({ 'guide.md': guideWith({ a: 'meanwhile' }) });
    const again = await startDesk(repo, { columns: 120 });
    again.type('2');
    await again.sees('V recovers it');
    again.type('V');
    await again.sees('+ my line h');
    await again.sees('guide.md changed on disk. You have unsaved edits here.');
    expect(repo.read('guide.md')).toBe(guideWith({ a: 'meanwhile' }));
    expect(repo.git('fsck')).toBe('');
  });
});

describe('the banner', () => {
  const BANNER = 'guide.md changed on disk. You have unsaved edits here.';

  async function dirty(script: string): Promise<{ repo: ReturnType<typeof offered>; term: Term }> {
    const repo = offered();
    const term = await startDesk(repo, { columns: 120, rows: 36, env: editorWith(repo, script) });
    await editDoc(term, 'guide.md');
    return { repo, term };
  }

  const save = async (term: Term) => {
    term.type('S');
    await term.sees('Message:');
    await term.answer('\r', '[enter] save', () => !term.text().includes('[enter] save'));
  };

  test('R5 R8: an outside editor writes: Merge takes its lines in, the edits stay', async () => {
    const { repo, term } = await dirty(MINE);
    repo.write({ 'guide.md': guideWith({ a: 'line a outside' }) });
    await term.sees(BANNER);
    await term.sees('M Merge (default) R Reload K Keep Mine');
    await term.answer('M', 'M Merge', () => !term.words().includes(BANNER));
    await save(term);
    await term.sees('Committed');
    expect(repo.read('guide.md')).toBe(guideWith({ a: 'line a outside', h: 'my line h' }));
  });

  const OUTSIDE = "writeFileSync('guide.md', text.replace('line a', 'line a outside'));";
  const LANDED =
    "execFileSync('git', ['merge', '-q', '--no-edit', 'proposals/say-c-aaaa'], { stdio: 'ignore' });";

  test('R5: another program writes while $EDITOR is open: the banner asks, and Merge keeps both', async () => {
    const { repo, term } = await dirty(`${OUTSIDE} ${MINE}`);
    await term.sees(BANNER);
    await term.answer('M', 'M Merge', () => !term.words().includes(BANNER));
    await save(term);
    await term.sees('Committed');
    expect(repo.read('guide.md')).toBe(guideWith({ a: 'line a outside', h: 'my line h' }));
  });

  test('R6 S61: a proposal lands while $EDITOR is open: its lines are merged in, and no banner comes', async () => {
    const { repo, term } = await dirty(`${LANDED} ${MINE}`);
    await term.sees('0 pending');
    await save(term);
    await term.sees('Committed');
    expect(repo.read('guide.md')).toBe(guideWith({ ...AGENTS, h: 'my line h' }));
    expect(term.raw).not.toContain('changed on disk. You have');
  });

  test('R5: Reload takes the file; undo brings the edits back, and the banner with them', async () => {
    const { repo, term } = await dirty(MINE);
    repo.write({ 'guide.md': guideWith({ a: 'line a outside' }) });
    await term.sees(BANNER);
    await term.answer('R', 'R Reload', () => !term.words().includes(BANNER));
    await term.sees(/> {2,}.*guide\.md/);
    term.type('U');
    await term.sees(BANNER);
    await term.sees('+ my line h');
    expect(repo.read('guide.md')).toBe(guideWith({ a: 'line a outside' }));
  });

  test('R5: Keep Mine hides it until the file changes again; a save still asks, and saves anyway', async () => {
    const { repo, term } = await dirty(MINE);
    repo.write({ 'guide.md': guideWith({ a: 'line a outside' }) });
    await term.sees(BANNER);
    await term.answer('K', 'K Keep Mine', () => !term.words().includes(BANNER));
    await term.sees(/> \*!.*guide\.md/);
    await save(term);
    await term.sees('[M] Merge [R] Revert [S] Save Anyway');
    term.type('\x1b');
    await term.gone('[S] Save Anyway');
    repo.write({ 'guide.md': guideWith({ a: 'line a again' }) });
    await term.sees(BANNER);
    await save(term);
    await term.sees('[S] Save Anyway');
    await term.answer('S', '[S] Save Anyway', () => term.words().includes('Committed'));
    expect(repo.read('guide.md')).toBe(guideWith({ h: 'my line h' }));
  });

  test('R8: both changed the same lines: Merge is refused, the banner stays with the other two', async () => {
    const { repo, term } = await dirty(MINE_TOO);
    repo.write({ 'guide.md': guideWith({ c: 'line c outside' }) });
    await term.sees(BANNER);
    await term.answer('M', 'M Merge', () =>
      term.words().includes('Both you and the file changed the same lines'),
    );
    expect(term.words()).toContain(BANNER);
    expect(term.words()).not.toContain('M Merge');
    await term.answer('R', 'R Reload', () => !term.words().includes(BANNER));
    expect(repo.read('guide.md')).toBe(guideWith({ c: 'line c outside' }));
  });

  test('S39: the file is deleted: Merge is off, Save Anyway brings it back', async () => {
    const { repo, term } = await dirty(MINE);
    repo.git('rm', '-q', '--cached', 'guide.md');
    spawnSync('rm', [`${repo.root}/guide.md`]);
    await term.sees('guide.md was deleted on disk. You have unsaved edits here.');
    expect(term.words()).not.toContain('M Merge');
    await save(term);
    await term.sees('[R] Revert [S] Save Anyway');
    await term.answer('S', '[S] Save Anyway', () => term.words().includes('Committed'));
    expect(repo.read('guide.md')).toBe(guideWith({ h: 'my line h' }));
  });

  test('R6: approved here: the sheet says so, it is merged into the open copy, and no banner comes', async () => {
    const { repo, term } = await dirty(MINE);
    term.type('1');
    await term.sees('line c of the agent');
    term.type('A');
    await term.sees('[enter] approve');
    expect(term.words()).toContain(
      "Approving writes guide.md with the agent's version and merges it into your open copy, keeping your unsaved changes. If you both changed the same lines, you are asked what to keep.",
    );
    await term.answer('\r', '[enter] approve', () =>
      term.words().includes('merged into your open copy of guide.md'),
    );
    expect(term.words()).not.toContain(BANNER);
    term.type('2');
    await term.sees('+ my line h');
    expect(term.words()).not.toContain('- line c');
    expect(repo.read('guide.md')).toBe(guideWith(AGENTS));
  });

  test('R6: approved here, and both changed the same lines: it lands, and the banner asks', async () => {
    const { repo, term } = await dirty(MINE_TOO);
    term.type('1');
    await term.sees('line c of the agent');
    await approve(term);
    await term.sees("couldn't merge into your open copy of guide.md; choose in the editor");
    await term.sees(BANNER);
    expect(repo.read('guide.md')).toBe(guideWith(AGENTS));
    expect(repo.git('rev-parse', 'main')).toBe(repo.tip);
  });

  test('R6 S61: approved by another process: merged into the open copy, and no banner comes', async () => {
    const { repo, term } = await dirty(MINE);
    approveElsewhere(repo, 'say-c-aaaa');
    await term.sees('0 pending');
    await save(term);
    await term.sees('Committed');
    expect(repo.read('guide.md')).toBe(guideWith({ ...AGENTS, h: 'my line h' }));
    expect(term.raw).not.toContain('changed on disk. You have');
  });

  test('R6: approved by another process, and both changed the same lines: the banner asks', async () => {
    const { repo, term } = await dirty(MINE_TOO);
    approveElsewhere(repo, 'say-c-aaaa');
    await term.sees(BANNER);
    await term.answer('K', 'K Keep Mine', () => !term.words().includes(BANNER));
    expect(repo.read('guide.md')).toBe(guideWith(AGENTS));
  });

  test('R7: the command line says that the terminal has unsaved edits', async () => {
    const { repo } = await dirty(MINE);
    expect(docket(repo, 'preflight', 'say-c-aaaa').output).toContain('merges it into your open copy');
  });
});

test('hostile bytes in a proposal reach the terminal as marks and as nothing else', async () => {
  const evil = '\x1b]0;OWNED\x07\x1b]52;c;ZXZpbA==\x1b\\\u202e\u200b\x9b31m\ufeff\u{e0041}\r- safe';
  const repo = makeRepo({ 'guide.md': GUIDE });
  offer(repo, {
    id: 'evil-aaaa',
    files: { [`x${evil.replaceAll('\r', '')}.md`]: `${evil}\n`, 'guide.md': GUIDE },
    message: `Sum ${evil}`,
    author: `Mal ${evil.replaceAll(/[<>\n]/g, '')}`,
  });
  const term = await startDesk(repo, { columns: 120, rows: 36 });
  await term.sees('<U+202E>');
  term.type('A');
  await term.sees('Approve evil-aaaa');
  term.type('\x1b');
  await term.gone('Approve evil-aaaa');
  await openDoc(term, 'guide.md');
  // All of it is here when the program has ended: before, a sequence may be cut in the middle.
  term.type('q');
  await term.exited;
  expect([term.title, term.bells]).toEqual(['', 0]);
  const ours = /\x1b\[(?:\?(?:1049|7|2004|1004|25|2026)[hl]|2J|2K|H|r|\d+;1H|\d+G|[\d;]*m)/g;
  expect(term.raw.replaceAll(ours, '').match(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu)).toBeNull();
});
