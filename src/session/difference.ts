// What the owner made of a proposal's doc, for its agent: the difference between what was proposed and what landed.
import { unifiedDiff } from '../merge/index.ts';
import { type Outcome, textAt } from '../proposals/index.ts';
import type { Waiting } from './doc.ts';
import type { Session } from './session.ts';
import { mergeTexts, viewOf } from './texts.ts';

const MOST = 1_200;

/**
 * The unified diff of a doc that did not land as it was proposed; null for any other. Changes of others on the
 * target are on both sides of it, as far as that can be told.
 */
export async function differenceOf(
  session: Session,
  { path }: Waiting,
  { outcome, tipText, under }: { outcome: Outcome; tipText: string | null; under: string | null },
): Promise<string | null> {
  const { outcome: name, partial, changed, oid } = outcome;
  if (name !== 'applied' || oid === undefined || (partial === undefined && changed !== true)) return null;
  const landed = await textAt(session.repo, oid, path);
  const merged = mergeTexts(path, under, landed, tipText);
  const proposed = merged.clean ? merged.text : tipText;
  const names = { from: `proposed/${path}`, to: `landed/${path}` };
  const text = unifiedDiff(viewOf(proposed ?? ''), viewOf(landed ?? ''), names);
  if (text === '') return null;
  return text.length > MOST ? `${text.slice(0, MOST)}\n… ${text.length - MOST} more characters` : text;
}
