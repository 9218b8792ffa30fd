import { describe, expect, test } from 'vitest';
import { Refusal } from '../../src/refusal.ts';
import type { Ask } from '../../src/tui/events.ts';
import { drive } from './drive.ts';
import { doc, plan, proposal, TIP, world } from './fake.ts';

const THREE = [proposal('one-aaaa'), proposal('two-bbbb'), proposal('three-cccc')];
const DIRTY: Record<string, unknown> = doc('guide/intro.md', {
  dirty: true,
  edits: ['Edited line 1'],
  textSha256: 'd'.repeat(64),
});
const STALE: Record<string, unknown> = { ...DIRTY, stale: true };
const NEW_TIP = 'e'.repeat(40);

describe('moving', () => {
  test.each([
    ['j', 'two-bbbb'],
    ['jj', 'three-cccc'],
    ['jjjj', 'three-cccc'],
    ['\x1b[B\x1b[B\x1b[A', 'two-bbbb'],
    ['G', 'three-cccc'],
    ['Gg', 'one-aaaa'],
    [']', 'two-bbbb'],
    ['\r]', 'two-bbbb'],
  ])('%j chooses %s', (keys, chosen) => {
    const app = drive(world({ proposals: THREE }));
    app.type(keys);
    expect(app.state.proposals.chosen).toBe(chosen);
    expect(app.state.reading?.name).toBe(chosen);
  });

  test('Enter goes to the text, Esc back to the list, and neither changes anything', () => {
    const app = drive(world({ proposals: THREE }));
    app.press('\r');
    expect(app.state.focus).toBe('text');
    app.press('\x1b', '\x1b', '\x1b');
    expect([app.state.focus, app.effects.filter((effect) => effect.do !== 'ask')]).toEqual(['list', []]);
  });

  test('n and N go from hunk to hunk', () => {
    const hunks = [1, 2, 3].map((n) => `@@ -${n * 100},9 +${n * 100},9 @@\n${' same\n'.repeat(9)}`).join('');
    const app = drive(world({ proposals: THREE, diff: `--- a/x\n+++ b/x\n${hunks}` }), { rows: 12 });
    const at = () => app.state.reading!.rows[app.state.reading!.top.row]!.text;
    app.press('\r', 'n');
    expect(at()).toBe('--- a/x');
    app.press('n', 'n');
    expect(at()).toContain('@@ -200');
    app.press('N');
    expect(at()).toContain('@@ -100');
  });
});

describe('approving', () => {
  test('S13: Enter sends the token of the plan that was shown', () => {
    const app = drive(world({ proposals: THREE }));
    app.press('A', '\r');
    expect(app.asked.find((ask) => ask.command === 'proposal.apply')?.input).toEqual({
      proposal: 'one-aaaa',
      token: 'token-1',
    });
    expect(app.state.said).toMatchObject({ kind: 'done', text: 'Approved one-aaaa.' });
    expect(app.state.sheet).toBeNull();
  });

  test('keys that were typed before the sheet was drawn are dropped, and it says so', () => {
    const app = drive(world({ proposals: THREE }));
    app.type('A\r\r\rjd');
    expect(app.news()).not.toContain('proposal.apply');
    expect(app.state.sheet).toMatchObject({ kind: 'approve', ignored: true });
  });

  test.each([
    [299, false],
    [300, true],
  ])('Enter %i ms after the sheet was drawn: taken is %s', (ms, taken) => {
    const app = drive(world({ proposals: THREE }));
    app.press('A');
    app.look();
    app.time += ms - 400;
    app.type('\r');
    expect(app.news().includes('proposal.apply')).toBe(taken);
  });

  test('the same wait begins again when the window gets the focus', () => {
    const app = drive(world({ proposals: THREE }));
    app.press('A');
    app.look();
    app.type('\x1b[I\r');
    expect(app.news()).not.toContain('proposal.apply');
    app.time += 300;
    app.type('\r');
    expect(app.news()).toContain('proposal.apply');
  });

  test('a paste never answers, and a burst of keys never opens a sheet', () => {
    const app = drive(world({ proposals: THREE }));
    app.type('\x1b[200~A\r\x1b[201~');
    expect(app.state.sheet).toBeNull();
    app.press('A');
    app.look();
    app.type('\x1b[200~\r\r\x1b[201~');
    expect(app.news()).not.toContain('proposal.apply');
    app.press('\x1b');
    app.type('jkjA');
    expect(app.state.sheet).toBeNull();
  });

  test.each(['clash', 'blocked', 'already'])('a plan that is %s takes no Enter', (kind) => {
    const answers = world({ proposals: THREE }, ({ command }) =>
      command === 'proposal.preflight' ? plan('one-aaaa', { plan: kind }) : undefined,
    );
    const app = drive(answers);
    app.press('A', '\r', '\r');
    expect(app.news()).not.toContain('proposal.apply');
    app.press('X');
    expect(app.state.sheet?.kind).toBe('reject');
  });

  test('a sheet that is taller than its room is read to the end before it takes Enter', () => {
    const paths = [...Array(6).keys()].map((n) => ({
      ...(plan('x').paths as object[])[0],
      doc: `guide/a-long-name-${n}.md`,
      disk: 'merged',
    }));
    const answers = world({ proposals: THREE }, ({ command }) =>
      command === 'proposal.preflight' ? plan('one-aaaa', { paths }) : undefined,
    );
    const app = drive(answers, { columns: 40, rows: 12 });
    app.press('A', '\r');
    expect(app.news()).not.toContain('proposal.apply');
    for (let pages = 0; pages < 20 && !app.asked.some((ask) => ask.command === 'proposal.apply'); pages++)
      app.press('\r');
    expect(app.news()).toContain('proposal.apply');
  });

  test('d goes to the first changed line that was not on the screen', () => {
    const diff = `@@ -1,60 +1,61 @@\n${' same\n'.repeat(60)}+far\n`;
    const app = drive(world({ proposals: THREE, diff }), { rows: 20 });
    app.press('A', 'd');
    expect([app.state.sheet, app.state.focus]).toEqual([null, 'text']);
    const { reading } = app.state;
    expect(reading!.rows.slice(reading!.top.row).some((row) => row.text === 'far')).toBe(true);
  });
});

describe('what moves between the sheet and Enter', () => {
  const moved = (what: string) =>
    new Refusal('changed_since_review', `The ${what} moved.`, { details: { what } });

  test.each(['tip', 'target', 'index', 'disk'])(
    'S13: the %s moved: nothing lands, and it has to be asked again',
    (what) => {
      const app = drive(
        world({ proposals: THREE }, ({ command }) =>
          command === 'proposal.apply' ? moved(what) : undefined,
        ),
      );
      app.press('A', '\r');
      expect(app.state.sheet).toBeNull();
      expect(app.state.said?.text).toBe(`Changed since you opened it: The ${what} moved.`);
      app.press('\r', '\r');
      expect(app.asked.filter((ask) => ask.command === 'proposal.apply')).toHaveLength(1);
    },
  );

  test('S13: a new revision ends the sheet and its new part stands first', () => {
    const facts = { proposals: THREE };
    const app = drive(
      world(facts, ({ command, input }) =>
        command === 'proposal.diff' && input.since === 1
          ? { tip: NEW_TIP, text: '@@ -1 +1 @@\n-a\n+new part\n' }
          : undefined,
      ),
    );
    app.press('A');
    facts.proposals = [proposal('one-aaaa', { tip: NEW_TIP, revision: 2 }), ...THREE.slice(1)];
    app.send({ kind: 'changed', what: 'proposals' });
    expect(app.state.sheet).toBeNull();
    expect(app.state.said?.text).toMatch(/^Changed since you opened it/);
    expect(app.state.reading).toMatchObject({ version: NEW_TIP, revision: 2 });
    expect(app.state.reading!.rows.some((row) => row.text === 'new part')).toBe(true);
    app.press('A');
    expect(app.state.sheet).toMatchObject({ kind: 'approve', tip: NEW_TIP });
  });

  test('S13: a plan for another tip than the one that was read is not shown', () => {
    const app = drive(
      world({ proposals: THREE }, ({ command }) =>
        command === 'proposal.preflight' ? plan('one-aaaa', { tip: NEW_TIP }) : undefined,
      ),
    );
    app.press('A');
    expect(app.state.sheet).toBeNull();
    expect(app.state.said?.text).toMatch(/^Changed since you opened it/);
  });

  test('a proposal that ended elsewhere takes its sheet with it', () => {
    const facts = { proposals: THREE };
    const app = drive(world(facts));
    app.press('X');
    facts.proposals = THREE.slice(1);
    app.send({ kind: 'changed', what: 'proposals' });
    expect([app.state.sheet, app.state.proposals.chosen]).toEqual([null, 'two-bbbb']);
    expect(app.state.said?.text).toBe('one-aaaa is not waiting any more.');
  });
});

test('S20: rejecting sends the tip that was shown and the reason that was typed', () => {
  const app = drive(world({ proposals: THREE }));
  app.press('X');
  app.look();
  app.type('too loud');
  app.type('\x7f\x7f\x7f\x7f');
  app.type('\x1b[200~far\nout\x1b[201~');
  app.press('\r');
  expect(app.asked.find((ask) => ask.command === 'proposal.reject')?.input).toEqual({
    proposal: 'one-aaaa',
    tip: TIP,
    reason: 'too far out',
  });
});

describe('the banner', () => {
  test.each([
    ['M', 'doc.merge'],
    ['R', 'doc.revert'],
    ['K', 'doc.keep'],
  ])('R5: %s runs %s, once the banner stood on the screen', (key, command) => {
    const app = drive(world({ proposals: THREE, docs: [STALE] }));
    app.type(key);
    expect(app.news()).toEqual([command]);
    expect(app.asked.find((ask) => ask.command === command)?.input).toEqual({ doc: 'guide/intro.md' });
  });

  test.each(['M', 'R', 'K'])('S53 R5: %s does nothing without a banner, or before it was drawn', (key) => {
    const facts = { proposals: THREE, docs: [DIRTY] };
    const app = drive(world(facts));
    app.press(key);
    expect(app.news()).toEqual([]);
    facts.docs = [STALE];
    app.send({ kind: 'changed', what: 'docs', stale: 'guide/intro.md' });
    app.news();
    app.type(key);
    expect(app.news()).toEqual([]);
  });

  test('R8: a refused merge leaves the banner with its other two choices until the file changes again', () => {
    const facts: { docs: Record<string, unknown>[] } = { docs: [STALE] };
    const refuse = new Refusal('merge_conflict', 'Both changed line 1.');
    const app = drive(world(facts, ({ command }) => (command === 'doc.merge' ? refuse : undefined)));
    app.type('M');
    app.news();
    app.press('M');
    expect(app.news()).toEqual([]);
    app.press('R');
    expect(app.news()[0]).toBe('doc.revert');
    facts.docs = [{ ...STALE, sha256: 'f'.repeat(64) }];
    app.send({ kind: 'changed', what: 'docs' });
    app.news();
    app.press('M');
    expect(app.news()).toEqual(['doc.merge']);
  });

  test('S39: a file that is gone cannot be merged', () => {
    const app = drive(world({ docs: [{ ...STALE, deleted: true }] }));
    app.type('M');
    expect(app.news()).toEqual([]);
  });

  test('R5: it goes when the doc is kept, merged or clean, and the oldest of two stays first', () => {
    const second: Record<string, unknown> = { ...STALE, doc: 'b.md' };
    const facts: { docs: Record<string, unknown>[] } = { docs: [second] };
    const app = drive(world(facts));
    facts.docs = [STALE, second];
    app.send({ kind: 'changed', what: 'docs', stale: 'guide/intro.md' });
    expect(app.state.banners).toEqual(['b.md', 'guide/intro.md']);
    facts.docs = [STALE, { ...second, kept: true }];
    app.send({ kind: 'changed', what: 'docs' });
    expect([app.state.banners, app.state.bannerDrawnAt]).toEqual([['guide/intro.md'], null]);
    facts.docs = [DIRTY, second];
    app.send({ kind: 'changed', what: 'docs', stale: 'b.md' });
    expect(app.state.banners).toEqual(['b.md']);
  });
});

describe('docs', () => {
  test('o opens a doc by its name; Tab completes it', () => {
    const app = drive(
      world({ docs: [doc('guide/intro.md')] }, ({ command }) =>
        command === 'doc.open' ? doc('guide/intro.md') : undefined,
      ),
    );
    app.press('o');
    app.look();
    app.type('int\t');
    app.press('\r');
    expect(app.asked.find((ask) => ask.command === 'doc.open')?.input).toEqual({ doc: 'guide/intro.md' });
    expect([app.state.tab, app.state.docs.chosen, app.state.sheet]).toEqual(['docs', 'guide/intro.md', null]);
  });

  test('a name that fits nothing leaves the sheet for another try', () => {
    const refuse = new Refusal('no_such_doc', 'No doc is named x.', { hint: 'Try another.' });
    const app = drive(world({}, ({ command }) => (command === 'doc.open' ? refuse : undefined)));
    app.press('o', 'x', '\r');
    expect(app.state.sheet).toMatchObject({ kind: 'open', text: 'x', busy: false });
    expect(app.state.said).toEqual({ kind: 'problem', text: 'No doc is named x.', hint: 'Try another.' });
  });

  test('a doc without unsaved edits shows what it says; with some, what they are', () => {
    const facts: { docs: Record<string, unknown>[] } = { docs: [doc('a.md')] };
    const app = drive(
      world(facts, ({ command }) => (command === 'doc.read' ? { text: 'one\ntwo\n' } : undefined)),
    );
    app.press('2');
    expect(app.state.reading!.rows.map((row) => [row.number, row.text]).slice(-2)).toEqual([
      [1, 'one'],
      [2, 'two'],
    ]);
    facts.docs = [doc('a.md', { dirty: true, textSha256: 'd'.repeat(64) })];
    app.send({ kind: 'changed', what: 'docs' });
    expect(app.state.reading!.rows.some((row) => row.kind === 'added' && row.text === 'TWO')).toBe(true);
  });

  test('e edits the chosen doc in the editor; on the list the first doc of the proposal', () => {
    const app = drive(
      world({ proposals: THREE, docs: [doc('a.md')] }, ({ use, input }) =>
        use === 'edit' ? { doc: input.doc } : undefined,
      ),
    );
    app.press('e');
    expect(app.asked).toContainEqual({ command: 'doc.write', input: { doc: 'guide/intro.md' }, use: 'edit' });
    app.press('2', 'e');
    expect(app.asked).toContainEqual({ command: 'doc.write', input: { doc: 'a.md' }, use: 'edit' });
  });

  test('an answer closes the question that it answers, and no other', () => {
    let merged: Ask | null = null;
    const app = drive(
      world({ proposals: THREE, docs: [STALE] }, (ask) => {
        if (ask.command === 'doc.merge') merged = ask;
        return undefined;
      }),
    );
    app.type('M');
    app.press('X');
    app.look();
    app.type('why');
    app.send({ kind: 'answered', to: merged!, answer: STALE, words: 'merged' });
    expect(app.state.sheet).toMatchObject({ kind: 'reject', text: 'why' });
  });

  test('S saves with a message; saving over a changed file asks Merge, Revert or Save Anyway', () => {
    const refuse = new Refusal('stale', 'It changed on disk.', { details: { sha256: 'f'.repeat(64) } });
    const saves: unknown[] = [];
    const app = drive(
      world({ docs: [DIRTY] }, ({ command, input }) => {
        if (command !== 'doc.save') return undefined;
        saves.push(input);
        return saves.length === 1 ? refuse : { how: 'committed' };
      }),
    );
    app.press('2', 'S');
    app.look();
    app.type('Say it');
    app.press('\r');
    expect(app.state.sheet).toMatchObject({ kind: 'stale', doc: 'guide/intro.md', mergeOff: false });
    app.type('S');
    expect(saves).toHaveLength(1);
    app.press('S');
    expect(saves).toEqual([
      { doc: 'guide/intro.md', summary: 'Say it' },
      { doc: 'guide/intro.md', summary: 'Say it', overwrite: 'f'.repeat(64) },
    ]);
  });

  test('S39: merging in the save prompt that is refused leaves Revert and Save Anyway', () => {
    const app = drive(
      world({ docs: [DIRTY] }, ({ command }) =>
        command === 'doc.save'
          ? new Refusal('stale', 'no')
          : command === 'doc.merge'
            ? new Refusal('merge_conflict', 'no')
            : undefined,
      ),
    );
    app.press('2', 'S', '\r', 'M');
    expect(app.state.sheet).toMatchObject({
      kind: 'stale',
      mergeOff: true,
      told: 'Both you and the file changed the same lines.',
    });
    app.news();
    app.press('M');
    expect(app.news()).toEqual([]);
    app.press('R');
    expect(app.news()[0]).toBe('doc.revert');
  });
});

describe('leaving', () => {
  test('q leaves at once when nothing is unsaved', () => {
    const app = drive(world({ docs: [doc('a.md')] }));
    app.press('q');
    expect(app.effects.at(-1)).toEqual({ do: 'quit' });
  });

  test.each(['q', '\x03'])('%j asks when something is unsaved; Esc stays, Enter leaves', (key) => {
    const app = drive(world({ docs: [DIRTY] }));
    app.press(key, '\x1b');
    expect(app.effects.some((effect) => effect.do === 'quit')).toBe(false);
    app.press(key, '\r');
    expect(app.effects.at(-1)).toEqual({ do: 'quit' });
  });

  test('a problem stays until Esc', () => {
    const app = drive(
      world({ proposals: THREE }, ({ command }) =>
        command === 'proposal.reject' ? new Refusal('locked', 'A lock is held.') : undefined,
      ),
    );
    app.press('X', '\r');
    expect(app.state.said?.text).toBe('A lock is held.');
    app.press('j', 'k');
    expect(app.state.said?.kind).toBe('problem');
    app.press('\x1b');
    expect(app.state.said).toBeNull();
  });
});
