// Which docs go to which proposal.
import { refuse } from '../refusal.ts';
import { safe } from '../safe.ts';
import type { OpenDoc } from './doc.ts';
import { openNamed } from './names.ts';
import { openedAlready } from './open.ts';
import type { SaveRequest } from './save-request.ts';
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
export async function groupsOf(session: Session, asked: SaveRequest): Promise<Group[]> {
  const ask = { ...asked, proposal: asked.proposal ?? removedFrom(session, asked) };
  const removed = new Set(ask.remove);
  const all = ask.docs ? await named(session, ask.docs) : unsaved(session, ask);
  const docs = all.filter(({ path }) => !removed.has(path));
  const ids = [...new Set(docs.flatMap(({ waiting }) => waiting?.proposal ?? []))];
  if (ask.docs) refuseSeveral(ids, ask.proposal);
  const groups = grouped(docs, ids, ask);
  const changed = groups.filter((group) => ask.remove || isChanged(group));
  const kept = ask.docs || changed.length === 0 ? groups : changed;
  refuseOneForMany(kept, ask);
  return kept;
}

/** The open docs that a save would write something new of; those that are not open are left to the save. */
export function docsWithNews(session: Session, ask: SaveRequest): OpenDoc[] {
  const all = ask.docs ? ask.docs.flatMap((ref) => openNamed(session, ref) ?? []) : unsaved(session, ask);
  const removed = new Set(ask.remove);
  return [...new Set(all)].filter(
    (doc) => !removed.has(doc.path) && (ask.docs ? hasEdits(doc) : isNews(doc)),
  );
}

async function named(session: Session, refs: readonly string[]): Promise<OpenDoc[]> {
  const docs: OpenDoc[] = [];
  for (const ref of refs) docs.push(await openedAlready(session, ref));
  return [...new Set(docs)].filter(hasEdits);
}

/** With a proposal named: its own docs and those that wait nowhere; taking docs out of it: its own alone. */
function unsaved(session: Session, { proposal, remove }: SaveRequest): OpenDoc[] {
  const docs = [...session.docs.values()].filter(hasEdits);
  if (proposal === undefined) return docs;
  return docs.filter(({ waiting }) => (waiting ? waiting.proposal === proposal : !remove));
}

/** The proposal that the docs to take out wait in. */
function removedFrom(session: Session, { remove = [] }: SaveRequest): string | undefined {
  return remove.map((path) => session.docs.get(path)?.waiting?.proposal).find((id) => id !== undefined);
}

/** Docs by the proposal they wait in; those that wait nowhere go to the named one, or start one. */
function grouped(
  docs: readonly OpenDoc[],
  ids: readonly string[],
  { proposal, remove }: SaveRequest,
): Group[] {
  const into = proposal ?? null;
  const others = ids.filter((id) => id !== into);
  const groups: Group[] = others.map((id) => ({
    into: id,
    docs: docs.filter(({ waiting }) => waiting?.proposal === id),
  }));
  const rest = docs.filter(({ waiting }) => !waiting || waiting.proposal === into);
  return rest.length > 0 || (remove && into !== null) ? [...groups, { into, docs: rest }] : groups;
}

/** A proposal whose docs are all as they were saved has nothing new. */
function isChanged({ into, docs }: Group): boolean {
  return into === null || docs.some(isNews);
}

function hasEdits(doc: OpenDoc): boolean {
  return doc.waiting !== null || isDirty(doc);
}

/** The doc is not as its proposal was given it. */
function isNews({ waiting, text, path }: OpenDoc): boolean {
  return waiting?.text !== text || waiting.path !== path;
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
