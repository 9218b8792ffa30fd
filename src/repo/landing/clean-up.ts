import { existsSync, lstatSync, readFileSync, rmSync } from 'node:fs';
import { keepRecovery } from '../recovery.ts';
import type { Givens, Repo } from '../repo.ts';
import { type Journal, journalFile, placesOf, sha256, writeJournal } from './journal.ts';
import type { LateWrite } from './landing.ts';

/**
 * Ends a landing: old bytes that git has nowhere go to recovery, then the landing's folder goes. Returns what a
 * program wrote into an old file after it had been taken away (in recovery, too).
 */
export async function cleanUp(
  repo: Repo,
  folder: string,
  journal: Journal,
  givens: Givens,
): Promise<LateWrite[]> {
  const late: LateWrite[] = [];
  for (const file of journal.files) {
    const { backup } = placesOf(repo, folder, file);
    if (!backup || !existsSync(backup) || !lstatSync(backup).isFile()) continue;
    const { path, before, keep } = file;
    const bytes = readFileSync(backup);
    const written = sha256(bytes) !== before;
    if (written) late.push({ path, bytes });
    if (written || keep)
      await keepRecovery(repo, path, bytes, keep ?? 'written while it was replaced', givens);
  }
  dropLanding(repo, folder, journal);
  return late;
}

/** Removes what a landing has beside docs, then its folder, in an order in which each step can be the last. */
export function dropLanding(repo: Repo, folder: string, journal: Journal): void {
  const beside = journal.files.filter((file) => file.beside);
  if (beside.length > 0) writeJournal(folder, { ...journal, phase: 'preparing' });
  for (const file of beside) {
    const { fresh, backup } = placesOf(repo, folder, file);
    for (const place of [fresh, backup]) if (place) rmSync(place, { force: true });
  }
  removeLandingFolder(folder);
}

/** Removes a landing's folder; without its journal what is left of it is nobody's. */
export function removeLandingFolder(folder: string): void {
  rmSync(journalFile(folder), { force: true });
  rmSync(folder, { recursive: true, force: true });
}

/** Keeps bytes that found no place in the work tree any more. */
export async function keepStrays(repo: Repo, strays: readonly LateWrite[], givens: Givens): Promise<void> {
  for (const { path, bytes } of strays)
    await keepRecovery(repo, path, bytes, 'the file was written while it was being replaced', givens);
}
