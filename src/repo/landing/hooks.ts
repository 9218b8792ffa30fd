import { refuse } from '../../refusal.ts';
import { git } from '../git.ts';
import type { Repo } from '../repo.ts';
import type { MergeHook } from './merge-settings.ts';

/** What a hook said, and whether it agreed. */
export interface HookDone {
  readonly agreed: boolean;
  readonly said: string;
}

/** Runs one of the owner's hooks as git would: in the work tree, with the index given, without an editor. */
export async function runHook(
  repo: Repo,
  hook: MergeHook,
  args: readonly string[],
  index?: string,
): Promise<HookDone> {
  const env = { GIT_EDITOR: ':', ...(index === undefined ? {} : { GIT_INDEX_FILE: index }) };
  const command = ['hook', 'run', '--ignore-missing', hook, '--', ...args];
  const { status, stdout, stderr } = await git(repo, command, { hooks: true, env, allow: ANY });
  return { agreed: status === 0, said: `${stdout.toString('utf8')}${stderr}`.trim() };
}

export function refuseByHook(hook: string, said: string): never {
  return refuse('hook_refused', `The hook ${hook} said no${said ? `: ${said}` : '.'}`, {
    details: { hook, said },
    hint: 'Nothing was changed. Do what the hook asks for, then try again.',
  });
}

const ANY = Array.from({ length: 255 }, (_, status) => status + 1);
