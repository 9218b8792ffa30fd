import type { OpenElsewhere } from './answers.ts';
import type { Session } from './session.ts';

/** Owner sessions of this work tree in other processes, with the docs they have open. */
export async function openElsewhere(_session: Session): Promise<OpenElsewhere[]> {
  throw new Error('not built');
}
