// Texts of a doc where the doc may be absent: merged, compared, and as an agent sees them.
import { createHash } from 'node:crypto';
import { decodeText, kindOf } from '../kinds/index.ts';
import { type Clash, merge3, splitLines } from '../merge/index.ts';

export type MergedTexts =
  | { readonly clean: true; readonly text: string | null }
  | { readonly clean: false; readonly hunks: readonly Clash[] };

/**
 * Merges three states of one doc, null where it is absent. One-sided and equal changes are taken whole;
 * deleting what the other side changed is a clash, as are two docs begun at one path.
 */
export function mergeTexts(
  path: string,
  base: string | null,
  ours: string | null,
  theirs: string | null,
): MergedTexts {
  if (ours === theirs || theirs === base) return { clean: true, text: ours };
  if (ours === base) return { clean: true, text: theirs };
  if (ours === null || theirs === null) return { clean: false, hunks: [wholeClash(base, ours, theirs)] };
  return byLines(path, base ?? '', ours, theirs);
}

/** The same merge on bytes of a file, as disk has them; null when they clash or are no text. */
export function mergeBytes(_path: string, base: Buffer, ours: Buffer, theirs: Buffer): Buffer | null {
  const texts = [base, ours, theirs].map((bytes) => decodeText(bytes));
  const [b, o, t] = texts.map((decoded) => ('text' in decoded ? decoded.text : null));
  if (b == null || o == null || t == null) return null;
  const merged = merge3(b, o, t);
  return merged.clean ? Buffer.from(merged.text, 'utf8') : null;
}

/** The text as an agent sees it: LF, without a byte order mark. */
export function viewOf(text: string): string {
  return text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
}

/** sha256 in lower-case hex; a text is hashed as UTF-8. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** How many lines a text has; a last line without an ending counts. */
export function lineCount(text: string): number {
  return splitLines(text).length;
}

function byLines(path: string, base: string, ours: string, theirs: string): MergedTexts {
  const kind = kindOf(path, ours);
  const [b, o, t] = [base, ours, theirs].map((text) => kind.canonical(text)) as [string, string, string];
  const merged = merge3(b, o, t, { insertions: kind.insertions, addresses: kind.addresses });
  return merged.clean ? { clean: true, text: merged.text } : { clean: false, hunks: merged.clashes };
}

function wholeClash(base: string | null, ours: string | null, theirs: string | null): Clash {
  return {
    base: [0, lineCount(base ?? '')],
    ours: splitLines(ours ?? ''),
    theirs: splitLines(theirs ?? ''),
  };
}
