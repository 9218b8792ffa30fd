import type { Kind } from '../kind.ts';
import { textProblems } from './text-problems.ts';

/** Plain UTF-8 text: its own canonical form, every line stands for itself. */
export const textKind: Kind = {
  name: 'text',
  insertions: 'clash',
  canonical: (text) => text,
  problems: textProblems,
};
