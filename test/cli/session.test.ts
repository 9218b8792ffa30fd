import { expect, test } from 'vitest';
import { makeRepo } from '../helpers/make-repo.ts';
import { docket, lineSession } from './docket.ts';
import { docketInTerminal } from './pty.ts';

const GUIDE = 'one\ntwo\nthree\n';

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
] as const)('on %s a session ends, and what was unsaved is a draft', async (signal, status) => {
  const repo = makeRepo({ 'guide.md': GUIDE });
  const session = lineSession(repo.root);
  await session.ask('doc.edit', { doc: 'guide.md', edits: [{ oldText: 'two', newText: '2' }] });
  session.child.kill(signal);
  expect(await new Promise((resolve) => session.child.on('close', resolve))).toBe(status);
  expect(docket(repo.root, ['status']).stdout).toContain('Draft of guide.md');
  expect(repo.read('guide.md')).toBe(GUIDE);
});

test('a session that was never asked anything opens nothing', () => {
  const repo = makeRepo({ 'guide.md': GUIDE });
  docket(repo.root, ['session'], { input: '\n\n{"command":"doc.read","input":{}}\n' });
  expect(docket(repo.root, ['log', '--json']).stdout).not.toContain('session.came');
});

test('at the prompt commands are typed as on the command line', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE });
  repo.git('branch', 'proposals/fix');
  const screen = docketInTerminal(repo.root, ['session']);
  const type = async (line: string, shows: string) => {
    screen.press(`${line}\r`);
    await screen.shows(shows);
  };
  await screen.shows('docket> ');
  await type('doc.read guide.md', 'lines 1–3 of 3');
  await type(`doc edit guide --edits '[{"oldText":"two","newText":"2"}]'`, 'guide.md: Edited line 2');
  await type('status', 'guide.md: 1 unsaved');
  await type('doc read guide.md --json', '"text":"one\\n2\\nthree\\n"');
  await type('nope', 'There is no command "nope"');
  await type(`doc read 'open`, "A quote ' is not closed");
  await type('doc write guide.md --text -', 'Standard input is the prompt itself');
  await type('help doc undo', 'usage: docket doc undo');
  await type('doc', 'docket doc <verb>');
  await type('doc undo guide', 'guide.md');
  await type('status guide', 'guide.md: clean');
  screen.press('exit\r');
  expect(await screen.exit).toBe(0);
});

test('at the prompt an approval asks, and the prompt comes back after it', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE });
  repo.git('switch', '-q', '-c', 'proposals/fix');
  repo.commit({ 'guide.md': 'one\ntwo\nTHREE\n' }, 'Fix');
  repo.git('switch', '-q', 'main');
  const screen = docketInTerminal(repo.root, ['session']);
  await screen.shows('docket> ');
  screen.press('approve fix\r');
  await screen.shows('Approve it onto main? [y/N]');
  screen.press('\r');
  await screen.shows('Nothing was changed.');
  screen.press('approve fix --json\r');
  await screen.shows('review_needed');
  screen.press('status\r');
  await screen.shows('On main.');
  expect(repo.read('guide.md')).toBe(GUIDE);
  screen.press('\x04');
  await screen.exit;
});

test('an outside change of a dirty doc is told at the prompt', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE });
  const screen = docketInTerminal(repo.root, ['session']);
  await screen.shows('docket> ');
  screen.press(`doc edit guide --edits '[{"oldText":"two","newText":"2"}]'\r`);
  await screen.shows('Edited line 2');
  repo.write({ 'guide.md': `${GUIDE}four\n` });
  await screen.shows('"kind":"doc.stale"');
  screen.press('\x04');
  expect(await screen.exit).toBe(0);
});
