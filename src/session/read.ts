import type { DocText } from './answers.ts';
import type { Session } from './session.ts';

export async function readDoc(
  _session: Session,
  _ask: { doc: string; from?: number; lines?: number },
): Promise<DocText> {
  throw new Error('not built');
}
