// What the system says about the disk, as refusals.
import { refuse } from '../refusal.ts';

/** Refuses `read_only`, `no_space` or `invalid_input` (a name too long) where the error means that; throws it otherwise. */
export function refuseDiskError(error: unknown, where: string): never {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return refuse('read_only', `${where} cannot be written.`, {
        details: { path: where },
        hint: 'Make it writable for you, then try again.',
      });
    case 'ENOSPC':
    case 'EDQUOT':
      return refuse('no_space', `There is no space left to write ${where}.`, {
        details: { path: where },
        hint: 'Free some space, then try again.',
      });
    case 'ENAMETOOLONG':
      return refuse('invalid_input', `The name ${where} is too long for this disk.`, {
        hint: 'Use a shorter name.',
      });
    default:
      throw error;
  }
}

/** Whether the error says that nothing is there. */
export function isAbsent(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Refuses `read_only` or `no_space` where git's complaint means that. */
export function refuseDiskTrouble(said: string, what: string): void {
  if (/Permission denied|Read-only file system|insufficient permission/i.test(said))
    refuse('read_only', `Git cannot write ${what}: ${said}`, {
      hint: 'Make the repository writable for you.',
    });
  if (/No space left|Disk quota/i.test(said))
    refuse('no_space', `The disk is full: git cannot write ${what}.`, {
      hint: 'Free some space, then try again.',
    });
}
