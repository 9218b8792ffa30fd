import type { DocState, SessionState } from './answers.ts';
import type { Session } from './session.ts';

export async function statusDoc(_session: Session, _doc: string): Promise<DocState> {
  throw new Error('not built');
}
export async function statusSession(_session: Session): Promise<SessionState> {
  throw new Error('not built');
}
