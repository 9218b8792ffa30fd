// How much one proposal and one session may hold.
import { LIMITS } from '../../kinds/index.ts';
import { refuse } from '../../refusal.ts';
import type { ProposeLimits, ProposeRequest } from '../request.ts';

const DEFAULTS: ProposeLimits = { files: LIMITS.proposalFiles, bytes: LIMITS.proposalBytes, pending: 50 };

/** Refuses `too_large` for a doc or a save over the limits, before anything is written. Pure. */
export function checkSizes({ docs, limits }: ProposeRequest): void {
  const { files, bytes } = { ...DEFAULTS, ...limits };
  let sum = 0;
  for (const { path, text } of docs) {
    const size = Buffer.byteLength(text ?? '', 'utf8');
    if (size > LIMITS.docBytes) tooLarge(`${path} has ${size} bytes`, LIMITS.docBytes, 'Split the doc.');
    sum += size;
  }
  if (sum > bytes) tooLarge(`the proposal has ${sum} bytes`, bytes, 'Propose the docs in several parts.');
  checkFiles(docs.length, files);
}

/** Refuses `too_large` for more paths than a proposal may change. */
export function checkFiles(count: number, most: number = DEFAULTS.files): void {
  if (count > most)
    tooLarge(`the proposal changes ${count} files`, most, 'Propose the docs in several parts.');
}

/** Refuses `rate_limited` when the session has as many pending proposals as it may. */
export function checkPending(count: number, limits: ProposeRequest['limits']): void {
  const { pending } = { ...DEFAULTS, ...limits };
  if (count < pending) return;
  refuse('rate_limited', `${count} proposals of this session are pending, which is the most there may be`, {
    details: { pending: count, limit: pending },
    hint: 'Wait for the owner, withdraw some, or save into one of them with proposal.',
  });
}

function tooLarge(what: string, limit: number, hint: string): never {
  refuse('too_large', `${what}, over the limit of ${limit}`, { details: { limit }, hint });
}
