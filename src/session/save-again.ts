// A save that is asked for again: an agent whose answer was lost repeats its call.
import { proposedBefore } from '../proposals/index.ts';
import type { Saved } from './answers.ts';
import { pathNamed } from './named-path.ts';
import { fitting, openNamed } from './names.ts';
import { docsWithNews } from './save-groups.ts';
import { OWNERS_DOOR, proposedDoc } from './save-proposals.ts';
import type { SaveRequest } from './save-request.ts';
import type { Session } from './session.ts';

/**
 * The answer to a save whose request id an earlier one carried, with what became of it since; its docs need not be
 * open any more. Null when the id is new, and for docs that wait and do not know it yet. Refuses `request_reused`.
 */
export async function savedBefore(session: Session, ask: SaveRequest): Promise<Saved | null> {
  if (ask.requestId === undefined) return null;
  const news = docsWithNews(session, ask);
  const proposed = await proposedBefore(session.repo, {
    requestId: ask.requestId,
    agent: session.agent ?? OWNERS_DOOR,
    worktree: session.repo.root,
    docs: news.map(proposedDoc),
    remove: ask.remove,
    about: (docs) => about(session, ask.docs, docs),
  });
  // Docs that wait without knowing it, after a kill, are told so by saving them again.
  if (proposed?.outcome === 'pending' && news.length > 0) return null;
  return proposed && { proposals: [proposed], warnings: proposed.warnings };
}

function about(
  session: Session,
  refs: readonly string[] | undefined,
  docs: readonly string[],
): readonly string[] | null {
  if (refs === undefined) return docs;
  const paths = refs.map((ref) => pathIn(session, ref, docs));
  return paths.every((path) => path !== null) ? paths : null;
}

/** The proposal's doc that a ref names: as it is open, by its path, or by a bare name. */
function pathIn(session: Session, ref: string, docs: readonly string[]): string | null {
  const path = openNamed(session, ref)?.path ?? pathNamed(session, ref);
  if (docs.includes(path)) return path;
  const names = fitting(path, docs);
  return names.length === 1 ? names[0]! : null;
}
