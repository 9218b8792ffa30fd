import type { Saved } from './answers.ts';
import type { Session } from './session.ts';

/** What a one-shot edit does with its result: writes the file, and saves or proposes it when asked. */
export async function finishOneShot(
  _session: Session,
  _docs: readonly string[],
  _ask: { save?: boolean; propose?: boolean; summary?: string },
): Promise<Saved | null> {
  throw new Error('not built');
}
