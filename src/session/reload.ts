import type { DocState } from './answers.ts';
import type { Session } from './session.ts';

export type Reloaded = Partial<DocState> & {
  readonly doc: string;
  readonly reloaded: boolean;
  readonly closed?: true;
};

export async function reloadDoc(_session: Session, _ask: { doc: string }): Promise<Reloaded> {
  throw new Error('not built');
}
export async function revertDoc(
  _session: Session,
  _ask: { doc: string },
): Promise<Partial<DocState> & { doc: string; dropped: readonly string[]; closed?: true }> {
  throw new Error('not built');
}
