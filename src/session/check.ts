// What is wrong with docs: of the work tree with this session's unsaved edits, of the index, or of a proposal.
import { decodeText, kindOf, type Problem, problemOfBytes } from '../kinds/index.ts';
import { refuse } from '../refusal.ts';
import { safe } from '../safe.ts';
import { diskCandidates } from './check-disk.ts';
import type { Candidate, CheckAsk, Found, Skipped } from './check-found.ts';
import { indexCandidates, proposalCandidates } from './check-stored.ts';
import { openElsewhere, unsavedIn } from './presence.ts';
import type { Session } from './session.ts';

export interface CheckEntry extends Omit<Problem, 'text'> {
  readonly doc: string;
  readonly file: string;
  /** The whole entry as one line. */
  readonly text: string;
}

/** What was checked, what is wrong with it, and what was not checked. Sorted by doc, then line. */
export interface Checked {
  readonly problems: readonly CheckEntry[];
  readonly warnings: readonly CheckEntry[];
  readonly files: readonly { readonly file: string; readonly sha256: string; readonly dirty?: true }[];
  readonly skipped: readonly Skipped[];
  /** The proposal that was checked, and its tip. */
  readonly proposal?: string;
  readonly tip?: string;
}

/** More is not read in one call. */
const MOST_DOCS = 5000;
const MOST_BYTES = 256 * 1024 * 1024;
/** So much of a line is quoted. */
const QUOTED = 80;

/**
 * Checks docs: those named, those that differ from HEAD (`changed`), those staged, those of a proposal, or all of
 * the work tree. Nothing that was not read is among the files. Refuses `no_such_doc`, `ambiguous`,
 * `no_such_proposal`, and what reading a named doc refuses.
 */
export async function checkDocs(session: Session, ask: CheckAsk): Promise<Checked> {
  refuseMixed(ask);
  const { candidates, skipped, ...where } = await candidatesOf(session, ask);
  const checked = await checkAll(candidates);
  const unsaved = ask.staged || ask.proposal !== undefined ? [] : await unsavedOf(session, ask, candidates);
  const all = [...skipped, ...checked.skipped, ...unsaved];
  return { ...checked, skipped: all.sort((a, b) => (a.doc < b.doc ? -1 : 1)), ...where };
}

function candidatesOf(session: Session, ask: CheckAsk) {
  if (ask.proposal !== undefined) return proposalCandidates(session, ask.proposal, ask.docs);
  return ask.staged ? indexCandidates(session, ask.docs) : diskCandidates(session, ask);
}

async function checkAll(candidates: readonly Candidate[]): Promise<Checked> {
  const entries: CheckEntry[] = [];
  const files: { file: string; sha256: string; dirty?: true }[] = [];
  const skipped: Skipped[] = [];
  let bytes = 0;
  for (const [at, candidate] of candidates.entries()) {
    if (at === MOST_DOCS || bytes > MOST_BYTES) {
      skipped.push(notReached(candidates.slice(at)));
      break;
    }
    const found = await candidate.read();
    const problems = 'why' in found ? found : problemsOf(candidate, found);
    if ('why' in problems) {
      skipped.push(problems);
      continue;
    }
    const { file, sha256, dirty } = found as Found;
    bytes += (found as Found).bytes?.length ?? 0;
    files.push({ file, sha256, ...(dirty && { dirty }) });
    entries.push(...problems.map((problem) => entryOf(candidate.doc, file, problem)));
  }
  const of = (severity: Problem['severity']) => entries.filter((entry) => entry.severity === severity);
  return { problems: of('problem'), warnings: of('warning'), files, skipped };
}

function problemsOf({ doc, named }: Candidate, { bytes, text }: Found): Problem[] | Skipped {
  if (text !== undefined) return kindOf(doc, text).problems(text);
  const decoded = decodeText(bytes!);
  if ('text' in decoded) return kindOf(doc, decoded.text).problems(decoded.text);
  if (decoded.why === 'nul' && !named)
    return { doc, why: 'not_text', message: 'It holds NUL bytes, so it is no doc.' };
  return [problemOfBytes(bytes!)!];
}

function entryOf(doc: string, file: string, { text, ...problem }: Problem): CheckEntry {
  const place = problem.line === undefined ? file : `${file}:${problem.line}`;
  const quoted = text === undefined ? '' : `: ${text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text}`;
  return { ...problem, doc, file, text: `${place}: ${problem.message}${quoted}` };
}

function notReached(rest: readonly Candidate[]): Skipped {
  const message = `${rest.length} docs, from this one on, were not reached. Name them, or ask for those that changed.`;
  return { doc: rest[0]!.doc, why: 'limit', message };
}

/** Docs with edits that only an owner's session elsewhere has: their files were checked, those edits were not. */
async function unsavedOf(
  session: Session,
  ask: CheckAsk,
  candidates: readonly Candidate[],
): Promise<Skipped[]> {
  const asked = new Set(candidates.map(({ doc }) => doc));
  const unsaved = unsavedIn(await openElsewhere(session)).filter((doc) => !ask.docs || asked.has(doc));
  const message = 'It has unsaved edits in Docket’s terminal, which were not checked.';
  return unsaved.map((doc) => ({ doc, why: 'unsaved_in_app', message }));
}

function refuseMixed({ proposal, staged, changed }: CheckAsk): void {
  const asked = Object.entries({ proposal: proposal !== undefined, staged, changed }).filter(([, is]) => is);
  if (asked.length < 2) return;
  const names = asked.map(([name]) => safe(name)).join(' and ');
  refuse('invalid_input', `check takes one of proposal, staged and changed, not ${names}.`, {
    details: asked.map(([path]) => ({ path, wanted: 'one of proposal, staged and changed', got: names })),
    hint: 'Call it once for each.',
  });
}
