import { decodeText } from '../bytes.ts';
import type { Problem } from '../kind.ts';
import { LIMITS } from '../limits.ts';
import { sizeProblem } from './text-problems.ts';

/** Why bytes cannot be a doc (too many, or not UTF-8 text), or null where they can. */
export function problemOfBytes(bytes: Uint8Array): Problem | null {
  if (bytes.length > LIMITS.docBytes) return sizeProblem(bytes.length);
  const decoded = decodeText(bytes);
  return 'text' in decoded ? null : notText(decoded.why);
}

function notText(why: 'not_utf8' | 'nul'): Problem {
  return {
    severity: 'problem',
    code: 'not_utf8',
    message: why === 'nul' ? 'the file holds NUL bytes, so it is not text' : 'the bytes are not UTF-8',
    fix: 'Write the file as UTF-8 text.',
  };
}
