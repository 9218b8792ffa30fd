// Why something is not taken back, or not brought about again. Whatever is refused has changed nothing.
import { type RefusalCode, refuse } from '../../refusal.ts';
import type { PlannedClash } from '../apply/answers.ts';
import type { Blocked } from '../apply/blocked.ts';
import type { DocPlan } from '../apply/plan-doc.ts';
import { type Ground, isToken, movedSince } from '../apply/token.ts';

/** A plan, as far as it may be refused. */
interface Refusable {
  readonly id: string;
  readonly target: string | null;
  readonly docs: readonly DocPlan[];
  readonly blocked: Blocked | null;
}

/** Refuses a plan that cannot be carried out: blocked, or with a clash (details `clashes`). */
export function refuseUndo({ id, target, docs, blocked }: Refusable): void {
  const clashes = docs.flatMap((doc) => doc.clashes);
  if (blocked) refuseBlocked(id, blocked);
  const odd = docs.find(({ refused }) => refused !== null);
  if (odd) refuseOdd(id, odd);
  if (clashes.length > 0) refuseClash(id, target, clashes);
}

/** Refuses `changed_since_review` when what was read is not what is there: the tip, or anything of a preview. */
export function checkRead(
  { id, tip, ground }: { readonly id: string; readonly tip: string; readonly ground: Ground },
  read: { readonly tip?: string; readonly token?: string },
): void {
  if (read.tip !== undefined && read.tip !== tip) refuseMoved(id, tip, { what: 'tip', read: read.tip });
  if (read.token === undefined) return;
  if (!isToken(read.token)) refuseToken();
  const moved = movedSince(read.token, ground);
  if (moved) refuseMoved(id, tip, moved);
}

function refuseBlocked(id: string, { code, cause, message, hint }: Blocked): never {
  const byHand = cause === 'operation' || cause === 'checked_out_elsewhere' ? hint : BY_HAND;
  refuse(code, `It cannot be done to ${id}. ${message}`, { details: { proposal: id, cause }, hint: byHand });
}

const BY_HAND = 'Nothing was changed. Do it with git: git revert takes a commit back.';

function refuseOdd(id: string, { path: { doc }, refused }: DocPlan): never {
  const why =
    refused === 'endings'
      ? `${doc} cannot be written so that git reads its line endings back.`
      : `${doc} passes git's ${refused}, which docket does not run.`;
  refuse('blocked', `It cannot be done to ${id}. ${why}`, {
    details: { proposal: id, cause: refused === 'endings' ? 'endings' : 'filter' },
    hint: BY_HAND,
  });
}

/** The first in this order is the refusal's code: what has to be solved first. */
const ORDER: readonly RefusalCode[] = [
  'merge_conflict',
  'staged_clash',
  'uncommitted_clash',
  'untracked_in_the_way',
];

function refuseClash(id: string, target: string | null, clashes: readonly PlannedClash[]): never {
  const code = ORDER.find((each) => clashes.some(({ kind }) => kind === each))!;
  const docs = [...new Set(clashes.filter(({ kind }) => kind === code).map(({ doc }) => doc))].join(', ');
  const { sentence, hint } = wordsFor(code, id, target ?? 'its target', docs);
  refuse(code, sentence, {
    details: { proposal: id, target, clashes },
    hint: `Nothing was changed. ${hint}`,
  });
}

function wordsFor(
  code: RefusalCode,
  id: string,
  target: string,
  docs: string,
): { readonly sentence: string; readonly hint: string } {
  switch (code) {
    case 'merge_conflict':
      return {
        sentence: `${target} has other changes on the lines of ${id} by now: ${docs}.`,
        hint: 'Change those lines by hand, or take the newer commits back first.',
      };
    case 'staged_clash':
      return {
        sentence: `Your staged edits are on the lines of ${id}: ${docs}.`,
        hint: 'Commit or unstage them, then try again.',
      };
    case 'uncommitted_clash':
      return {
        sentence: `Your uncommitted edits are on the lines of ${id}: ${docs}.`,
        hint: 'Commit or change them, then try again.',
      };
    default:
      return {
        sentence: `A file that git does not track is in the way of ${id}: ${docs}.`,
        hint: 'Move it away or add it to git, then try again.',
      };
  }
}

function refuseMoved(id: string, tip: string, moved: object): never {
  refuse('changed_since_review', `${id} is not as it was read.`, {
    details: { ...moved, proposal: id, tip },
    hint: 'Nothing was changed. Read it again, then decide on what is there now.',
  });
}

function refuseToken(): never {
  refuse('invalid_input', 'The token is none that a preview gives.', {
    details: { field: 'token', wanted: 'the token of a preview' },
    hint: 'Copy the whole token that the preview printed.',
  });
}
