// Which paths may be read and written: below the work tree, never in git's own folder under any disguise.
import { refuse } from '../refusal.ts';
import { bytesOfName, hasRawBytes, nameOfBytes } from './names.ts';

/**
 * The path itself when a doc may have it: repo-relative, `/` between parts, no part empty. Refuses
 * `path_outside_repo` (absolute, here or on Windows, `..`), `path_in_git_dir` (`.git` as any file system may read it) and
 * `invalid_input` (empty, NUL or another control character, backslash, names that Windows keeps for devices).
 * A newline is allowed: git allows it, and repositories have such files.
 */
export function checkPath(path: string): string {
  if (path === '') return wrong(path, 'The path is empty.');
  // What another system would take for a separator must not hide where the path leads.
  checkParts(path, path.split(/[/\\]/));
  if (/^[A-Za-z]:[/\\]/.test(path)) outside(path, 'is an absolute path of Windows');
  if (path.includes('\\')) return wrong(path, 'The path holds a backslash.');
  if (CONTROLS.test(path)) return wrong(path, 'The path holds a control character.');
  if (path.split('/').some((part) => DEVICE.test(part)))
    return wrong(path, 'The path holds a name kept for devices.');
  return path;
}

/** The path itself when a repository may hold it; looser than `checkPath` in what harms nobody on this system. */
export function checkStoredPath(path: string): string {
  if (path === '') return wrong(path, 'The path is empty.');
  checkParts(path, path.split(ON_WINDOWS ? /[/\\]/ : '/'));
  return path;
}

const ON_WINDOWS = process.platform === 'win32';
const CONTROLS = /[\0-\x09\x0b-\x1f\x7f-\x9f]/;
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])[ ]*([.:]|$)/i;
/** Code points that HFS+ leaves out of names. */
const HFS_IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

function checkParts(path: string, parts: readonly string[]): void {
  if (path.includes('\0')) wrong(path, 'The path holds a NUL character.');
  if (parts[0] === '') outside(path, 'is absolute');
  if (ON_WINDOWS && /^[A-Za-z]:/.test(path)) outside(path, 'begins with a drive');
  for (const part of parts) {
    if (part === '..') outside(path);
    if (isDotGit(part)) inGitDir(path);
    if (part === '' || part === '.') wrong(path, 'The path has an empty part.');
  }
  if (/\p{Surrogate}/u.test(path) && !isRawName(path)) wrong(path, 'The path is not text.');
}

/** Whether a file system may take the name for `.git`: case, ignored code points, short name, streams, ends. */
function isDotGit(part: string): boolean {
  const plain = part.replace(HFS_IGNORED, '').toLowerCase();
  return /^(\.git|git~1)[. ]*(:|\\|$)/.test(plain);
}

function isRawName(path: string): boolean {
  return hasRawBytes(path) && nameOfBytes(bytesOfName(path)) === path;
}

function outside(path: string, why = 'leads out of the work tree'): never {
  refuse('path_outside_repo', `The path ${why}.`, {
    details: { path },
    hint: 'Give the path from the root of the repository, as guide/intro.md.',
  });
}

function inGitDir(path: string): never {
  refuse('path_in_git_dir', 'The path leads into git’s own folder.', {
    details: { path },
    hint: 'Use another name.',
  });
}

function wrong(path: string, message: string): never {
  refuse('invalid_input', message, {
    details: { field: 'path', path },
    hint: 'Give the path from the root of the repository, as guide/intro.md.',
  });
}
