// A unified diff as rows that can be shown one by one, with line numbers.

export type RowKind = 'head' | 'claim' | 'warning' | 'file' | 'place' | 'same' | 'added' | 'removed' | 'note';

/** One row of a text that is read. Its text is as it came: it is made safe when it is shown. */
export interface DiffRow {
  readonly kind: RowKind;
  readonly text: string;
  /** 1-based: of the new text, for a removed line of the old one. */
  readonly number?: number;
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Reads a unified diff as git writes it. What it does not know is a note, never dropped. */
export function diffRows(text: string): DiffRow[] {
  const rows: DiffRow[] = [];
  // Lines still to come in the hunk: a removed `-- x` must not be taken for a header.
  const left = { old: 0, new: 0 };
  const next = { old: 0, new: 0 };
  let headed = false;
  for (const line of linesOf(text)) {
    const inside = left.old + left.new > 0;
    const hunk = inside ? null : HUNK.exec(line);
    if (hunk) {
      headed = false;
      Object.assign(left, { old: Number(hunk[2] ?? 1), new: Number(hunk[4] ?? 1) });
      Object.assign(next, { old: Number(hunk[1]), new: Number(hunk[3]) });
      rows.push({ kind: 'place', text: line });
    } else if (inside && /^[-+ ]|^$/.test(line)) rows.push(lineRow(line, left, next));
    else {
      const file: boolean = !headed && /^(diff |--- )/.test(line);
      headed ||= file;
      rows.push({ kind: file ? 'file' : 'note', text: line });
    }
  }
  return rows;
}

/** A whole text as rows. */
export function textRows(text: string): DiffRow[] {
  return linesOf(text).map((line, i) => ({ kind: 'same', text: line, number: i + 1 }));
}

/** Whether a row is an added or a removed line. */
export function isChange(row: DiffRow): boolean {
  return row.kind === 'added' || row.kind === 'removed';
}

function lineRow(
  line: string,
  left: { old: number; new: number },
  next: { old: number; new: number },
): DiffRow {
  const text = line.slice(1);
  if (line[0] === '+') {
    left.new -= 1;
    return { kind: 'added', text, number: next.new++ };
  }
  left.old -= 1;
  if (line[0] === '-') return { kind: 'removed', text, number: next.old++ };
  left.new -= 1;
  next.old += 1;
  return { kind: 'same', text, number: next.new++ };
}

function linesOf(text: string): string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}
