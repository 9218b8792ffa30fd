// An expected "no": every door shows it with its code, what is so, and what to do next.
// Anything else that is thrown is a bug.

/** Every refusal code, with when it happens. Outsiders script against these: a code is never renamed. */
export const REFUSALS = {
  no_repo: 'there is no Git repository where docket was started',
  unsupported_repo: 'the repository is of a form that docket does not work in',
  not_a_doc: 'the file is not UTF-8 text that docket can open',
  no_such_doc: 'no doc has that name',
  not_open: 'the doc is not open in this session',
  exists: 'a doc of that name is there already',
  dirty: 'the working copy has edits that the file lacks',
  proposed: 'the edits wait in a proposal for the owner',
  stale: 'the file changed on disk since the working copy last matched it',
  merge_conflict: 'both sides changed the same lines',
  merge_invalid: 'the merged text would not be a valid doc of its kind',
  merge_binary: 'bytes that are not text cannot be merged by lines',
  disk_differs: 'the file does not hold the bytes that were expected',
  changed_since_review: 'the proposal, its target or the disk moved since it was read',
  review_needed: 'something has to be read and answered before this can be done',
  proposal_moved: 'the proposal has a newer revision than the one that was seen',
  no_such_proposal: 'no proposal has that id',
  already_ended: 'the proposal has been applied, rejected or withdrawn',
  uncommitted_clash: 'the proposal and uncommitted edits changed the same lines',
  staged_clash: 'the proposal and staged edits changed the same lines',
  untracked: 'a file that git does not track holds other content',
  untracked_in_the_way: 'a file that git does not track stands where the proposal writes',
  blocked: 'the proposal cannot be applied as it is',
  blocked_by_operation: 'a merge, rebase, cherry-pick, revert or bisect is in progress',
  checked_out_elsewhere: 'the branch is checked out in another worktree',
  branch_changed: 'another branch is checked out than the one the work began on',
  target_gone: 'the branch that the proposal aims at does not exist',
  target_moved: 'the target branch moved while the change was being made',
  several_bases: 'the proposal and its target have more than one merge base',
  unrelated: 'the proposal and its target share no history',
  interrupted_apply: 'an apply was interrupted and cannot be finished by itself',
  hook_refused: 'a git hook said no',
  signing_failed: 'the commit could not be signed',
  locked: 'another program holds a lock',
  held: 'the owner holds the doc',
  protected: 'the path is protected by docket.json',
  ambiguous: 'more than one thing fits',
  not_found: 'the text or place is not in the doc',
  binary: 'the content is not text',
  too_large: 'the content is over the limit',
  path_outside_repo: 'the path leads out of the work tree',
  path_in_git_dir: 'the path leads into git’s own folder',
  symlink: 'a symbolic link is on the way',
  unborn_head: 'the branch has no commit yet',
  no_identity: 'git does not know who commits',
  request_reused: 'the request id was used for other content',
  cursor_expired: 'the cursor is not known any more',
  rate_limited: 'too many calls or pending proposals at once',
  session_only: 'the command needs a session with open docs',
  owner_only: 'only the owner can do this',
  invalid_input: 'the input is not of the right form',
  read_only: 'the place cannot be written',
  no_space: 'the disk is full',
} as const satisfies Record<string, string>;

export type RefusalCode = keyof typeof REFUSALS;

export interface RefusalParts {
  /** Plain data that says more, for programs: always JSON. */
  readonly details?: unknown;
  /** The next step, as a sentence. */
  readonly hint?: string;
}

/** An expected failure: code, a sentence that says what is so, details for programs, a hint that says what to do. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly details: unknown;
  readonly hint: string | undefined;

  constructor(
    readonly code: RefusalCode,
    message: string,
    { details, hint }: RefusalParts = {},
  ) {
    super(message);
    this.details = details;
    this.hint = hint;
  }
}

/** Throws a refusal; `return refuse(…)` reads well where a value is expected. */
export function refuse(code: RefusalCode, message: string, parts?: RefusalParts): never {
  throw new Refusal(code, message, parts);
}

/** The exit status of a refusal from any door that is a process: 2 for misuse, 1 for every other "no". */
export function exitStatusOf(refusal: Refusal): 1 | 2 {
  return refusal.code === 'invalid_input' ? 2 : 1;
}
