// What commands answer, as the rows and plans that the screen shows. The only place that knows their shapes.
import type { DocRow, Plan, ProposalRow } from './state.ts';

interface ListedProposal {
  readonly proposal: string;
  readonly tip: string;
  readonly state: string;
  readonly revision: number;
  readonly summary: string;
  readonly edits: readonly string[];
  readonly agent?: { readonly name: string; readonly version?: string };
  readonly by: { readonly name: string };
  readonly at: string;
  readonly docs: readonly string[];
  readonly target?: string;
  readonly added?: number;
  readonly removed?: number;
}

/** Rows of `proposal.list`. */
export function proposalRows(answer: unknown): ProposalRow[] {
  const { proposals } = answer as { proposals: readonly ListedProposal[] };
  return proposals.map((one) => ({
    id: one.proposal,
    tip: one.tip,
    revision: one.revision,
    summary: one.summary,
    edits: one.edits,
    who: one.agent?.name ?? one.by.name,
    at: one.at,
    docs: one.docs,
    target: one.target ?? null,
    added: one.added ?? null,
    removed: one.removed ?? null,
  }));
}

interface DocStatus {
  readonly doc: string;
  readonly dirty: boolean;
  readonly stale: boolean;
  readonly deleted?: true;
  readonly uncommitted: boolean;
  readonly kept?: true;
  readonly edits: readonly string[];
  readonly sha256: string;
  readonly textSha256?: string;
  readonly draft?: true;
  readonly undo: number;
  readonly redo: number;
}

/** Open docs, then those that an earlier session left unsaved edits of. */
export function docRows(answer: unknown): DocRow[] {
  const { docs, drafts = [] } = answer as {
    docs: readonly DocStatus[];
    drafts?: readonly { readonly doc: string; readonly edits: readonly string[] }[];
  };
  const open = docs.map((doc) => ({ ...doc, deleted: doc.deleted ?? false, kept: doc.kept ?? false }));
  const left = drafts.filter((draft) => !docs.some((doc) => doc.doc === draft.doc));
  const closed = left.map(({ doc, edits }): DocRow => ({ ...CLOSED, doc, edits, draft: true, closed: true }));
  return [...open, ...closed];
}

const CLOSED = {
  ...{ dirty: false, stale: false, deleted: false, uncommitted: false, kept: false },
  ...{ sha256: '', undo: 0, redo: 0 },
};

/** The branch of `doc.status`; empty when HEAD is detached. */
export function branchOf(answer: unknown): string {
  return (answer as { branch?: string | null }).branch ?? '';
}

/** The plan of `proposal.preflight`. */
export function planOf(answer: unknown): Plan {
  const plan = answer as Omit<Plan, 'targetOid'> & { targetOid?: string };
  return { ...plan, targetOid: plan.targetOid ?? null };
}

/** The text of a diff or a doc; a proposal’s comes with its tip. */
export function diffOf(answer: unknown): { text: string; tip: string } {
  const { text, tip = '' } = answer as { text: string; tip?: string };
  return { text, tip };
}

/** Paths of `doc.list`. */
export function matchesOf(answer: unknown): string[] {
  return (answer as { docs: readonly { readonly doc: string }[] }).docs.map(({ doc }) => doc);
}

/** The path that an answer is about. */
export function docOf(answer: unknown): string {
  return (answer as { doc: string }).doc;
}

/** The text of `doc.read`. */
export function textOf(answer: unknown): string {
  return (answer as { text: string }).text;
}

/** The doc that an answer says is stale, with nothing decided about it yet. */
export function staleDocOf(answer: unknown): string | null {
  const { doc, stale, kept } = (answer ?? {}) as { doc?: string; stale?: boolean; kept?: boolean };
  return doc !== undefined && stale && !kept ? doc : null;
}

/** What saving over a changed file would replace: the hash that was shown, or nothing where the file is gone. */
export function staleOf(details: unknown): { sha256: string; deleted: boolean } {
  const { sha256 = '', deleted = false } = (details ?? {}) as { sha256?: string; deleted?: boolean };
  return { sha256, deleted };
}
