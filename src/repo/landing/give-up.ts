import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refuse } from '../../refusal.ts';
import { withLock } from '../lock.ts';
import { readObject } from '../objects.ts';
import { isAlive, isForeign } from '../process-mark.ts';
import { keepRecovery } from '../recovery.ts';
import type { Givens, Repo } from '../repo.ts';
import { hashBlob } from '../write-objects.ts';
import { dropLanding } from './clean-up.ts';
import { releaseIndexLock } from './index-lock.ts';
import { type Journal, journalFolder, placesOf, readJournal } from './journal.ts';
import { putBack } from './remaining.ts';

/**
 * Gives up an interrupted landing that cannot be finished: work tree, index and refs stay as they are, a file that
 * had been taken away and not replaced comes back, every other version of its files that git lacks is kept in
 * recovery, and the journal goes. Refuses `interrupted_apply` where its process may still run, or where another
 * version of docket wrote the journal.
 */
export async function giveUpLanding(repo: Repo, name: string, givens: Givens): Promise<void> {
  await withLock(repo, async () => {
    const folder = join(journalFolder(repo), name);
    const journal = readJournal(folder);
    if (journal === 'absent') return;
    if (journal === 'unknown' || isForeign(journal.owner) || isAlive(journal.owner)) return refuseTaken(name);
    releaseIndexLock(repo, folder);
    putBack(repo, folder, journal);
    await keepVersions(repo, folder, journal, givens);
    dropLanding(repo, folder, journal);
  });
}

async function keepVersions(repo: Repo, folder: string, journal: Journal, givens: Givens): Promise<void> {
  for (const file of journal.files) {
    const { fresh, backup, base } = placesOf(repo, folder, file);
    for (const [place, what] of [
      [fresh, 'what it would have written'],
      [backup ?? base, 'what it found'],
    ] as const) {
      if (!place || !existsSync(place) || !lstatSync(place).isFile()) continue;
      const bytes = readFileSync(place);
      if (await readObject(repo, hashBlob(repo, bytes))) continue;
      await keepRecovery(
        repo,
        file.path,
        bytes,
        `an interrupted landing (${journal.message}): ${what}`,
        givens,
      );
    }
  }
}

function refuseTaken(name: string): never {
  return refuse('interrupted_apply', 'The process that began this landing may still run.', {
    details: { journal: name },
    hint: 'End it there, or wait for it.',
  });
}
