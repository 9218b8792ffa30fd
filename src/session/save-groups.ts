// Which docs go to which proposal.
import { refuse } from '../refusal.ts';
import { safe } from '../safe.ts';
import type { OpenDoc } from './doc.ts';
import { openedAlready } from './open.ts';
import type { SaveRequest } from './save.ts';
import type { Session } from './session.ts';
import { isDirty } from './working.ts';

/** One call of propose: the docs of one proposal; `into` null: a new one. */
export interface Group {
  readonly into: string | null;
  readonly docs: readonly OpenDoc[];
}

/**
 * The docs to save, by proposal. A doc that waits goes to its own; others start a new one, or go to the one that is
 * named. Refuses `not_open`, `proposed` (named docs that wait in different proposals) and `invalid_input`.
 */
export async function groupsOf(session: Session, ask: SaveRequest): Promise<Group[]> {
  const docs = ask.docs ? await named(session, ask.docs) : unsaved(session, ask.proposal);
  const ids = [...new Set(docs.flatMap(({ waiting }) => waiting?.proposal ?? []))];
  if (ask.docs) refuseSeveral(ids, ask.proposal);
  const fresh = docs.filter(({ waiting }) => !waiting);
  const groups: Group[] = ids.map((into) => ({
    into,
    docs: docs.filter((doc) => doc.waiting?.proposal === into),
  }));
  const all = joined(groups, fresh, ask);
  const changed = all.filter(isChanged);
  const kept = ask.docs || changed.length === 0 ? all : changed;
  refuseOneForMany(kept, ask);
  return kept;
}

async function named(session: Session, refs: readonly string[]): Promise<OpenDoc[]> {
  const docs: OpenDoc[] = [];
  for (const ref of refs) docs.push(await openedAlready(session, ref));
  return [...new Set(docs)].filter((doc) => doc.waiting || isDirty(doc));
}

function unsaved(session: Session, proposal: string | undefined): OpenDoc[] {
  const docs = [...session.docs.values()].filter((doc) => doc.waiting || isDirty(doc));
  return proposal === undefined
    ? docs
    : docs.filter(({ waiting }) => !waiting || waiting.proposal === proposal);
}

function joined(groups: Group[], fresh: readonly OpenDoc[], { proposal, remove }: SaveRequest): Group[] {
  const into = proposal ?? null;
  const there = groups.find((group) => group.into === into);
  const others = groups.filter((group) => group !== there);
  const docs = [...(there?.docs ?? []), ...fresh];
  if (docs.length === 0 && !(remove && into !== null)) return groups;
  return [...others, { into, docs }];
}

/** A proposal whose docs are all as they were saved has nothing new. */
function isChanged({ into, docs }: Group): boolean {
  return (
    into === null || docs.some(({ waiting, text, path }) => waiting?.text !== text || waiting.path !== path)
  );
}

function refuseSeveral(ids: readonly string[], proposal: string | undefined): void {
  const others = proposal === undefined ? ids.slice(1) : ids.filter((id) => id !== proposal);
  if (others.length === 0) return;
  refuse('proposed', `The docs wait in different proposals: ${ids.map(safe).join(', ')}.`, {
    details: { proposals: ids },
    hint: 'Save the docs of each proposal apart, or name no doc to save each to its own.',
  });
}

function refuseOneForMany(groups: readonly Group[], { requestId, remove, tip }: SaveRequest): void {
  if (groups.length <= 1) return;
  const field = requestId !== undefined ? 'requestId' : remove ? 'remove' : tip !== undefined ? 'tip' : null;
  if (field === null) return;
  refuse('invalid_input', `${field} is about one proposal, and these docs go to ${groups.length}.`, {
    details: { field, proposals: groups.map(({ into }) => into) },
    hint: 'Name the docs of one proposal.',
  });
}
