// A merge commit as `git merge` would make it: the owner's hooks are asked and the owner's key signs. Nothing is
// locked and nothing but new objects is written.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { refuse } from '../../refusal.ts';
import type { NewCommit } from '../commit-codec.ts';
import { git } from '../git.ts';
import { readCommit } from '../objects.ts';
import type { Oid, Repo } from '../repo.ts';
import { temporaryPath } from '../temporary.ts';
import { writeCommit } from '../write-objects.ts';
import { refuseByHook, runHook } from './hooks.ts';
import type { MergeSettings } from './merge-settings.ts';

/** The commit; `asked` when a hook or a key took part, so that making it again would ask again. */
export interface MadeCommit {
  readonly oid: Oid;
  readonly asked: boolean;
}

/**
 * Makes the commit. pre-merge-commit sees an index with its tree and may refuse but not change it;
 * prepare-commit-msg and commit-msg may change the message. Refuses `hook_refused` and `signing_failed`.
 */
export async function makeMergeCommit(
  repo: Repo,
  commit: NewCommit,
  settings: MergeSettings,
): Promise<MadeCommit> {
  const { hooks, sign } = settings;
  if (hooks.has('pre-merge-commit')) await askAboutTree(repo, commit.tree);
  const asksMessage = hooks.has('prepare-commit-msg') || hooks.has('commit-msg');
  const message = asksMessage ? await askAboutMessage(repo, commit.message, hooks) : commit.message;
  const whole = { ...commit, message };
  const oid = sign ? await signed(repo, whole) : await writeCommit(repo, whole);
  return { oid, asked: sign || asksMessage || hooks.has('pre-merge-commit') };
}

async function askAboutTree(repo: Repo, tree: Oid): Promise<void> {
  const index = temporaryPath(repo);
  const env = { GIT_INDEX_FILE: index };
  try {
    await git(repo, ['read-tree', tree], { env });
    const { agreed, said } = await runHook(repo, 'pre-merge-commit', [], index);
    if (!agreed) refuseByHook('pre-merge-commit', said);
    const now = (await git(repo, ['write-tree'], { env })).stdout.toString('latin1').trim();
    if (now !== tree) refuseByHook('pre-merge-commit', 'it changed what was approved');
  } finally {
    for (const file of [index, `${index}.lock`]) rmSync(file, { force: true });
  }
}

async function askAboutMessage(repo: Repo, message: string, hooks: MergeSettings['hooks']): Promise<string> {
  const file = temporaryPath(repo);
  try {
    writeFileSync(file, message);
    for (const [hook, args] of MESSAGE_HOOKS) {
      if (!hooks.has(hook)) continue;
      const { agreed, said } = await runHook(repo, hook, [file, ...args]);
      if (!agreed) refuseByHook(hook, said);
    }
    const input = readFileSync(file);
    const cleaned = (await git(repo, ['stripspace'], { input })).stdout.toString('utf8');
    return cleaned.trim() === '' ? refuseByHook('commit-msg', 'the message is empty') : cleaned;
  } finally {
    rmSync(file, { force: true });
  }
}

const MESSAGE_HOOKS = [
  ['prepare-commit-msg', ['merge']],
  ['commit-msg', []],
] as const;

async function signed(repo: Repo, { tree, parents, author, message }: NewCommit): Promise<Oid> {
  const args = ['commit-tree', ...parents.flatMap((parent) => ['-p', parent]), '-S', '-F', '-', tree];
  const { name, email, at, zone } = author;
  const env = {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: `@${Date.parse(at) / 1000} ${zone}`,
  };
  const options = { input: message, hooks: true, env, allow: [1, 128] };
  const { status, stdout, stderr } = await git(repo, args, options);
  if (status !== 0) refuseUnsigned(stderr.trim());
  const oid = stdout.toString('latin1').trim();
  const made = await readCommit(repo, oid);
  if (made.tree !== tree || made.parents.join() !== parents.join())
    throw new Error('git made another commit');
  return oid;
}

function refuseUnsigned(said: string): never {
  return refuse('signing_failed', `The commit could not be signed: ${said}`, {
    details: { said },
    hint: 'Nothing was changed. See that git can sign (git commit -S), then try again.',
  });
}
