// Disk as a session sees it, and the base a working copy begins on.
import { decodeText, LIMITS } from '../kinds/index.ts';
import { Refusal, refuse } from '../refusal.ts';
import {
  type DiskFile,
  type Form,
  formOf,
  hashBlob,
  head,
  type Oid,
  readDisk,
  toClean,
} from '../repo/index.ts';
import { safe } from '../safe.ts';
import type { Base } from './doc.ts';
import type { Session } from './session.ts';
import { sha256 } from './texts.ts';

/** A doc's file now. */
export interface OnDisk {
  readonly path: string;
  readonly file: DiskFile | null;
  readonly form: Form;
  /** Clean form; null when there is no file. */
  readonly text: string | null;
  /** Of the text as a blob. */
  readonly oid: Oid | null;
  /** Of the disk bytes, `absent` when there is no file. */
  readonly sha256: string;
}

/** Reads a doc's file. Refuses `not_a_doc`, `too_large`, and what the path itself does not allow. */
export async function onDisk(session: Session, path: string): Promise<OnDisk> {
  const file = await readDisk(session.repo, path);
  const form = await formOfDoc(session, path);
  if (!file) return { path, file, form, text: null, oid: null, sha256: 'absent' };
  if (file.bytes.length > LIMITS.docBytes) refuseTooLarge(path, file.bytes.length);
  const clean = toClean(form, file.bytes);
  const decoded = decodeText(clean);
  if (!('text' in decoded)) return refuseNotText(path, decoded.why);
  const oid = hashBlob(session.repo, clean);
  return { path, file, form, text: decoded.text, oid, sha256: sha256(file.bytes) };
}

/** As onDisk, for a doc that is open: a file that is no text any more is as good as gone. */
export async function onDiskNow(session: Session, path: string): Promise<OnDisk> {
  try {
    return await onDisk(session, path);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { path, file: null, form: AS_IS, text: null, oid: null, sha256: await hashOf(session, path) };
  }
}

/**
 * The base that disk gives now: HEAD, the file, HEAD again, until HEAD stood still around the reading, so that
 * text and commit belong together.
 */
export async function takeBase(
  session: Session,
  path: string,
  read: typeof onDisk = onDisk,
): Promise<{ disk: OnDisk; base: Base }> {
  let before = await head(session.repo);
  for (;;) {
    const disk = await read(session, path);
    const after = await head(session.repo);
    if (before.oid === after.oid && before.branch === after.branch)
      return { disk, base: baseOf(session, disk, after) };
    before = after;
  }
}

/** `main` of `refs/heads/main`; null when detached. */
export function shortBranch(branch: string | null): string | null {
  return branch?.replace(/^refs\/heads\//, '') ?? null;
}

const AS_IS: Form = { eol: 'as-is', auto: false, keepCrlf: false };

async function hashOf(session: Session, path: string): Promise<string> {
  try {
    const file = await readDisk(session.repo, path);
    return file ? sha256(file.bytes) : 'absent';
  } catch (error) {
    if (error instanceof Refusal) return 'absent';
    throw error;
  }
}

async function formOfDoc(session: Session, path: string): Promise<Form> {
  const form = (await formOf(session.repo, [path])).get(path)!;
  if (!form.refused) return form;
  return refuse(
    'not_a_doc',
    `${safe(path)} goes through the git attribute ${form.refused}, which docket does not run.`,
    {
      details: { doc: path, attribute: form.refused },
      hint: 'Edit it with its own tools and git.',
    },
  );
}

function baseOf(
  session: Session,
  disk: OnDisk,
  { oid, branch }: { oid: Oid | null; branch: string | null },
): Base {
  return {
    path: disk.path,
    text: disk.text,
    oid: disk.oid,
    sha256: disk.sha256,
    commit: oid,
    branch: shortBranch(branch),
    seq: session.steps.last,
  };
}

function refuseTooLarge(path: string, bytes: number): never {
  refuse('too_large', `${safe(path)} has ${bytes} bytes, the limit is ${LIMITS.docBytes}.`, {
    details: { doc: path, bytes, limit: LIMITS.docBytes },
    hint: 'Edit it outside docket, or split it.',
  });
}

function refuseNotText(path: string, why: 'not_utf8' | 'nul'): never {
  const what = why === 'nul' ? 'holds NUL bytes' : 'is not UTF-8';
  return refuse('not_a_doc', `${safe(path)} ${what}, so it is not a text that docket opens.`, {
    details: { doc: path, why },
    hint: 'Name a text file; doc.list shows the docs of this repository.',
  });
}
