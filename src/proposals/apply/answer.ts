// A plan as it is told.
import type { Oid, Repo } from '../../repo/index.ts';
import { factsOf as storyOfCommit } from '../facts.ts';
import type { Preflight } from './answers.ts';
import type { History } from './history.ts';
import type { How } from './how.ts';
import { hunksOf } from './hunks.ts';
import { needsOf } from './needs.ts';
import type { Parts } from './parts.ts';
import type { Subject } from './subject.ts';
import { type Ground, tokenOf } from './token.ts';

export interface Answered extends Parts {
  readonly subject: Subject;
  readonly history: History;
  readonly how: How;
  readonly hidden: string | null;
  readonly ground: Ground;
}

/** Everything of a plan that a reader needs. */
export async function answerOf(
  repo: Repo,
  { subject, history, docs, facts, how, hidden, ground }: Answered,
): Promise<Preflight> {
  const { id, tip, target, targetOid } = subject;
  const no = typeof how === 'string' ? null : how;
  const paths = docs.map(({ path }) => path);
  const touching = paths.reduce((sum, path) => sum + path.touching, 0);
  const lands = how === 'fast-forward' || how === 'merge';
  const needs = needsOf(docs, facts);
  return {
    proposal: id,
    tip,
    base: history.base,
    target,
    targetOid,
    plan: typeof how === 'string' ? how : 'blocked',
    ...(no ? { blocked: { code: no.code, cause: no.cause, message: no.message, hint: no.hint } } : {}),
    token: tokenOf(ground),
    simple: lands && touching === 0 && needs.length === 0 && paths.every(isSimple),
    commits: await commitsOf(repo, history.commits),
    paths,
    hunks: facts.flatMap(hunksOf),
    clashes: docs.flatMap(({ clashes }) => clashes),
    needs,
    ...(hidden === null ? {} : { hidden }),
    touching,
    warnings: warningsOf(subject, hidden),
  };
}

function isSimple({ disk, index, open }: Preflight['paths'][number]): boolean {
  return disk !== 'merged' && index !== 'merged' && open === undefined;
}

async function commitsOf(repo: Repo, oids: readonly Oid[]): Promise<Preflight['commits']> {
  const commits = await Promise.all(oids.map((oid) => storyOfCommit(repo, oid)));
  return commits.map(({ oid, summary, author }) => ({ oid, subject: summary, by: author.name }));
}

function warningsOf(
  { target, targetAssumed, head: { branch }, here }: Subject,
  hidden: string | null,
): string[] {
  const where = branch === null ? 'HEAD is detached' : `${target} is not checked out here`;
  return [
    ...(targetAssumed && target !== ''
      ? [`It does not say which branch it is for; ${target} is assumed.`]
      : []),
    ...(here || target === '' ? [] : [`${where}: only the branch ${target} moves, no file changes.`]),
    ...(hidden === null
      ? []
      : [
          `One of its commits changes ${hidden} in a way that its last commit does not show: it lands as one commit.`,
        ]),
  ];
}
