import { showProposal } from '../proposals/index.ts';
import { entryAt, head, type IndexEntry, listPaths, type Oid, readBlob, readIndex } from '../repo/index.ts';
import type { Candidate, Candidates, Found, Skipped } from './check-found.ts';
import { chosen } from './check-found.ts';
import type { Session } from './session.ts';
import { sha256 } from './texts.ts';

/** Docs that a proposal adds or changes, as its tip has them. Refuses `no_such_proposal` and `ambiguous`. */
export async function proposalCandidates(
  session: Session,
  id: string,
  docs: readonly string[] | undefined,
): Promise<Candidates> {
  const { id: proposal, tip, paths: stats } = await showProposal(session.repo, id);
  const there = stats.filter(({ what }) => what !== 'delete').map(({ doc }) => doc);
  const otherwise = { why: 'not_in_proposal', message: 'The proposal does not change it.' };
  const { paths, skipped } = chosen(there, docs, otherwise);
  const candidates = paths.map(
    (doc): Candidate => ({ doc, named: !!docs, read: () => atCommit(session, tip, doc) }),
  );
  return { candidates, skipped, proposal, tip };
}

/** Docs whose staged content differs from HEAD, as the index has them. */
export async function indexCandidates(
  session: Session,
  docs: readonly string[] | undefined,
): Promise<Candidates> {
  const { oid } = await head(session.repo);
  const committed = oid === null ? new Map() : await listPaths(session.repo, oid);
  const staged = new Map<string, IndexEntry | null>();
  for (const [path, entries] of await readIndex(session.repo)) {
    const entry = entries.find(({ stage }) => stage === 0) ?? null;
    const before = committed.get(path);
    const same = entry !== null && before?.oid === entry.oid && before.mode === entry.mode;
    if (!same && !entry?.intentToAdd) staged.set(path, entry);
  }
  const { paths, skipped } = chosen([...staged.keys()].sort(), docs, {
    why: 'not_staged',
    message: 'It is not staged.',
  });
  const candidates = paths.map(
    (doc): Candidate => ({ doc, named: !!docs, read: () => blobOf(session, doc, staged.get(doc)!) }),
  );
  return { candidates, skipped };
}

async function atCommit(session: Session, tip: Oid, doc: string): Promise<Found | Skipped> {
  return blobOf(session, doc, await entryAt(session.repo, tip, doc));
}

async function blobOf(
  session: Session,
  doc: string,
  entry: { readonly mode: string; readonly oid: Oid } | null,
): Promise<Found | Skipped> {
  if (!entry) return { doc, why: 'unmerged', message: 'It is unmerged: there is no one content to check.' };
  if (!entry.mode.startsWith('100')) return { doc, why: 'not_a_doc', message: 'It is no file of text.' };
  const bytes = await readBlob(session.repo, entry.oid);
  return { file: doc, bytes, sha256: sha256(bytes) };
}
