// proposals: an agent's change as a branch, from the first save to what became of it.
export type {
  Applied,
  ApplyRequest,
  OpenCopy,
  PathPlan,
  PlannedClash,
  PlannedHunk,
  Preflight,
} from './apply/answers.ts';
export { applyProposal } from './apply/apply.ts';
export { preflight } from './apply/preflight.ts';
export { clashingNow } from './clash-now.ts';
export { type Counts, countLines } from './counts.ts';
export { type Damaged, damagedProposals, damageFix } from './damage.ts';
export { type DiffOptions, diffProposal, type ProposalDiff } from './diff.ts';
export { type Ended, rejectProposal, withdrawProposal } from './end.ts';
export { type DocketEvent, type EventKind, listEvents, type NewEvent, recordEvent } from './events.ts';
export { type Found, findProposal, hasBranch } from './find.ts';
export { type HalfMade, halfMade } from './half-made.ts';
export { type ListOptions, listProposals } from './list.ts';
export { observeProposals } from './observe.ts';
export { type OutcomeQuestion, outcomeOf, outcomesStamp } from './outcome.ts';
export type { Agent, By, DocOutcome, Outcome, OutcomeName, Proposal, ProposalState } from './proposal.ts';
export { propose, proposedBefore } from './propose.ts';
export type {
  DocBase,
  Proposed,
  ProposedChange,
  ProposedDoc,
  ProposeLimits,
  ProposeRequest,
} from './request.ts';
export { type ReviewEvent, readReviews } from './reviews.ts';
export { nameInTheWay } from './save/apart.ts';
export { type ProposalCommit, type ProposalDetail, showProposal } from './show.ts';
export type { PathStat } from './stats.ts';
export { textAt } from './text-at.ts';
export type { Redone, RedoPreview, RedoWay, Undone, UndoPreview, UndoRequest } from './undo/answers.ts';
export { previewRedo, redoProposal } from './undo/redo.ts';
export { restoreProposal } from './undo/restore.ts';
export { previewUndo, undoProposal } from './undo/undo.ts';
export type { Way } from './undo/way.ts';
