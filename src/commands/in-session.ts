import type { Session } from '../session/index.ts';
import type { Call } from './command.ts';

/** Plain data, as JSON is: the same fields, free to be changed by whoever gets them. */
export type Plain<T> = T extends readonly (infer Item)[]
  ? Plain<Item>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Plain<T[Key]> }
    : T;

/** Runs work in the call's session, in its turn; its answer is plain data. */
export async function inSession<T>(call: Call, work: (session: Session) => Promise<T>): Promise<Plain<T>> {
  const session = await call.session();
  return session.queue(() => work(session)) as Promise<Plain<T>>;
}
