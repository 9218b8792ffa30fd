// How a plan lands, or why it does not.
import { type MergeSettings, type Repo, readCommit } from '../../repo/index.ts';
import { type Blocked, blocked } from './blocked.ts';
import type { History } from './history.ts';
import type { DocPlan } from './plan-doc.ts';
import type { Subject } from './subject.ts';

export type How = 'fast-forward' | 'merge' | 'commit' | 'clash' | 'already' | Blocked;

export interface ToLand {
  readonly subject: Subject;
  readonly settings: MergeSettings;
  readonly history: History;
  readonly docs: readonly DocPlan[];
}

/** How all of a proposal lands. */
export async function howToLand(repo: Repo, toLand: ToLand): Promise<How> {
  const { subject, settings, history, docs } = toLand;
  const no = stopped(docs);
  if (no) return no;
  const { sign, fastForward } = settings;
  const ahead = subject.targetOid === history.base;
  if (ahead && fastForward !== 'never' && (!sign || (await readCommit(repo, subject.tip)).signed))
    return 'fast-forward';
  if (fastForward !== 'only' || ahead) return 'merge';
  return blocked('ff_only', `${subject.target} moved on, and git is set to fast-forward only (merge.ff).`, {
    hint: 'Have its agent save it again on what is there now, or change the setting.',
  });
}

/** How docs land of which not all is as it was proposed. */
export function howPartLands(docs: readonly DocPlan[]): How {
  return stopped(docs) ?? 'commit';
}

/** The owner's choices leave the target as it is. */
export const NOTHING_LANDS = blocked('nothing', 'With these choices the target stays as it is.', {
  hint: 'Choose more of it, or reject it.',
});

function stopped(docs: readonly DocPlan[]): How | null {
  if (docs.every(({ path }) => path.branch === 'same' || path.branch === 'unchanged')) return 'already';
  const odd = docs.find(({ refused }) => refused !== null);
  if (odd) return blockedDoc(odd);
  return docs.some(({ clashes }) => clashes.length > 0) ? 'clash' : null;
}

function blockedDoc({ path: { doc }, refused }: DocPlan): Blocked {
  return refused === 'endings'
    ? blocked('endings', `${doc} cannot be written so that git reads its line endings back.`)
    : blocked('filter', `${doc} passes git's ${refused}, which docket does not run.`);
}
