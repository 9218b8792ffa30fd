import { type Givens, type LateWrite, type Oid, type Repo, runHook } from '../../repo/index.ts';
import { recordAfter } from '../events.ts';
import type { By } from '../proposal.ts';
import type { Applied } from './answers.ts';
import { mergeLate } from './late.ts';
import type { Plan } from './plan.ts';

/** What has landed. */
export interface Done {
  readonly plan: Plan;
  readonly oid: Oid;
  readonly by: By;
  /** The work tree that keeps the proposal's branch. */
  readonly heldIn: string | null;
  readonly late: readonly LateWrite[];
}

/** What is left to do when it has landed: nothing here can undo it, so nothing here refuses. */
export async function afterwards(repo: Repo, done: Done, givens: Givens): Promise<Applied> {
  const { plan, oid, by, heldIn } = done;
  const { id, tip, target } = plan.subject;
  const late = await mergeLate(repo, done.late, bytesBefore(plan));
  const hook = await postMerge(repo, plan);
  const event = { kind: 'proposal.applied', proposal: id, tip, oid, target } as const;
  await recordAfter(repo, { ...event, ...partOf(plan), by: { name: by.name, role: by.role } }, givens);
  return {
    proposal: id,
    outcome: 'applied',
    how: howOf(plan.answer),
    ...partOf(plan),
    oid,
    target,
    by,
    paths: plan.docs.map(({ path: { doc }, uncommitted, before, after }) => ({
      doc,
      uncommitted,
      before,
      after,
    })),
    touching: plan.answer.touching,
    warnings: [
      ...plan.answer.warnings,
      ...late,
      ...hook,
      ...(heldIn === null ? [] : [`proposals/${id} is checked out in ${heldIn} and was left there.`]),
    ],
  };
}

function howOf({ plan }: Plan['answer']): Applied['how'] {
  return plan === 'fast-forward' || plan === 'commit' ? plan : 'merge';
}

function partOf({ part }: Plan): Pick<Applied, 'partial' | 'changed'> {
  if (!part) return {};
  const { landed, of, left, changed } = part;
  return { ...(left ? { partial: { landed, of } } : {}), ...(changed ? { changed: true } : {}) };
}

/** What the files of planned docs held. */
export function bytesBefore({ docs }: Pick<Plan, 'docs'>): (path: string) => Buffer | null {
  const files = docs.flatMap((doc) => doc.files);
  return (path) => files.find((file) => file.path === path)?.before ?? null;
}

async function postMerge(repo: Repo, { subject, settings }: Plan): Promise<string[]> {
  if (!subject.here || !settings.hooks.has('post-merge')) return [];
  const { agreed, said } = await runHook(repo, 'post-merge', ['0']).catch((error: Error) => ({
    agreed: false,
    said: error.message,
  }));
  return agreed ? [] : [`The hook post-merge failed${said ? `: ${said}` : '.'}`];
}
