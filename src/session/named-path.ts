// A path as somebody names it, taken as a path from the root of the repository.
import { refuse } from '../refusal.ts';
import { checkPath } from '../repo/index.ts';
import type { Session } from './session.ts';

/** The path from the root; `./` before it means nothing. Refuses `invalid_input` for an absolute one below the root. */
export function pathNamed(session: Session, named: string): string {
  const { root } = session.repo;
  if (named.startsWith(`${root}/`)) refuseAbsolute(named.slice(root.length + 1));
  const path = named.replace(/^(\.\/+)+/, '');
  return checkPath(path === '' ? named : path);
}

function refuseAbsolute(path: string): never {
  refuse(
    'invalid_input',
    'The path is absolute; docs are named by their path from the root of the work tree.',
    {
      details: { field: 'path', path },
      hint: `Name it by its path from the root: ${path}`,
    },
  );
}
