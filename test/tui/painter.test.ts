import { EventEmitter } from 'node:events';
import xterm from '@xterm/headless';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compose, difference, type Pane, sentinel } from '../../src/tui/frame.ts';
import { Painter } from '../../src/tui/painter.ts';

const pane = (width: number, ...lines: string[]): Pane => ({ width, lines });
const now = () => new Promise((resolve) => setImmediate(resolve));

class Out extends EventEmitter {
  columns = 10;
  rows = 3;
  writableNeedDrain = false;
  written: string[] = [];
  write(text: string): boolean {
    this.written.push(text);
    return true;
  }
}

test('panes stand where Ink placed their sentinels, each at its own column', () => {
  const panes = new Map([
    [0, pane(4, 'left')],
    [1, pane(6, 'right!')],
  ]);
  const rows = compose(`${sentinel(0, 0)}   ${sentinel(1, 0)}`, panes, 10, 5);
  expect(rows).toEqual([{ text: 'left\x1b[5Gright!', full: true }]);
});

test('a row that a pane lacks is blank, and a frame is never taller than the screen', () => {
  const layout = [0, 1, 2, 3].map((row) => sentinel(0, row)).join('\n');
  expect(compose(layout, new Map([[0, pane(2, 'ab')]]), 2, 3).map((row) => row.text)).toEqual([
    'ab',
    '  ',
    '  ',
  ]);
});

test('only rows that changed are written, in one synchronized write', () => {
  const before = [
    { text: 'aa', full: true },
    { text: 'bb', full: true },
  ];
  expect(difference(before, before, 2)).toBe('');
  expect(difference(before, [before[0]!, { text: 'cc', full: true }], 2)).toBe(
    '\x1b[?2026h\x1b[?25l\x1b[2;1H\x1b[0mcc\x1b[0m\x1b[?2026l',
  );
  expect(difference(null, before, 2)).toContain('\x1b[2J');
});

test('a row that is short, or whose widths terminals may see otherwise, is erased first', () => {
  expect(difference([], [{ text: 'a', full: false }], 1)).toContain('\x1b[2Ka');
  expect(difference([], [{ text: '漢字', full: true }], 1)).toContain('\x1b[2K漢字');
});

test('writes are joined until the next turn, and a full output is waited for', async () => {
  const out = new Out();
  const painter = new Painter(out);
  painter.show(new Map([[0, pane(10, 'first     ')]]));
  painter.write(sentinel(0, 0));
  painter.show(new Map([[0, pane(10, 'second    ')]]));
  await now();
  expect(out.written).toHaveLength(1);
  expect(out.written[0]).toContain('second');
  out.writableNeedDrain = true;
  painter.show(new Map([[0, pane(10, 'third     ')]]));
  await now();
  painter.show(new Map([[0, pane(10, 'last      ')]]));
  await now();
  expect(out.written).toHaveLength(1);
  out.writableNeedDrain = false;
  out.emit('drain');
  await now();
  expect(out.written[1]).toContain('last');
  expect(out.written[1]).not.toContain('third');
});

test('nothing is written while someone else has the screen; all of it afterwards', async () => {
  const out = new Out();
  const painter = new Painter(out);
  painter.show(new Map([[0, pane(10, 'a         ')]]));
  painter.write(sentinel(0, 0));
  await now();
  painter.hold(true);
  painter.show(new Map([[0, pane(10, 'b         ')]]));
  await now();
  expect(out.written).toHaveLength(1);
  painter.hold(false);
  await now();
  expect(out.written[1]).toMatch(/\x1b\[2J.*b {9}/);
});

test('the screen after any changes is the screen of a full repaint', async () => {
  const cell = fc.constantFrom('a', 'b', '漢', '│', 'é', 'e\u0301', '😀', ' ', '☎\ufe0f', '👍🏽', 'ำ');
  const text = fc.array(cell, { maxLength: 8 }).map((cells) => cells.join(''));
  const frame = fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { minLength: 2, maxLength: 6 }), async (frames) => {
      const screens = await Promise.all([shown(frames, false), shown(frames, true)]);
      expect(screens[0]).toEqual(screens[1]);
    }),
    { numRuns: 60 },
  );
});

/** What a terminal shows after the frames; `whole` repaints everything at the last. */
async function shown(frames: [string, string][][], whole: boolean): Promise<string[]> {
  const terminal = new xterm.Terminal({ cols: 30, rows: 6, allowProposedApi: true });
  let before = null as ReturnType<typeof compose> | null;
  let bytes = '\x1b[?7l';
  frames.forEach((lines, i) => {
    const panes = new Map([0, 1].map((side) => [side, pane(15, ...lines.map((line) => line[side]!))]));
    const layout = lines
      .map((_, row) => `${sentinel(0, row)}${' '.repeat(14)}${sentinel(1, row)}`)
      .join('\n');
    const after = compose(layout, panes, 30, 6).map((row) => ({ ...row, full: false }));
    bytes += difference(whole && i === frames.length - 1 ? null : before, after, 6);
    before = after;
  });
  await new Promise<void>((resolve) => terminal.write(bytes, resolve));
  const rows = [...Array(6).keys()].map((y) => terminal.buffer.active.getLine(y)!.translateToString(true));
  terminal.dispose();
  return rows;
}
