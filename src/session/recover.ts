import type { DocState, Draft } from './answers.ts';
import type { Session } from './session.ts';

export async function listDrafts(_session: Session): Promise<Draft[]> {
  throw new Error('not built');
}
export async function recoverDoc(
  _session: Session,
  _ask: { doc: string },
): Promise<DocState & { recovered: readonly string[] }> {
  throw new Error('not built');
}
