import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { refuse } from '../refusal.ts';
import { git } from './git.ts';
import type { Repo } from './repo.ts';

export interface TextToEdit {
  readonly text: string;
  /** Path or name of what is edited: the copy gets its last part, so that the editor knows the kind. */
  readonly name: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Runs the owner's editor ($VISUAL, $EDITOR, else the one that git would run) on a copy of a text, with this
 * process's terminal, and returns what was saved; null when the editor failed. Refuses `not_a_doc` when it saved
 * bytes that are not UTF-8.
 */
export async function editText(repo: Repo, { text, name, env }: TextToEdit): Promise<string | null> {
  const editor =
    env.VISUAL || env.EDITOR || (await git(repo, ['var', 'GIT_EDITOR'])).stdout.toString().trim();
  await mkdir(repo.stateDir, { recursive: true });
  const folder = await mkdtemp(join(repo.stateDir, 'edit-'));
  const copy = join(folder, copyName(name));
  try {
    await writeFile(copy, text);
    const status = await ranEditor(editor, copy, { cwd: repo.root, env });
    return status === 0 ? decoded(await readFile(copy)) : null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function copyName(name: string): string {
  const last = basename(name).replace(/[^\p{L}\p{N}._-]/gu, '_');
  return /^\.*$/.test(last) ? 'doc' : last;
}

// As git does it: plain words are run as they are, anything with a shell's characters by the shell.
function ranEditor(
  editor: string,
  copy: string,
  { cwd, env }: { cwd: string; env: Readonly<Record<string, string | undefined>> },
): Promise<number> {
  const plain = /^[\w@%+=:,./ -]+$/.test(editor);
  const [program = '', ...words] = plain ? editor.trim().split(/ +/) : ['sh', '-c', `${editor} "$@"`, editor];
  return new Promise((resolve) => {
    const child = spawn(program, [...words, copy], { cwd, env: { ...env }, stdio: 'inherit' });
    child.on('error', () => resolve(127));
    child.on('exit', (status) => resolve(status ?? 1));
  });
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refuse('not_a_doc', 'What the editor saved is not UTF-8 text.', {
      hint: 'Let the editor save it as UTF-8.',
    });
  }
}
