// Undo steps and the edits that disk lacks: pure.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OpenDoc } from '../../src/session/doc.ts';
import { editsSince, NO_HISTORY, redone, undone, withBase, withStep } from '../../src/session/history.ts';

let seq = 0;
const base = (text: string | null, at = seq, path = 'a.md') => ({
  path,
  text,
  oid: null,
  sha256: 'absent',
  commit: null,
  branch: 'main',
  seq: at,
});
const opened = (text: string | null): OpenDoc => ({
  path: 'a.md',
  text,
  base: base(text),
  history: NO_HISTORY,
  waiting: null,
  synced: null,
  onlyRead: false,
  raised: null,
});
const step = (doc: OpenDoc, label: string, text: string | null) =>
  withStep(doc, { seq: ++seq, label }, { path: 'a.md', text });
const undo = (doc: OpenDoc) => undone(doc)!.doc;
const redo = (doc: OpenDoc) => {
  const next = redone(doc, seq + 1)!;
  seq = Math.max(seq, next.step.seq);
  return next.doc;
};
const saved = (doc: OpenDoc) => withBase(doc, base(doc.text));

describe('edits since disk', () => {
  test('R4: the labels of the steps after the base, oldest first', () => {
    const doc = step(step(opened('0'), 'A', '1'), 'B', '2');
    expect(editsSince(doc)).toEqual(['A', 'B']);
    expect(editsSince(saved(doc))).toEqual([]);
    expect(editsSince(step(saved(doc), 'C', '3'))).toEqual(['C']);
  });

  test('R4: a step that disk holds and was undone is listed as undone', () => {
    const doc = undo(saved(step(opened('0'), 'A', '1')));
    expect(editsSince(doc)).toEqual(['Undid: A']);
    expect(editsSince(redo(doc))).toEqual([]);
  });

  test('R4: … still once redo is cleared', () => {
    const doc = step(undo(saved(step(opened('0'), 'A', '1'))), 'B', '2');
    expect(redone(doc, seq + 1)).toBeNull();
    expect(editsSince(doc)).toEqual(['Undid: A', 'B']);
  });

  test('R4: a step after the base that was undone is not listed', () => {
    expect(editsSince(undo(step(step(opened('0'), 'A', '1'), 'B', '2')))).toEqual(['A']);
  });

  test('R4: a step undone before the save and redone after it is an edit since disk', () => {
    const doc = redo(saved(undo(step(step(opened('0'), 'A', '1'), 'B', '2'))));
    expect(doc.text).toBe('2');
    expect(editsSince(doc)).toEqual(['B']);
    expect(editsSince(undo(doc))).toEqual([]);
  });

  test('R4: a doc that is not on disk keeps its Created first', () => {
    const created = step(opened(null), 'Created a.md', 'x');
    expect(editsSince(step(created, 'A', 'y'))).toEqual(['Created a.md', 'A']);
    const later = { ...step(created, 'A', 'y'), base: base(null) };
    expect(editsSince(step(later, 'B', 'z'))).toEqual(['Created a.md', 'B']);
  });

  test('R4: the undo stack is kept across saves', () => {
    const doc = undo(undo(saved(step(saved(step(opened('0'), 'A', '1')), 'B', '2'))));
    expect(doc.text).toBe('0');
    expect(editsSince(doc)).toEqual(['Undid: B', 'Undid: A']);
    expect(editsSince(redo(redo(doc)))).toEqual([]);
  });
});

describe('steps that moved the base', () => {
  test('undo restores the old base too, and redo the new one', () => {
    const before = step(opened('0'), 'A', '1');
    const merge = { seq: ++seq, label: 'Merged', lists: [], anchor: { base: before.base, waiting: null } };
    const merged = {
      ...withStep(before, merge, { path: 'a.md', text: '1m' }),
      base: { ...base('0m'), seq: before.base.seq },
    };
    expect(editsSince(merged)).toEqual(['A']);
    const back = undo(merged);
    expect([back.text, back.base.text]).toEqual(['1', '0']);
    const again = redo(back);
    expect([again.text, again.base.text]).toEqual(['1m', '0m']);
    expect(editsSince(again)).toEqual(['A']);
  });

  test('undone past a save, the doc is stale against what was saved, never a revert of it', () => {
    const before = step(opened('0'), 'A', '1');
    const merge = { seq: ++seq, label: 'Merged', lists: [], anchor: { base: before.base, waiting: null } };
    const merged = {
      ...withStep(before, merge, { path: 'a.md', text: '1m' }),
      base: { ...base('0m'), seq: before.base.seq },
    };
    const doc = undo(saved(merged));
    expect(doc.base.text).toBe('0');
    expect(redo(doc).base.text).toBe('1m');
  });
});

test('undo of everything and redo of everything are exact, whatever was saved between', () => {
  const act = fc.constantFrom('edit', 'undo', 'redo', 'save');
  fc.assert(
    fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
      let doc = opened('0');
      const texts = new Map<string, string | null>([['', '0']]);
      const key = () => doc.history.done.map(({ label }) => label).join(',');
      for (const [i, what] of acts.entries()) {
        if (what === 'edit') {
          doc = step(doc, `e${i}`, `t${i}`);
          texts.set(key(), doc.text);
        } else if (what === 'undo') doc = undone(doc)?.doc ?? doc;
        else if (what === 'redo') doc = doc.history.undone.length > 0 ? redo(doc) : doc;
        else doc = saved(doc);
        expect(doc.text).toBe(texts.get(key()));
        if (doc.text === doc.base.text) expect(editsSince(doc)).toEqual([]);
        else expect(editsSince(doc).length).toBeGreaterThan(0);
      }
    }),
    { numRuns: 300 },
  );
});
