import type { DocList } from './answers.ts';
import type { Session } from './session.ts';

/** The path that a doc ref names: a path, or a bare name that fits one doc. Refuses no_such_doc, ambiguous, not_a_doc. */
export async function resolveDoc(_session: Session, _ref: string): Promise<string> {
  throw new Error('not built');
}

/** Docs of the work tree and created ones, sorted by path; `query` is part of a path, any case. */
export async function listDocs(
  _session: Session,
  _ask: { query?: string; limit?: number; after?: string },
): Promise<DocList> {
  throw new Error('not built');
}
