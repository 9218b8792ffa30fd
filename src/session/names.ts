// Docs by name: which there are, and which one a doc ref means.

import { refuse } from '../refusal.ts';
import { diskStamp, git } from '../repo/index.ts';
import { safe } from '../safe.ts';
import type { DocList, ListedDoc } from './answers.ts';
import type { OpenDoc } from './doc.ts';
import { pathNamed } from './named-path.ts';
import { nearestLines } from './nearest-lines.ts';
import type { Session } from './session.ts';
import { isDirty } from './working.ts';

const USUAL = 200;

/**
 * The path that a doc ref names: a repo-relative path, or a bare name (with or without its extension) that fits one
 * doc. Refuses `no_such_doc` (details: near names), `ambiguous` (details: the candidates), and bad paths.
 */
export async function resolveDoc(session: Session, ref: string): Promise<string> {
  const path = pathNamed(session, ref);
  const open = openAt(session, path);
  if (open) return open.path;
  if (diskStamp(session.repo, path) !== '') return path;
  const names = await docNames(session);
  return oneOf(path, fitting(path, names)) ?? refuseUnknown(path, names);
}

/** The open doc that a ref names: by its path, the path it has on disk, or a bare name that fits one open doc. */
export function openNamed(session: Session, ref: string): OpenDoc | null {
  const path = pathNamed(session, ref);
  const open = openAt(session, path);
  if (open || diskStamp(session.repo, path) !== '') return open;
  const name = oneOf(path, fitting(path, [...session.docs.keys()]));
  return name === null ? null : session.docs.get(name)!;
}

/** Docs of the work tree and created ones, sorted by path; `query` is part of a path, any case. */
export async function listDocs(
  session: Session,
  { query = '', limit = USUAL, after = '' }: { query?: string; limit?: number; after?: string },
): Promise<DocList> {
  const wanted = query.toLowerCase();
  const names = (await docNames(session)).filter((name) => name.toLowerCase().includes(wanted));
  const rest = names.filter((name) => name > after);
  const docs = rest.slice(0, limit).map((name) => listedDoc(session, name));
  return { docs, total: names.length, ...(rest.length > limit && { next: docs.at(-1)!.doc }) };
}

/** Paths of all docs: files that git tracks or would, as they are on disk, and docs created here; sorted. */
export async function docNames(session: Session): Promise<string[]> {
  const args = ['ls-files', '-z', '-t', '-s', '-c', '-d', '-o', '--exclude-standard'];
  const { stdout } = await git(session.repo, args);
  const names = new Set<string>();
  const gone: string[] = [];
  for (const entry of stdout.toString('utf8').split('\0')) {
    const found = /^(\S) (?:(\d{6}) [0-9a-f]+ \d\t)?(.+)$/s.exec(entry);
    if (!found || found[3]!.includes('\uFFFD')) continue;
    if (found[1] === 'R') gone.push(found[3]!);
    else if (found[2] === undefined || found[2].startsWith('100')) names.add(found[3]!);
  }
  for (const name of gone) names.delete(name);
  for (const doc of session.docs.values()) applyOpen(names, doc);
  return [...names].filter((name) => !name.endsWith('/')).sort();
}

function applyOpen(names: Set<string>, doc: OpenDoc): void {
  if (doc.base.path !== doc.path) names.delete(doc.base.path);
  if (doc.text === null) names.delete(doc.path);
  else names.add(doc.path);
}

function openAt(session: Session, path: string): OpenDoc | null {
  const at = session.docs.get(path);
  if (at) return at;
  return [...session.docs.values()].find((doc) => doc.base.path === path && doc.base.text !== null) ?? null;
}

/** Of some paths those that a bare name fits, with or without its extension. */
export function fitting(ref: string, names: readonly string[]): string[] {
  if (ref.includes('/')) return [];
  const last = (name: string) => name.slice(name.lastIndexOf('/') + 1);
  const whole = names.filter((name) => last(name) === ref);
  return whole.length > 0 ? whole : names.filter((name) => last(name).replace(/\.[^.]+$/, '') === ref);
}

const TOLD = 20;

function oneOf(ref: string, names: readonly string[]): string | null {
  if (names.length <= 1) return names[0] ?? null;
  return refuse(
    'ambiguous',
    `${safe(ref)} fits ${names.length} docs: ${names.slice(0, TOLD).map(safe).join(', ')}.`,
    {
      details: { ref, docs: names.slice(0, TOLD) },
      hint: 'Name one by its whole path.',
    },
  );
}

function refuseUnknown(ref: string, names: readonly string[]): never {
  const near = nearestLines(names.join('\n'), ref).map(({ text }) => text);
  const meant = near.length > 0 ? ` Near it: ${near.map(safe).join(', ')}.` : '';
  refuse('no_such_doc', `No doc is named ${safe(ref)}.${meant}`, {
    details: { ref, near },
    hint: 'List the docs with doc.list, or begin this one with doc.create.',
  });
}

function listedDoc(session: Session, path: string): ListedDoc {
  const doc = openAt(session, path);
  const dirty = doc !== null && isDirty(doc);
  return {
    doc: path,
    open: doc !== null,
    dirty,
    ...(doc?.waiting && { proposal: doc.waiting.proposal }),
  };
}
