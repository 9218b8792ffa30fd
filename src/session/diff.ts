// A doc's working copy against disk, HEAD, or the proposal it waits in.
import { lineCounts, unifiedDiff } from '../merge/index.ts';
import { textAt } from '../proposals/index.ts';
import { refuse } from '../refusal.ts';
import { head } from '../repo/index.ts';
import { safe } from '../safe.ts';
import { onDisk } from './base.ts';
import type { OpenDoc } from './doc.ts';
import { opened } from './open.ts';
import type { Session } from './session.ts';
import { viewOf } from './texts.ts';

export interface DocDiff {
  readonly doc: string;
  readonly against: 'disk' | 'head' | 'proposal';
  readonly proposal?: string;
  readonly added: number;
  readonly removed: number;
  /** Unified diff of the LF views; empty when they are equal. */
  readonly text: string;
}

/** What the working copy changes. Opens the doc. Refuses `no_such_proposal` where no proposal of this session holds it. */
export async function diffDoc(
  session: Session,
  ask: { doc: string; against?: DocDiff['against']; context?: number },
): Promise<DocDiff> {
  const doc = await opened(session, ask.doc, { reading: true });
  const against = ask.against ?? 'disk';
  const before = viewOf((await other(session, doc, against)) ?? '');
  const after = viewOf(doc.text ?? '');
  const names = { from: `${against}/${doc.base.path}`, to: `working/${doc.path}`, context: ask.context };
  return {
    doc: doc.path,
    against,
    ...(against === 'proposal' && { proposal: doc.waiting!.proposal }),
    ...lineCounts(before, after),
    text: unifiedDiff(before, after, names),
  };
}

async function other(session: Session, doc: OpenDoc, against: DocDiff['against']): Promise<string | null> {
  if (against === 'disk') return (await onDisk(session, doc.base.path)).text;
  if (against === 'head') return textAt(session.repo, (await head(session.repo)).oid, doc.base.path);
  if (doc.waiting) return textAt(session.repo, doc.waiting.tip, doc.waiting.path);
  return refuse('no_such_proposal', `No pending proposal of this session holds ${safe(doc.path)}.`, {
    details: { doc: doc.path },
    hint: 'Compare with disk or head, or see proposal.list for the proposals there are.',
  });
}
