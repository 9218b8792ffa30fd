// What stands in docket's way in a repository, and what docket left there.
import { damagedProposals, damageFix, halfMade } from '../proposals/index.ts';
import { Refusal, refuse } from '../refusal.ts';
import {
  examineRepository,
  type Finding,
  giveUpLanding,
  isAlive,
  isForeign,
  listStateFiles,
  type ProcessMark,
  peekStateFile,
  type Recovered,
  type RepositoryFacts,
  recoverLandings,
  removeStateFile,
} from '../repo/index.ts';
import { safe } from '../safe.ts';
import { type DraftFile, isLeft } from './drafts.ts';
import type { Session } from './session.ts';
import { mergeBytes } from './texts.ts';

export interface Diagnosis {
  readonly facts: RepositoryFacts;
  readonly findings: readonly (Omit<Finding, 'mend'> & { readonly mended?: true })[];
}

/**
 * Examines the repository: first what is a problem, then what may become one, then what only explains. With `mend`
 * clears away docket's own leavings, each before the next is looked at, and tells which. Refuses `owner_only`.
 */
export async function examine(session: Session, { mend = false } = {}): Promise<Diagnosis> {
  if (mend && session.role === 'agent') refuseMending();
  const { repo, givens } = session;
  const { left } = await recoverLandings(repo, givens, mergeBytes);
  const { facts, findings } = await examineRepository(repo, givens);
  const all = [
    ...left.map((one) => interrupted(session, one)),
    ...findings,
    ...(await presences(session)),
    ...(await drafts(session)),
    ...(await unfinished(session)),
    ...(await damaged(session)),
  ].sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
  const told: Diagnosis['findings'][number][] = [];
  for (const finding of all) told.push(await mendedOne(session, finding, mend));
  return { facts, findings: told };
}

const ORDER = ['problem', 'warning', 'note'];

async function mendedOne(session: Session, { mend, ...finding }: Finding, asked: boolean) {
  if (!asked || !mend) return finding;
  try {
    await mend(session.givens);
    return { ...finding, mended: true as const };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...finding, fix: [error.message, error.hint].filter(Boolean).join(' ') };
  }
}

function interrupted(
  session: Session,
  { journal, message, why, foreign }: Recovered['left'][number],
): Finding {
  const what = `An approval was interrupted and cannot be finished: ${why}${message ? ` (${message})` : ''}.`;
  const found = {
    severity: 'problem',
    code: 'interrupted_apply',
    what,
    why: 'Approvals are refused until it is settled. All bytes are kept, and files may hold some of the change.',
  } as const;
  if (foreign) return { ...found, fix: 'Run docket where that process ran, or wait for it.' };
  const fix =
    'Commit what you want to keep of it and put back the rest (git status); or give it up as it stands: docket doctor --mend.';
  return { ...found, fix, mend: (givens) => giveUpLanding(session.repo, journal, givens) };
}

async function presences(session: Session): Promise<Finding[]> {
  const { repo } = session;
  const found: Finding[] = [];
  for (const name of await listStateFiles(repo, 'open')) {
    const file = peekStateFile<ProcessMark & { door?: string }>(repo, name);
    if (!file || isForeign(file) || isAlive(file)) continue;
    found.push({
      severity: 'note',
      code: 'stale_presence',
      what: `${name} says what a ${safe(file.door ?? 'docket')} had open that has ended (process ${file.pid}).`,
      why: 'It was killed. Nobody is misled: presence counts only while its process lives.',
      fix: 'Clear it away: docket doctor --mend.',
      mend: () => removeStateFile(repo, name),
    });
  }
  return found;
}

async function drafts(session: Session): Promise<Finding[]> {
  const { repo } = session;
  const names = (await listStateFiles(repo, 'drafts')).filter((name) => !name.endsWith('.unheard.json'));
  const files = names.map((name) => peekStateFile<DraftFile>(repo, name)).filter((draft) => draft !== null);
  return files.filter((draft) => isLeft(draft)).map((draft) => left(session, draft));
}

function left(session: Session, { doc, at, agent, worktree, edits }: DraftFile): Finding {
  const who = agent === null ? 'the owner' : `the agent ${safe(agent)}`;
  const where = worktree === session.repo.root ? '' : ` in ${safe(worktree)}`;
  return {
    severity: 'note',
    code: 'draft',
    what: `Unsaved edits of ${safe(doc)}${where} by ${who} are kept since ${at}: ${edits.map(safe).join('; ')}.`,
    why: 'The session that had them has ended.',
    fix:
      agent === null
        ? `Take them over with doc.recover in a session: docket session, then doc recover ${safe(doc)}`
        : 'An agent of that name is offered them at its next start.',
  };
}

const SHOWN = 20;

async function unfinished({ repo }: Session): Promise<Finding[]> {
  const found = await halfMade(repo);
  return found.slice(0, SHOWN).map(({ id, tip }) => ({
    severity: 'note',
    code: 'half_made',
    what: `Proposal ${safe(id)} has revisions, but no branch and no end.`,
    why: 'Its branch was removed with git, or a docket was killed while git moved the refs of a save.',
    fix: `Read it with docket show ${safe(id)}; bring it back with git branch proposals/${safe(id)} ${tip}`,
  }));
}

async function damaged({ repo }: Session): Promise<Finding[]> {
  const found = await damagedProposals(repo);
  return found.slice(0, SHOWN).map(({ ref, damage }) => ({
    severity: 'problem',
    code: 'damaged_proposal',
    what: `${safe(ref)} ${safe(damage)}.`,
    why: 'The proposal can neither be read nor approved nor rejected. The others are not touched by it.',
    fix: damageFix(safe(ref)),
  }));
}

function refuseMending(): never {
  refuse('owner_only', 'Only the owner can have things cleared away.', {
    hint: 'Call it without mend, and tell the owner what it says.',
  });
}
