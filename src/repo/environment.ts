// The environment that every git child gets: the user's, without what would lead git elsewhere or change what it says.

/** Variables that point git at another repository, index, tree or way of reading paths. */
const LEADING_ASTRAY = new Set([
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_ATTR_SOURCE',
  'GIT_COMMON_DIR',
  'GIT_CONFIG',
  'GIT_DIFF_OPTS',
  'GIT_DIR',
  'GIT_EXTERNAL_DIFF',
  'GIT_GLOB_PATHSPECS',
  'GIT_GRAFT_FILE',
  'GIT_ICASE_PATHSPECS',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_INTERNAL_SUPER_PREFIX',
  'GIT_LITERAL_PATHSPECS',
  'GIT_NAMESPACE',
  'GIT_NOGLOB_PATHSPECS',
  'GIT_NO_REPLACE_OBJECTS',
  'GIT_OBJECT_DIRECTORY',
  'GIT_OPTIONAL_LOCKS',
  'GIT_PREFIX',
  'GIT_QUARANTINE_PATH',
  'GIT_REPLACE_REF_BASE',
  'GIT_SHALLOW_FILE',
  'GIT_WORK_TREE',
]);

/** The environment for a git child; `reads` keeps it from taking locks that it could do without. */
export function gitEnvironment(
  extra: Readonly<Record<string, string>> = {},
  { reads = true } = {},
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env))
    if (value !== undefined && !LEADING_ASTRAY.has(name) && !tracesToStderr(name, value))
      environment[name] = value;
  environment.LC_ALL = 'C';
  environment.GIT_TERMINAL_PROMPT = '0';
  if (reads) environment.GIT_OPTIONAL_LOCKS = '0';
  return Object.assign(environment, extra);
}

/** Trace lines among git's complaints would be taken for them. */
function tracesToStderr(name: string, value: string): boolean {
  return name.startsWith('GIT_TRACE') && /^(1|2|true)$/i.test(value);
}
