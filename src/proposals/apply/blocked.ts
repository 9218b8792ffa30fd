// Why a proposal cannot be applied as it is, whatever is on disk.

/** `cause` says it for programs; the refusal's code is `blocked` unless the cause is a code of its own. */
export interface Blocked {
  readonly blocked: true;
  readonly cause: BlockedCause;
  readonly code: 'blocked' | 'blocked_by_operation' | 'checked_out_elsewhere' | 'unrelated' | 'too_large';
  readonly message: string;
  readonly hint: string;
}

export type BlockedCause =
  | 'no_target'
  | 'target_gone'
  | 'empty'
  | 'nothing'
  | 'operation'
  | 'checked_out_elsewhere'
  | 'several_bases'
  | 'unrelated'
  | 'shallow'
  | 'history'
  | 'brings'
  | 'type'
  | 'path'
  | 'folder'
  | 'twin'
  | 'filter'
  | 'attributes'
  | 'endings'
  | 'too_large'
  | 'ff_only';

const CODES: Partial<Record<BlockedCause, Blocked['code']>> = {
  operation: 'blocked_by_operation',
  checked_out_elsewhere: 'checked_out_elsewhere',
  unrelated: 'unrelated',
  too_large: 'too_large',
};

export function blocked(
  cause: BlockedCause,
  message: string,
  { hint = BY_HAND }: { hint?: string } = {},
): Blocked {
  return { blocked: true, cause, code: CODES[cause] ?? 'blocked', message, hint };
}

const BY_HAND = 'Merge it with git if you want it as it is, or reject it.';

export function isBlocked(value: object): value is Blocked {
  return 'blocked' in value && value.blocked === true;
}
