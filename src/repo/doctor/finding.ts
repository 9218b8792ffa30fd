// What an examination of a repository finds.
import type { Givens } from '../repo.ts';

export interface Finding {
  /** A problem stops work, a warning may, a note only explains. */
  readonly severity: 'problem' | 'warning' | 'note';
  readonly code: string;
  /** What is so, as a sentence. */
  readonly what: string;
  /** What it means for docket. */
  readonly why: string;
  readonly fix: string;
  /** Clears it away: only for what docket itself left. Nobody's bytes are lost by it. */
  readonly mend?: (givens: Givens) => Promise<void>;
}

/** For what is as it should be. */
export const NOTHING = 'Nothing has to be done.';

export function note(code: string, what: string, why: string, fix: string = NOTHING): Finding {
  return { severity: 'note', code, what, why, fix };
}

export function warning(code: string, what: string, why: string, fix: string): Finding {
  return { severity: 'warning', code, what, why, fix };
}

export function problem(code: string, what: string, why: string, fix: string): Finding {
  return { severity: 'problem', code, what, why, fix };
}

/** Up to five of many, as words. */
export function some(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
