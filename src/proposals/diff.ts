// What a proposal changes, as text that git's own tools read.
import { unifiedDiff } from '../merge/index.ts';
import { refuse } from '../refusal.ts';
import { entryAt, type Oid, type Repo } from '../repo/index.ts';
import { soundly } from './damage.ts';
import { describe } from './describe.ts';
import { findProposal } from './find.ts';
import { revisionsOf } from './line.ts';
import { mergeDoc } from './merge-doc.ts';
import { type Change, changesOf } from './outcome/changes.ts';
import { reviewBase } from './show.ts';
import { targetTip } from './target.ts';
import { isFile, textOrNull } from './text-at.ts';
import { quotePath } from './trailers.ts';

export interface ProposalDiff {
  readonly proposal: string;
  readonly tip: Oid;
  readonly revision: number;
  readonly base: Oid | null;
  readonly text: string;
}

export interface DiffOptions {
  /** Only this path. */
  readonly doc?: string;
  /** Only what changed since this revision. */
  readonly since?: number;
  /** Unchanged lines around a change; 3 when left out. */
  readonly context?: number;
}

/**
 * The difference of merge base…tip: never what the target changed meanwhile. With `since`, what changed from that
 * revision to the tip, the target's changes between them left out where they can be told apart.
 * Refuses `no_such_proposal`, `ambiguous`, `no_such_doc` for a path it does not change, `not_found` for a revision,
 * `blocked` for a damaged one.
 */
export async function diffProposal(
  repo: Repo,
  name: string,
  options: DiffOptions = {},
): Promise<ProposalDiff> {
  return soundly(repo, name, () => differing(repo, name, options));
}

async function differing(repo: Repo, name: string, options: DiffOptions): Promise<ProposalDiff> {
  const found = await findProposal(repo, name);
  const { id, tip } = found;
  const revisions = await revisionsOf(repo, id);
  const { target, revision } = await describe(repo, found, revisions);
  const targetOid = await targetTip(repo, target);
  const base = await reviewBase(repo, found, targetOid);
  const changes = await changesOf(repo, base, tip);
  if (options.since === undefined) {
    const text = await textOfChanges(repo, only(changes, id, options.doc), options);
    return { proposal: id, tip, revision, base, text };
  }
  const then = revisions.get(options.since) ?? refuseRevision(id, options.since, [...revisions.keys()]);
  const before = await reviewBase(repo, { id, tip: then }, targetOid);
  const earlier = await changesOf(repo, before, then);
  const paths = new Set([...earlier, ...changes].map(({ path }) => path));
  if (options.doc !== undefined && !paths.has(options.doc)) refuseDoc(id, options.doc, [...paths]);
  const wanted = [...paths].filter((path) => options.doc === undefined || path === options.doc).sort();
  const texts = await Promise.all(
    wanted.map((path) => sinceThen(repo, path, { before, then, base, tip }, options.context)),
  );
  return { proposal: id, tip, revision, base, text: texts.join('') };
}

function only(changes: readonly Change[], id: string, doc: string | undefined): readonly Change[] {
  if (doc === undefined) return changes;
  const fits = changes.filter(({ path, from }) => path === doc || from === doc);
  return fits.length > 0
    ? fits
    : refuseDoc(
        id,
        doc,
        changes.map(({ path }) => path),
      );
}

async function textOfChanges(
  repo: Repo,
  changes: readonly Change[],
  { context }: DiffOptions,
): Promise<string> {
  const texts = await Promise.all(changes.map((change) => textOfChange(repo, change, context)));
  return texts.join('');
}

async function textOfChange(repo: Repo, change: Change, context: number | undefined): Promise<string> {
  const { path, from = path, before, after } = change;
  const head = headLines(change);
  if (before?.oid === after?.oid && before !== null) return head;
  const [old, now] = await Promise.all([
    before === null ? '' : textOrNull(repo, before),
    after === null ? '' : textOrNull(repo, after),
  ]);
  const names = {
    from: before === null ? '/dev/null' : side('a', from),
    to: after === null ? '/dev/null' : side('b', path),
  };
  if (old === null || now === null) return `${head}Binary files ${names.from} and ${names.to} differ\n`;
  return head + unifiedDiff(old, now, { ...names, context });
}

function headLines({ path, from, before, after }: Change): string {
  const lines = [`diff --git ${side('a', from ?? path)} ${side('b', path)}`];
  if (before === null) lines.push(`new file mode ${after!.mode}`);
  else if (after === null) lines.push(`deleted file mode ${before.mode}`);
  else if (before.mode !== after.mode) lines.push(`old mode ${before.mode}`, `new mode ${after.mode}`);
  if (from !== undefined) lines.push(`rename from ${quotePath(from)}`, `rename to ${quotePath(path)}`);
  return `${lines.join('\n')}\n`;
}

/** One path from an earlier revision to the tip, the earlier one first brought onto the tip's base. */
async function sinceThen(
  repo: Repo,
  path: string,
  { before, then, base, tip }: { before: Oid | null; then: Oid; base: Oid | null; tip: Oid },
  context: number | undefined,
): Promise<string> {
  const at = async (commit: Oid | null) => {
    const entry = await entryAt(repo, commit, path);
    return entry === null || !isFile(entry) ? null : textOrNull(repo, entry);
  };
  const [oldBase, old, newBase, now] = await Promise.all([at(before), at(then), at(base), at(tip)]);
  const brought = before === base ? null : mergeDoc(path, oldBase, old, newBase);
  const from = brought?.clean ? brought.text : old;
  if (from === now) return '';
  const names = {
    from: from === null ? '/dev/null' : side('a', path),
    to: now === null ? '/dev/null' : side('b', path),
  };
  const head = `diff --git ${side('a', path)} ${side('b', path)}\n`;
  return head + unifiedDiff(from ?? '', now ?? '', { ...names, context });
}

function side(letter: 'a' | 'b', path: string): string {
  return quotePath(`${letter}/${path}`);
}

function refuseDoc(id: string, doc: string, docs: readonly string[]): never {
  return refuse('no_such_doc', `${id} does not change ${doc}`, {
    details: { doc, docs: docs.slice(0, 50) },
    hint: 'Leave doc out to see all it changes.',
  });
}

function refuseRevision(id: string, revision: number, revisions: readonly number[]): never {
  return refuse('not_found', `${id} has no revision ${revision}`, {
    details: { revision, revisions },
    hint: `It has the revisions ${revisions.join(', ') || 'none'}.`,
  });
}
