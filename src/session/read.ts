// A doc's text as it is read: the working copy where the doc is open, LF, without a byte order mark.

import { bomOf, eolOf } from '../kinds/index.ts';
import { splitLines } from '../merge/index.ts';
import { refuse } from '../refusal.ts';
import { safe } from '../safe.ts';
import type { DocText } from './answers.ts';
import { onDisk } from './base.ts';
import { opened } from './open.ts';
import type { Session } from './session.ts';
import { isStale } from './state.ts';
import { sha256, viewOf } from './texts.ts';
import { isDirty } from './working.ts';

/** Lines `from` (1) and on, at most `lines` of them. Opens the doc. Refuses `no_such_doc` and what disk refuses. */
export async function readDoc(
  session: Session,
  ask: { doc: string; from?: number; lines?: number },
): Promise<DocText> {
  const doc = await opened(session, ask.doc, { reading: true });
  const text = doc.text ?? refuseDeleted(doc.path);
  const disk = await onDisk(session, doc.base.path);
  const dirty = isDirty(doc);
  return {
    doc: doc.path,
    ...range(viewOf(text), ask.from ?? 1, ask.lines ?? Number.MAX_SAFE_INTEGER),
    sha256: disk.sha256,
    dirty,
    ...(dirty && { textSha256: sha256(text) }),
    stale: isStale(doc, disk),
    eol: eolOf(text),
    bom: bomOf(text),
    ...(doc.waiting && { proposal: doc.waiting.proposal }),
  };
}

function range(view: string, from: number, count: number): Pick<DocText, 'text' | 'from' | 'to' | 'lines'> {
  const lines = splitLines(view);
  const first = Math.max(1, from);
  const shown = lines.slice(first - 1, first - 1 + count);
  const at = shown.length === 0 ? { from: 0, to: 0 } : { from: first, to: first + shown.length - 1 };
  return { text: shown.join(''), ...at, lines: lines.length };
}

function refuseDeleted(path: string): never {
  return refuse('no_such_doc', `${safe(path)} is deleted in this working copy.`, {
    details: { ref: path, near: [] },
    hint: 'Bring it back with doc.undo.',
  });
}
