// The built program in a real terminal: modes, signals, ways out, and what reaches the terminal.
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeRepo } from '../helpers/make-repo.ts';
import { editorWith, GUIDE, guideWith, offer, openDoc, startDesk } from './desk.ts';
import { startTerm, type Term } from './term.ts';

const LEFT = { paste: false, focus: false, wrap: true, cursorHidden: false };

function three() {
  const repo = makeRepo({ 'guide.md': GUIDE });
  for (const id of ['one-aaaa', 'two-bbbb', 'three-cccc'])
    offer(repo, { id, files: { 'guide.md': guideWith({ c: `line c of ${id}` }) }, message: `Change ${id}` });
  return repo;
}

/** The letter that the system has for what a process does: T is stopped. */
function stateOf(pid: number): string {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/.*\) /s, '')[0]!;
}

async function isLeft(term: Term): Promise<void> {
  await term.until(() => !term.altScreen);
  expect(term.modes).toEqual(LEFT);
}

test('the first frame fills the alternate screen; two keys in one write both count; q gives the screen back', async () => {
  const term = await startDesk(three());
  expect(term.altScreen).toBe(true);
  expect(term.modes).toEqual({ paste: true, focus: true, wrap: false, cursorHidden: true });
  const chosen = () => [1, 2, 3].findIndex((y) => term.line(y).startsWith('>'));
  await term.until(() => chosen() === 0);
  term.type('jj');
  await term.until(() => chosen() === 2);
  term.type('q');
  expect((await term.exited).exitCode).toBe(0);
  await isLeft(term);
});

test('from 40×10 to 200×60 and back: every line fits, and nothing is lost', async () => {
  const term = await startDesk(three());
  for (const [columns, rows] of [
    [40, 10],
    [200, 60],
    [80, 24],
    [120, 36],
  ] as const) {
    term.resize(columns, rows);
    await term.until(() => term.line(rows - 1).startsWith(' j down') && /^> /m.test(term.text()));
    expect(
      Math.max(
        ...term
          .text()
          .split('\n')
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(columns);
  }
});

test('a bracketed paste runs no command, and answers of a terminal are not keys', async () => {
  const term = await startDesk(three());
  term.type(`\x1b[200~${'q\rA\r'.repeat(500)}\x1b[201~`);
  term.type('\x1b]11;rgb:7171/qqqq/0000\x1b\\\x1b[?62;4c\x1b[24;80R');
  term.type('?');
  await term.sees('Lower-case keys look.');
  expect(term.exit).toBeNull();
});

test.each([
  ['SIGTERM', 143],
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGQUIT', 131],
] as const)('%s leaves a usable terminal and ends with %i', async (signal, status) => {
  const term = await startDesk(three());
  term.kill(signal);
  expect((await term.exited).exitCode).toBe(status);
  await isLeft(term);
});

test('ctrl-C leaves a usable terminal', async () => {
  const term = await startDesk(three());
  term.type('\x03');
  expect((await term.exited).exitCode).toBe(0);
  await isLeft(term);
});

test.runIf(process.platform === 'linux')(
  'stopped and continued: the screen is given back meanwhile, and painted whole again',
  async () => {
    const term = await startDesk(three());
    // The pty has no shell that would continue the job: the signal that a shell sends is sent by hand.
    term.type('\x1a');
    await term.until(() => !term.altScreen);
    await vi.waitFor(() => expect(stateOf(term.pid)).toBe('T'), { timeout: 10_000 });
    expect(term.modes).toEqual(LEFT);
    const before = term.raw.length;
    term.resize(80, 24);
    term.kill('SIGCONT');
    await term.until(() => term.altScreen && term.raw.length > before && term.line(23).startsWith(' j down'));
    term.type('?');
    await term.sees('Lower-case keys look.');
  },
);

test('NO_COLOR: no colour is sent, and what is chosen still shows', async () => {
  const term = await startDesk(three(), { columns: 120, env: { NO_COLOR: '1' } });
  await term.sees('+ line c of');
  expect(term.raw).not.toMatch(/\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9\d|10\d)(?:;\d+)*m/);
  expect(term.raw).toContain('\x1b[0;7m> ');
});

test('an editor has the terminal while it runs, and the screen comes back', async () => {
  const repo = three();
  const term = await startDesk(repo, {
    env: editorWith(
      repo,
      "console.log('EDITOR HERE'); writeFileSync(file, text.replace('line a', 'LINE A'));",
    ),
  });
  await openDoc(term, 'guide.md');
  term.type('e');
  await term.sees('+ LINE A');
  const [enter, leave] = ['\x1b[?1049h', '\x1b[?1049l'];
  const inside = term.raw.slice(term.raw.lastIndexOf(leave), term.raw.lastIndexOf(enter));
  expect(inside).toContain('EDITOR HERE');
  expect(inside).not.toContain('\x1b[?2026h');
  expect(repo.read('guide.md')).toBe(GUIDE);
});

test('S72: where there is no repository it says so after the terminal was given back', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'docket-none-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const term = startTerm(folder);
  expect((await term.exited).exitCode).toBe(1);
  await isLeft(term);
  expect(term.text()).toContain('no_repo');
});
