// Three texts into one, and two texts compared. Pure: no disk, no clock, no docs.
export { carryEndings } from './carry-endings.ts';
export { diffLines, lineCounts } from './diff.ts';
export type { Hunk } from './hunk.ts';
export { type HunkText, hunkTexts } from './hunk-texts.ts';
export { splitLines } from './lines.ts';
export { type Clash, type Merged, type MergeOptions, merge3 } from './merge3.ts';
export { type DiffNames, unifiedDiff } from './unified.ts';
