// A doc's text as it is read: the working copy where the doc is open, LF, without a byte order mark.

import { bomOf, eolOf } from '../kinds/index.ts';
import { splitLines } from '../merge/index.ts';
import { refuse } from '../refusal.ts';
import { safe } from '../safe.ts';
import type { DocText } from './answers.ts';
import { onDiskNow } from './base.ts';
import { opened } from './open.ts';
import type { Session } from './session.ts';
import { isStale } from './state.ts';
import { sha256, viewOf } from './texts.ts';
import { isDirty } from './working.ts';

/** Lines `from` (1) and on, at most `lines` of them and about `most` characters, whole lines. Opens the doc. Refuses `no_such_doc` and what disk refuses. */
export async function readDoc(
  session: Session,
  ask: { doc: string; from?: number; lines?: number; most?: number },
): Promise<DocText> {
  const doc = await opened(session, ask.doc, { reading: true });
  const text = doc.text ?? refuseDeleted(doc.path);
  const disk = await onDiskNow(session, doc.base.path);
  const dirty = isDirty(doc);
  return {
    doc: doc.path,
    ...range(viewOf(text), ask),
    sha256: disk.sha256,
    dirty,
    ...(dirty && { textSha256: sha256(text) }),
    stale: isStale(doc, disk),
    eol: eolOf(text),
    bom: bomOf(text),
    ...(doc.waiting && { proposal: doc.waiting.proposal }),
  };
}

function range(
  view: string,
  { from = 1, lines: count = Number.MAX_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER }: Range,
): Pick<DocText, 'text' | 'from' | 'to' | 'lines' | 'next'> {
  const lines = splitLines(view);
  const shown = fitting(lines.slice(from - 1, from - 1 + count), most);
  const to = from + shown.length - 1;
  const at = shown.length === 0 ? { from: 0, to: 0 } : { from, to };
  return {
    text: shown.join(''),
    ...at,
    lines: lines.length,
    ...(to < lines.length && shown.length > 0 && { next: to + 1 }),
  };
}

interface Range {
  readonly from?: number;
  readonly lines?: number;
  readonly most?: number;
}

/** The first lines that fit so many characters, one at least. */
function fitting(lines: readonly string[], most: number): readonly string[] {
  let size = 0;
  const over = lines.findIndex((line) => {
    size += line.length;
    return size > most;
  });
  return over < 0 ? lines : lines.slice(0, Math.max(1, over));
}

function refuseDeleted(path: string): never {
  return refuse('no_such_doc', `${safe(path)} is deleted in this working copy.`, {
    details: { ref: path, near: [] },
    hint: 'Bring it back with doc.undo.',
  });
}
