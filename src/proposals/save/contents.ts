// What the commit gets of each doc: the agent's change alone, on the text of the commit it stands on.
import type { Clash } from '../../merge/index.ts';
import { splitLines } from '../../merge/index.ts';
import { refuse } from '../../refusal.ts';
import { entryAt, type Oid, type Repo, readObject } from '../../repo/index.ts';
import { type DocText, mergeDoc } from '../merge-doc.ts';
import type { ProposedDoc } from '../request.ts';
import { isFile, textAt, textOf } from '../text-at.ts';

/** One doc as the commit will hold it. */
export interface Content {
  readonly doc: ProposedDoc;
  readonly text: DocText;
  /** Mode of an existing file, which stays; else of a new one. */
  readonly mode: string;
}

/**
 * The doc's text on a commit: the agent's edits merged from its base. Lines that were on disk but in no commit stay
 * out. Refuses `uncommitted_clash` where the agent edited such lines, `merge_conflict` where commits changed the same
 * lines, `exists` where another doc came to be at a created one's path, `stale` where the doc was deleted.
 */
export async function contentOn(
  repo: Repo,
  doc: ProposedDoc,
  parent: Oid | null,
  { create = false, accepted = false } = {},
): Promise<Content> {
  const source = doc.renamedFrom ?? doc.path;
  const entry = await entryAt(repo, parent, source);
  const mode = entry && isFile(entry) ? entry.mode : doc.executable ? '100755' : '100644';
  const committed = entry === null ? null : await textOf(repo, source, entry);
  if (accepted || (create && committed === null && doc.text !== null)) return { doc, text: doc.text, mode };
  const merged = mergeDoc(doc.path, doc.base.text, doc.text, committed);
  if (merged.clean) return { doc, text: merged.text, mode };
  return refuseClash(repo, { doc, source, committed, clashes: merged.clashes });
}

interface Clashing {
  readonly doc: ProposedDoc;
  readonly source: string;
  readonly committed: DocText;
  readonly clashes: readonly Clash[];
}

async function refuseClash(repo: Repo, { doc, source, committed, clashes }: Clashing): Promise<never> {
  const details = { doc: doc.path, clashes: clashes.map((clash) => withDisk(clash, doc.base.text)) };
  if (doc.base.text === null) {
    return refuse('exists', `${doc.path} was committed meanwhile with other content`, {
      details,
      hint: 'Give yours another name with doc.rename, or drop it with doc.revert and edit the one that is there.',
    });
  }
  if ((await committedBase(repo, doc, source)) !== doc.base.text) {
    return refuse(
      'uncommitted_clash',
      `${doc.path}: the edits change ${linesOf(clashes)}, which the owner has not saved`,
      {
        details,
        hint: 'Ask the owner to save (commit) those lines, or edit elsewhere. The edits stay in the working copy.',
      },
    );
  }
  if (committed === null) {
    return refuse('stale', `${doc.path} was deleted meanwhile`, {
      details,
      hint: 'Save with create: true to bring it back.',
    });
  }
  return refuse('merge_conflict', `${doc.path}: ${linesOf(clashes)} were changed by a commit meanwhile`, {
    details,
    hint: 'Bring the doc up to date (doc.merge or doc.reload), edit again and save.',
  });
}

/** The doc's text in the commit of its base; undefined when that commit is gone. */
async function committedBase(repo: Repo, doc: ProposedDoc, source: string): Promise<DocText | undefined> {
  const { commit } = doc.base;
  if (commit !== null && (await readObject(repo, commit)) === null) return undefined;
  return textAt(repo, commit, source);
}

function withDisk(clash: Clash, base: DocText) {
  const [from, to] = clash.base;
  const disk = base === null ? [] : splitLines(base).slice(from, to);
  return { base: [from, to], disk, ours: clash.ours, theirs: clash.theirs };
}

function linesOf(clashes: readonly Clash[]): string {
  const spans = clashes.map(({ base: [from, to] }) => (to - from <= 1 ? `${from + 1}` : `${from + 1}–${to}`));
  const many = spans.length > 1 || clashes.some(({ base: [from, to] }) => to - from > 1);
  return `${many ? 'lines' : 'line'} ${spans.join(', ')}`;
}
