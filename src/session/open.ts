import type { DocState } from './answers.ts';
import type { Session } from './session.ts';

/** Opens a doc and says how it stands. */
export async function openDoc(_session: Session, _ask: { doc: string }): Promise<DocState> {
  throw new Error('not built');
}

/** Closes an open doc; refuses `dirty` unless `discard`. */
export async function closeDoc(
  _session: Session,
  _ask: { doc: string; discard?: boolean },
): Promise<{ doc: string; closed: true; dropped: readonly string[] }> {
  throw new Error('not built');
}
