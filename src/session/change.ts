import type { Edited } from './answers.ts';
import type { Session } from './session.ts';

export interface TextEdit {
  readonly oldText: string;
  readonly newText: string;
  readonly count?: number;
}
/** Path → sha256 of the disk bytes, or `absent`. */
export type Expect = Readonly<Record<string, string>>;

export async function editDoc(
  _session: Session,
  _ask: { doc: string; edits: readonly TextEdit[]; expect?: Expect },
): Promise<Edited> {
  throw new Error('not built');
}
export async function writeDoc(
  _session: Session,
  _ask: { doc: string; text: string; expect?: Expect },
): Promise<Edited> {
  throw new Error('not built');
}
export async function createDoc(_session: Session, _ask: { doc: string; text?: string }): Promise<Edited> {
  throw new Error('not built');
}
export async function renameDoc(_session: Session, _ask: { doc: string; to: string }): Promise<Edited> {
  throw new Error('not built');
}
export async function deleteDoc(_session: Session, _ask: { doc: string }): Promise<Edited> {
  throw new Error('not built');
}
