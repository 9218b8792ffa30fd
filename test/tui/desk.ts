// The owner's desk in tests: a repository with docs and proposals, and a terminal on it.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestRepo } from '../helpers/make-repo.ts';
import { startTerm, type Term, type TermOptions } from './term.ts';

export const GUIDE = [...'abcdefghij'].map((letter) => `line ${letter}\n`).join('');

/** The guide with some lines changed. */
export function guideWith(lines: Record<string, string>): string {
  return Object.entries(lines).reduce(
    (text, [letter, line]) => text.replace(`line ${letter}\n`, `${line}\n`),
    GUIDE,
  );
}

export interface Offer {
  readonly id: string;
  readonly files: Record<string, string>;
  readonly message?: string;
  readonly author?: string;
  /** Commit it begins at; main when left out. */
  readonly on?: string;
}

/** Puts a proposal on a branch with plain git, touching no file of the work tree; returns its tip. */
export function offer(repo: TestRepo, { id, files, message, author, on = 'main' }: Offer): string {
  let tree = repo.git('ls-tree', '-z', on);
  for (const [path, text] of Object.entries(files)) {
    const blob = repo.gitInput(text, 'hash-object', '-w', '--stdin');
    const others = tree.split('\0').filter((entry) => entry !== '' && entry.split('\t')[1] !== path);
    tree = [...others, `100644 blob ${blob}\t${path}`, ''].join('\0');
  }
  const made = repo.gitInput(tree, 'mktree', '-z');
  const who = author ? ['-c', `user.name=${author}`] : [];
  const words = message ?? `Change ${Object.keys(files).join(', ')}`;
  const tip = repo.gitInput(words, ...who, 'commit-tree', made, '-p', repo.git('rev-parse', on));
  repo.git('update-ref', `refs/heads/proposals/${id}`, tip);
  return tip;
}

/** A terminal whose list is on the screen. */
export async function startDesk(repo: TestRepo, options: TermOptions = {}): Promise<Term> {
  const term = startTerm(repo.root, options);
  await term.until(({ text }) => /\d+ pending/.test(text.call(term)));
  return term;
}

/** An editor that puts the lines of a file into what it edits: `$EDITOR` for a test. */
export function editorWith(repo: TestRepo, script: string): Record<string, string> {
  const folder = join(repo.root, '.git', 'editor');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'editor.mjs');
  writeFileSync(
    path,
    `#!${process.execPath}\nimport { execFileSync } from 'node:child_process';\nimport { readFileSync, writeFileSync } from 'node:fs';\nconst file = process.argv.at(-1);\nconst text = readFileSync(file, 'utf8');\n${script}\n`,
  );
  chmodSync(path, 0o755);
  return { EDITOR: path };
}

/** Opens a doc by its name, on the docs tab. */
export async function openDoc(term: Term, doc: string): Promise<void> {
  term.type('o');
  await term.sees('Open doc:');
  term.type(doc);
  await term.sees(`Open doc: ${doc}▏`);
  await term.answer('\r', '[enter] open', () => !term.text().includes('Open doc:'));
  await term.until(
    () => term.text().includes('[2 Docs]') && term.text().includes(`> `) && term.text().includes(doc),
  );
}

/** Opens a doc and edits it with the editor of the environment, until the result is unsaved. */
export async function editDoc(term: Term, doc: string): Promise<void> {
  await openDoc(term, doc);
  term.type('e');
  await term.sees(/> \*.. /);
}
