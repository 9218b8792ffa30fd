import type { DocState } from './answers.ts';
import type { Session } from './session.ts';

export async function undoDoc(
  _session: Session,
  _ask: { doc: string; steps?: number },
): Promise<DocState & { undone: readonly string[] }> {
  throw new Error('not built');
}
export async function redoDoc(
  _session: Session,
  _ask: { doc: string; steps?: number },
): Promise<DocState & { redone: readonly string[] }> {
  throw new Error('not built');
}
