// A one-shot edit: opened, edited, and its file written.
import type { Saved } from './answers.ts';
import type { OpenDoc } from './doc.ts';
import { refuseWhileBusy } from './operation.ts';
import { removeTaken } from './recover.ts';
import { saveAsCommit } from './save-commit.ts';
import { saveAsProposals } from './save-proposals.ts';
import { checkWritable, writeFile } from './save-write.ts';
import type { Session } from './session.ts';

/**
 * What a one-shot does with the docs it edited: writes their files; with `save` commits them; with `propose` proposes
 * them and leaves the files alone. Does nothing, and answers null, at a door whose session stays.
 */
export async function finishOneShot(
  session: Session,
  docs: readonly string[],
  ask: { save?: boolean; propose?: boolean; summary?: string },
): Promise<Saved | null> {
  if (session.door !== 'cli') return null;
  const saved = await carriedOut(session, docs, ask);
  await removeTaken(session);
  return saved;
}

async function carriedOut(
  session: Session,
  docs: readonly string[],
  { save, propose, summary }: { save?: boolean; propose?: boolean; summary?: string },
): Promise<Saved> {
  if (propose || save) await refuseWhileBusy(session);
  if (propose) return saveAsProposals(session, { docs, summary });
  if (save) return saveAsCommit(session, { docs, summary });
  for (const path of docs) await written(session, session.docs.get(path)!);
  return { warnings: [] };
}

async function written(session: Session, doc: OpenDoc): Promise<void> {
  await writeFile(session, doc, await checkWritable(session, doc, {}));
}
