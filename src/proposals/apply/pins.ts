// An approval is for what was read: nothing that moved since, and nothing that was not shown, lands.
import { createHash } from 'node:crypto';
import { refuse } from '../../refusal.ts';
import { checkPath, type Repo, readDisk } from '../../repo/index.ts';
import type { ApplyRequest, Preflight } from './answers.ts';
import type { Plan } from './plan.ts';
import { isToken, type Moved, movedSince } from './token.ts';

/**
 * Refuses `changed_since_review` when something moved since it was read, `disk_differs` when disk is not as
 * expected, and `review_needed` when the plan holds what a tip alone does not show.
 */
export async function checkPins(repo: Repo, request: ApplyRequest, { answer, ground }: Plan): Promise<void> {
  const { tip, token } = request;
  const chosen = CHOSEN.find((field) => request[field] !== undefined);
  if (token === undefined && chosen) refuseUnpinned(answer, chosen);
  if (tip !== undefined && tip !== answer.tip) refuseMoved(answer, { what: 'tip' }, { read: tip });
  const moved = token === undefined ? null : movedSince(checkedToken(token), ground);
  if (moved) refuseMoved(answer, moved, {});
  await checkDisk(repo, request.expect ?? {});
  if (token !== undefined) return;
  if (tip === undefined) refuseUnread(answer, ['anything of it']);
  const unseen = notSeen(answer);
  if (lands(answer) && unseen.length > 0) refuseUnread(answer, unseen);
}

/** What is said of a plan, and so needs its token. */
const CHOSEN = ['hunks', 'choices', 'edited', 'history'] as const;

function lands({ plan }: Preflight): boolean {
  return plan === 'fast-forward' || plan === 'merge' || plan === 'commit';
}

function checkedToken(token: string): string {
  if (isToken(token)) return token;
  return refuse('invalid_input', 'The token is none that preflight gives.', {
    details: { field: 'token', wanted: 'a token from proposal.preflight' },
    hint: 'Copy the whole token that preflight printed.',
  });
}

/** What the owner cannot have read by reading the proposal alone. */
function notSeen({ paths, hidden }: Preflight): string[] {
  const inside = hidden === undefined ? [] : [`a commit that changes ${hidden} otherwise than the last one`];
  const merged = paths.flatMap(({ doc, touching, disk, index, open }) => [
    ...(disk === 'merged' ? [`a merge into uncommitted edits of ${doc}`] : []),
    ...(index === 'merged' ? [`a merge into staged edits of ${doc}`] : []),
    ...(open === undefined ? [] : [`a merge into unsaved edits of ${doc} (${open})`]),
    ...(touching > 0 ? [`neighbouring changes of both sides in ${doc}`] : []),
  ]);
  return [...inside, ...merged];
}

const WORDS: Record<Moved['what'], (target: string, doc: string) => string> = {
  tip: () => 'the proposal has another tip',
  target: (target) => `${target} moved`,
  head: () => 'another branch is checked out',
  settings: () => 'settings of git or docket.json changed',
  index: (_, doc) => `what is staged of ${doc} changed`,
  disk: (_, doc) => `${doc} changed on disk`,
  plan: () => 'what would land changed',
};

function refuseMoved({ proposal, tip, target }: Preflight, moved: Moved, more: object): never {
  const what = WORDS[moved.what](target, moved.doc ?? 'the docs');
  refuse('changed_since_review', `Since ${proposal} was read, ${what}.`, {
    details: { ...moved, proposal, tip, ...more },
    hint: 'Read it again (proposal.preflight, proposal.diff), then approve what is there now.',
  });
}

function refuseUnread({ proposal, tip, plan }: Preflight, unseen: readonly string[]): never {
  refuse('review_needed', `Approving ${proposal} lands what was not shown: ${unseen.join('; ')}.`, {
    details: { proposal, tip, plan, unseen },
    hint: `Read the plan (docket preflight ${proposal} --json), then approve with its token.`,
  });
}

function refuseUnpinned({ proposal, tip }: Preflight, field: string): never {
  refuse('review_needed', `What is chosen with ${field} is chosen from a plan, and no token says which.`, {
    details: { proposal, tip, field },
    hint: `Read the plan (docket preflight ${proposal} --json), then approve with its token.`,
  });
}

async function checkDisk(repo: Repo, expect: Readonly<Record<string, string | null>>): Promise<void> {
  for (const [path, wanted] of Object.entries(expect)) {
    const file = await readDisk(repo, checkPath(path));
    const now = file ? createHash('sha256').update(file.bytes).digest('hex') : null;
    if (now === wanted) continue;
    refuse('disk_differs', `${path} is not what was expected.`, {
      details: { doc: path, expected: wanted ?? 'absent', sha256: now ?? 'absent' },
      hint: 'Read it again, then approve with what it holds now.',
    });
  }
}
