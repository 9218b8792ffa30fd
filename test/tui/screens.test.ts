import { expect, test } from 'vitest';
import { Refusal } from '../../src/refusal.ts';
import { safe } from '../../src/safe.ts';
import { doc, plan, proposal, world } from './fake.ts';
import { type Mounted, type MountOptions, mount } from './mount.ts';

const THREE = [proposal('one-aaaa'), proposal('two-bbbb'), proposal('three-cccc')];
const STALE = doc('guide/intro.md', {
  dirty: true,
  stale: true,
  uncommitted: true,
  edits: ['Edited line 1'],
});

async function ready(options: MountOptions): Promise<Mounted> {
  const app = mount(options);
  app.send({ kind: 'ready', folder: 'book' });
  await app.until((text) => text.includes('book') && !text.includes('Reading the'));
  for (const row of app.store.state().docs.rows)
    if (row.stale) app.send({ kind: 'changed', what: 'docs', stale: row.doc });
  await app.still();
  return app;
}

/** One key, answered by a screen that stood long enough. */
async function press(app: Mounted, key: string): Promise<void> {
  await app.still();
  app.later(400);
  app.type(key);
  await app.still();
}

test('120×36: the list, and beside it the diff of the chosen proposal', async () => {
  const app = await ready({ columns: 120, rows: 36, answers: world({ proposals: THREE }) });
  expect(app.line(0)).toMatch(/^ docket {2}book@main {2}3 pending {2}0 open docs .*\[1 Proposals\] 2 Docs/);
  expect(app.line(1)).toMatch(/^> claude +Change one-.* 7m \+2 -1 ff {3}│one-aaaa {2}Change one-aaaa/);
  expect(app.text()).toMatch(/│ {2}2 - two\n.*│ {2}2 \+ TWO/);
  expect(app.line(35)).toMatch(/^ j down {2}k up {2}enter read {2}A approve {2}X reject .* 1\/3$/);
  app.type('jj');
  await app.sees(/> .*\n.*│/);
  await app.sees('three-cccc  Change');
  expect(app.inverse(0, 3)).toBe(true);
});

test('80×24: one pane, Enter reads and Esc goes back', async () => {
  const app = await ready({ answers: world({ proposals: THREE }) });
  expect(app.line(1)).toMatch(/^> claude +Change one-aaaa +guide\/intro\.md +7m \+2 -1 fast-forward/);
  app.type('\r');
  await app.sees('2 + TWO');
  expect(app.text()).not.toContain('> claude');
  app.type('\x1b');
  await app.sees('> claude');
});

test('40×10: header, banner in one line, three rows, footer; the sheet shows its end before it is answered', async () => {
  const answers = world({ proposals: THREE, docs: [STALE] });
  const app = await ready({ columns: 40, rows: 10, answers });
  expect(app.text()).toMatch(/^! M\/R\/K guide\/intro.md changed on disk/m);
  expect(app.line(9)).toMatch(/^ j down .* 1\/3$/);
  await press(app, 'A');
  expect(app.text()).toContain('↓ more');
  for (let pages = 0; pages < 8 && !app.text().includes('[enter] approve'); pages++) await press(app, '\r');
  expect(app.text()).toContain('[enter] approve');
  expect(app.asked.some((ask) => ask.command === 'proposal.apply')).toBe(false);
  await press(app, '\r');
  expect(app.asked.some((ask) => ask.command === 'proposal.apply')).toBe(true);
});

test('from 40×10 to 200×60 and back nothing is lost, and too small a screen says so', async () => {
  const app = await ready({ answers: world({ proposals: THREE }) });
  for (const [columns, rows] of [
    [40, 10],
    [200, 60],
    [20, 5],
    [80, 24],
  ] as const) {
    app.resize(columns, rows);
    await app.still();
    const text = app.text();
    expect(Math.max(...text.split('\n').map((line) => [...line].length))).toBeLessThanOrEqual(columns);
    expect(text).toContain(columns === 20 ? 'Terminal too small' : '> claude');
  }
});

test('R6: the sheet says in words what becomes of unsaved, uncommitted and staged edits', async () => {
  const paths = [{ ...(plan('x').paths as object[])[0], disk: 'merged', index: 'merged', open: 'here' }];
  const commits = [
    { oid: 'c'.repeat(40), subject: 'Say TWO', by: 'claude' },
    { oid: 'd'.repeat(40), subject: 'More', by: 'mallory' },
  ];
  const answers = world({ proposals: THREE, docs: [STALE] }, ({ command }) =>
    command === 'proposal.preflight'
      ? plan('one-aaaa', { plan: 'merge', paths, commits, touching: 1, warnings: ['It runs code: .envrc.'] })
      : undefined,
  );
  const app = await ready({ rows: 40, answers });
  await press(app, 'A');
  const sheet = app.text().replace(/\s+/g, ' ');
  expect(sheet).toContain(
    "Approving writes guide/intro.md with the agent's version and merges it into your open copy, keeping your unsaved changes. If you both changed the same lines, you are asked what to keep.",
  );
  expect(sheet).toContain(
    'guide/intro.md has uncommitted edits of yours: they are kept on top, uncommitted.',
  );
  expect(sheet).toContain('guide/intro.md has staged edits of yours: they are kept, and stay staged.');
  expect(sheet).toContain('Approve one-aaaa (aaaaaaa on main bbbbbbb) by claude?');
  expect(sheet).toContain('Brings 2 commits: ccccccc Say TWO (claude) ddddddd More (mallory)');
  expect(sheet).toContain('1 change of it touches lines right beside lines that changed here too');
  expect(sheet).toContain('It runs code: .envrc.');
  expect(sheet).toContain('Not viewed: 3 of 3 changed lines.');
});

test('R5: the banner names the doc and its choices; a refused merge says why and keeps the other two', async () => {
  const answers = world({ proposals: THREE, docs: [STALE] }, ({ command }) =>
    command === 'doc.merge' ? new Refusal('merge_conflict', 'no') : undefined,
  );
  const app = await ready({ answers });
  expect(app.line(1)).toBe(' ! guide/intro.md changed on disk. You have unsaved edits here.');
  expect(app.line(2)).toBe('   M Merge (default)   R Reload   K Keep Mine');
  await press(app, 'M');
  expect(app.line(1)).toBe(' ! guide/intro.md changed on disk. You have unsaved edits here.');
  expect(app.line(2)).toBe('   Both you and the file changed the same lines.   R Reload   K Keep Mine');
});

test('open docs show dirty, stale and uncommitted marks', async () => {
  const docs = [STALE, doc('b.md', { uncommitted: true }), doc('c.md', { dirty: true })];
  const app = await ready({ answers: world({ docs }) });
  await press(app, '2');
  expect(app.text()).toMatch(/^> \*!~ guide\/intro\.md +unsaved, changed on/m);
  expect(app.text()).toMatch(/^ {4}~ b\.md +uncommitted/m);
  expect(app.text()).toMatch(/^ {2}\* {2}c\.md|^ {2}\* {3}c\.md +unsaved/m);
});

test('with nothing to review it says how to connect an agent, and only by what exists', async () => {
  const app = await ready({ answers: world({}) });
  expect(app.text()).toContain('No proposals are waiting.');
  expect(app.text()).toContain('{ "mcpServers": { "docket": { "command": "docket", "args": ["mcp"] } } }');
});

test('? lists every key of the table', async () => {
  const app = await ready({ rows: 60, answers: world({ proposals: THREE }) });
  await press(app, '?');
  for (const words of [
    'approve',
    'reject',
    'wrap long lines',
    'keep yours until the file changes again',
    'ctrl-z',
  ])
    expect(app.text()).toContain(words);
  await press(app, '\x1b');
  expect(app.text()).toContain('> claude');
});

test('hostile names, words, diffs and plans are marks, and reach the terminal as nothing else', async () => {
  const evil = '\x1b]0;owned\x07\u202e\u200b\x9b2J\r\n\x1b]52;c;AAAA\x1b\\\u{e0041}\ufeff\u00a0\u{f0000}';
  const paths = [{ ...(plan('x').paths as object[])[0], doc: `a${evil}.md` }];
  const bad = proposal(`p${evil}`, {
    summary: evil,
    edits: [evil],
    agent: { name: evil },
    docs: [`a${evil}.md`],
    target: evil,
  });
  const answers = world(
    {
      proposals: [bad],
      docs: [doc(`a${evil}.md`, { dirty: true, stale: true })],
      diff: `@@ -0,0 +1 @@\n+${evil}\n`,
    },
    ({ command }) =>
      command === 'proposal.preflight'
        ? plan(`p${evil}`, {
            paths,
            target: evil,
            plan: 'blocked',
            blocked: { code: 'blocked', message: evil, hint: evil },
            warnings: [evil],
            commits: [{ oid: 'c'.repeat(40), subject: evil, by: evil }],
          })
        : command === 'doc.keep'
          ? new Refusal('locked', evil, { hint: evil })
          : undefined,
  );
  const app = await ready({ columns: 120, rows: 40, answers });
  await press(app, 'K');
  await press(app, 'A');
  await press(app, '\x1b');
  await press(app, '2');
  await press(app, 'S');
  expect(app.text()).toContain(safe(evil).slice(0, 20));
  expect(controlsOf(app.raw())).toEqual([]);
});

test('NO_COLOR sends no colour, and keeps what is chosen inverse', async () => {
  const app = await ready({ colors: false, answers: world({ proposals: THREE, docs: [STALE] }) });
  expect(app.raw()).not.toMatch(/\x1b\[(?:\d+;)*(?:3[0-7]|4[0-7]|38|48|9\d)(?:;\d+)*m/);
  expect(app.inverse(0, 3)).toBe(true);
});

test('any keys at any size: the screen is the one of a full repaint', async () => {
  const diff = `--- a/x\n+++ b/x\n${[...Array(40).keys()].map((n) => `@@ -${n * 9 + 1},3 +${n * 9 + 1},3 @@\n same ${'漢é'.repeat(n)}\n-old\n+new\t\ttabs\n same\n`).join('')}`;
  const app = await ready({ answers: world({ proposals: THREE, docs: [STALE], diff }) });
  const keys = [
    'j',
    'k',
    'n',
    'N',
    'G',
    'g',
    '\r',
    '\x1b',
    ' ',
    'w',
    '2',
    '1',
    '?',
    'A',
    'X',
    'o',
    'tab',
    'abc',
    '\t',
    '\x1b[6~',
    'S',
  ];
  let seed = 7;
  const random = (n: number) => {
    seed = (seed * 48271) % 2147483647;
    return seed % n;
  };
  for (let burst = 0; burst < 40; burst++) {
    if (random(5) === 0) app.resize(30 + random(150), 8 + random(50));
    app.later(random(400));
    app.type([...Array(1 + random(6))].map(() => keys[random(keys.length)]).join(''));
    await app.still();
    const shown = app.text();
    app.painter.redraw();
    await app.still();
    expect(app.text()).toBe(shown);
  }
});

/** What is left of terminal bytes without the sequences that the painter and the style layer make. */
function controlsOf(raw: string): string[] {
  const ours = /\x1b\[(?:\?2026[hl]|\?25l|2J|2K|\d+;1H|\d+G|[\d;]*m)/g;
  return raw.replaceAll(ours, '').match(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\u00a0]/gu) ?? [];
}
