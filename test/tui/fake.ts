// A made-up repository for screens: proposals, docs, diffs and plans as commands would answer them.
import type { Ask } from '../../src/tui/events.ts';
import { type Answers, Said } from './mount.ts';

export const TIP = 'a'.repeat(40);

export function proposal(id: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    ...{
      proposal: id,
      tip: TIP,
      state: 'pending',
      revision: 1,
      summary: `Change ${id}`,
      edits: [`Edited ${id}`],
    },
    ...{ agent: { name: 'claude', version: '1' }, by: { name: 'claude' }, at: '2026-01-01T11:53:00Z' },
    ...{ docs: ['guide/intro.md'], target: 'main', added: 2, removed: 1 },
    ...more,
  };
}

export const DIFF = `--- a/guide/intro.md
+++ b/guide/intro.md
@@ -1,3 +1,4 @@
 one
-two
+TWO
+and a half
 three
`;

export function plan(id: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    ...{ proposal: id, tip: TIP, base: TIP, target: 'main', targetOid: 'b'.repeat(40), plan: 'fast-forward' },
    ...{ token: 'token-1', simple: true, commits: [], hunks: [], clashes: [], touching: 0, warnings: [] },
    paths: [
      {
        ...{ doc: 'guide/intro.md', what: 'change', branch: 'unchanged', disk: 'clean', index: 'clean' },
        ...{ added: 2, removed: 1, touching: 0 },
      },
    ],
    ...more,
  };
}

export function doc(name: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    ...{
      doc: name,
      open: true,
      dirty: false,
      stale: false,
      edits: [],
      sha256: 'c'.repeat(64),
      eol: 'lf',
      bom: false,
    },
    ...{ lines: 3, uncommitted: false, undo: 0, redo: 0 },
    ...more,
  };
}

/** Answers for a fixed world; `more` is asked first. */
export function world(
  facts: { proposals?: Record<string, unknown>[]; docs?: Record<string, unknown>[]; diff?: string },
  more: Answers = () => undefined,
): Answers {
  return (ask: Ask) => more(ask) ?? FIXED[ask.command]?.(ask, facts);
}

type Facts = Parameters<typeof world>[0];

const FIXED: Record<string, (ask: Ask, facts: Facts) => unknown> = {
  'proposal.list': (_, { proposals = [] }) => ({ proposals }),
  'doc.status': (_, { docs = [] }) => ({ branch: 'main', docs, drafts: [], pending: [], unsavedInApp: [] }),
  'proposal.diff': ({ input }, { proposals = [], diff = DIFF }) => ({
    proposal: input.proposal,
    tip: proposals.find((one) => one.proposal === input.proposal)?.tip,
    text: diff,
  }),
  'doc.diff': (_, { diff = DIFF }) => ({ text: diff }),
  'doc.list': () => ({ docs: [{ doc: 'guide/intro.md' }], total: 1 }),
  'proposal.preflight': ({ input }, { proposals = [] }) =>
    plan(String(input.proposal), { tip: proposals.find((one) => one.proposal === input.proposal)?.tip }),
  'proposal.apply': ({ input }) => new Said({}, `Approved ${input.proposal}.`),
  'proposal.reject': ({ input }) => new Said({}, `Rejected ${input.proposal}.`),
};
