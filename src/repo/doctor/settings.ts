// Git's settings as git in the work tree sees them, all files and includes together.
import { git } from '../git.ts';
import type { Repo } from '../repo.ts';

export interface Settings {
  /** The value that counts, by lower-case `section.key` (a part in the middle keeps its case). */
  last(key: string): string | undefined;
  isTrue(key: string): boolean;
  /** Keys that fit. */
  keys(pattern: RegExp): string[];
}

export async function allSettings(repo: Repo): Promise<Settings> {
  // With hooks: what docket turns off for itself must not be taken for a setting.
  const { stdout } = await git(repo, ['config', '--null', '--list'], { hooks: true });
  const values = new Map<string, string>();
  for (const pair of stdout.toString('utf8').split('\0').filter(Boolean)) {
    const end = pair.indexOf('\n');
    values.set(end < 0 ? pair : pair.slice(0, end), end < 0 ? 'true' : pair.slice(end + 1));
  }
  return {
    last: (key) => values.get(key),
    isTrue: (key) => /^(true|yes|on|[+-]?0*[1-9]\d*)$/i.test(values.get(key) ?? ''),
    keys: (pattern) => [...values.keys()].filter((key) => pattern.test(key)),
  };
}
