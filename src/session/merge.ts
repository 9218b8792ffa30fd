import type { DocState } from './answers.ts';
import type { Session } from './session.ts';

export async function mergeDoc(
  _session: Session,
  _ask: { doc: string },
): Promise<DocState & { merged: boolean; reloaded?: true }> {
  throw new Error('not built');
}
/** Keep Mine: hides the stale mark's banner until the file changes again. */
export async function keepDoc(_session: Session, _ask: { doc: string }): Promise<DocState> {
  throw new Error('not built');
}
