// What the system says about the disk, as refusals.
import { refuse } from '../refusal.ts';

/**
 * Refuses `read_only` (also where the disk fails, or the file cannot be replaced), `no_space` or `invalid_input` (a
 * name too long) where the error means that; throws it otherwise.
 */
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
    case 'EBUSY':
    case 'ETXTBSY':
      return refuse('read_only', `${where} cannot be replaced: it is in use, or mounted by itself.`, {
        details: { path: where },
        hint: 'Close what holds it, or write it with the program that mounts it.',
      });
    case 'EIO':
    case 'ESTALE':
      return refuse('read_only', `${where} cannot be written: the disk fails (${codeOf(error)}).`, {
        details: { path: where, error: codeOf(error) },
        hint: 'See that the disk, or the network that it is on, is well; then try again.',
      });
    case 'ENAMETOOLONG':
      return refuse('invalid_input', `The name ${where} is too long for this disk.`, {
        hint: 'Use a shorter name.',
      });
    default:
      throw error;
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}

/** Whether the error says that nothing is there. */
export function isAbsent(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Refuses `read_only` or `no_space` where git's complaint means that. */
export function refuseDiskTrouble(said: string, what: string): void {
  if (/Permission denied|Read-only file system|insufficient permission/i.test(said))
    refuse('read_only', `Git cannot write ${what}: ${said}`, {
      hint: 'Make the repository writable for you.',
    });
  // Of a lock file that it could not write git does not say why; that it could make the file says what is left.
  if (/No space left|Disk quota|Out of diskspace|couldn't write '/i.test(said))
    refuse('no_space', `The disk is full: git cannot write ${what}.`, {
      hint: 'Free some space, then try again.',
    });
}
