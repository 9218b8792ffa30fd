/** The path itself when it is a safe repo-relative path. Refuses `path_outside_repo`, `path_in_git_dir`, `invalid_input`. */
export function checkPath(_path: string): string {
  throw new Error('not built yet');
}
