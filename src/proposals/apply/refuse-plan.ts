import { type RefusalCode, refuse } from '../../refusal.ts';
import type { PlannedClash, Preflight } from './answers.ts';

/** Refuses a plan that does not land, with the cause. */
export function refusePlan(plan: Preflight): void {
  if (plan.plan === 'blocked') refuseBlocked(plan);
  if (plan.plan === 'already') refuseAlready(plan);
  if (plan.plan === 'clash') refuseClash(plan);
}

function refuseBlocked({ proposal, tip, blocked }: Preflight): never {
  const { code, cause, message, hint } = blocked!;
  refuse(code, `${proposal} cannot be applied. ${message}`, { details: { proposal, tip, cause }, hint });
}

function refuseAlready({ proposal, tip, target }: Preflight): never {
  refuse('already_ended', `${target} has everything of ${proposal} already.`, {
    details: { proposal, tip, target, outcome: 'applied' },
    hint: `Its branch can go: git branch -D proposals/${proposal}`,
  });
}

/** The first in this order is the refusal's code: what has to be solved first. */
const ORDER: readonly RefusalCode[] = [
  'merge_conflict',
  'staged_clash',
  'uncommitted_clash',
  'untracked_in_the_way',
];

function refuseClash({ proposal, tip, target, clashes }: Preflight): never {
  const code = ORDER.find((each) => clashes.some(({ kind }) => kind === each))!;
  const docs = [...new Set(clashes.filter(({ kind }) => kind === code).map(({ doc }) => doc))];
  refuse(code, sentence(code, proposal, target, docs), {
    details: { proposal, tip, target, clashes },
    hint: hintFor(clashes.find(({ kind }) => kind === code)!, target),
  });
}

function sentence(code: RefusalCode, proposal: string, target: string, docs: readonly string[]): string {
  const where = docs.join(', ');
  switch (code) {
    case 'merge_conflict':
      return `${proposal} and ${target} changed the same lines: ${where}.`;
    case 'staged_clash':
      return `${proposal} and your staged edits changed the same lines: ${where}.`;
    case 'uncommitted_clash':
      return `${proposal} and your uncommitted edits changed the same lines: ${where}.`;
    default:
      return `A file that git does not track is in the way of ${proposal}: ${where}.`;
  }
}

function hintFor({ doc, kind, choices }: PlannedClash, target: string): string {
  const choose =
    choices.length > 0 ? ` Or choose: ${choices.join(', ')} for each id (choices, with the token).` : '';
  return `Nothing was changed. ${byHand(kind, doc, target)}${choose}`;
}

function byHand(kind: PlannedClash['kind'], doc: string, target: string): string {
  switch (kind) {
    case 'merge_conflict':
      return `Its agent can save it again on what ${target} has now; or merge it with git.`;
    case 'staged_clash':
      return `Commit or unstage your edits of ${doc}, then approve again.`;
    case 'uncommitted_clash':
      return `Commit or change your lines in ${doc}, then approve again; or reject it.`;
    default:
      return `Move ${doc} away or add it to git, then approve again.`;
  }
}
