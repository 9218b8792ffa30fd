// Whether a new doc may have its path.
import { nameInTheWay } from '../proposals/index.ts';
import { refuse } from '../refusal.ts';
import { diskStamp, fileOnTheWay } from '../repo/index.ts';
import { safe } from '../safe.ts';
import { docNames } from './names.ts';
import type { Session } from './session.ts';

/**
 * Refuses `exists` where a new path cannot stand: a file or open doc is there, or a path that differs from one only
 * in case or in how accents are written, a file is where a folder would have to be, or a folder where the file would.
 * Refuses `symlink` where a link is on the way.
 */
export async function refuseTaken(session: Session, path: string, except?: string): Promise<void> {
  // Looked at first: it refuses a link on the way by its own name.
  const file = fileThatStays(session, path);
  const names = (await docNames(session)).filter((name) => name !== except);
  const isThere = path !== except && diskStamp(session.repo, path) !== '';
  const found = names.includes(path) || isThere ? path : nameInTheWay(path, names);
  const inTheWay = found ?? file;
  if (inTheWay === null) return;
  refuse('exists', whyNot(path, inTheWay, !names.includes(path)), {
    details: { doc: path, exists: inTheWay },
    hint:
      path === inTheWay
        ? 'Edit that doc with doc.edit or doc.write, or choose another path.'
        : 'Choose another path.',
  });
}

/** A file that the working copies do not delete or rename. */
function fileThatStays(session: Session, path: string): string | null {
  const file = fileOnTheWay(session.repo, path);
  const leaves = [...session.docs.values()].some(
    (doc) => doc.base.path === file && (doc.text === null || doc.path !== file),
  );
  return leaves ? null : file;
}

function whyNot(path: string, there: string, mayBeFolder: boolean): string {
  const [one, other] = [safe(path), safe(there)];
  if (path === there)
    return `${one} is there already${mayBeFolder ? ', as a folder or a file that git ignores' : ''}.`;
  const [key, otherKey] = [folded(path), folded(there)];
  if (key === otherKey) return `${one} is the same name as ${other} where case or accents do not count.`;
  if (key.startsWith(`${otherKey}/`))
    return `${other} is a file, so nothing can be in a folder of that name: ${one}.`;
  if (otherKey.startsWith(`${key}/`)) return `${one} is a folder, which holds ${other}.`;
  return `A folder of ${one} has the same name as one of ${other} where case or accents do not count.`;
}

function folded(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
