// Where a proposal may write: the rules of paths, of files that git does not track, and of names that clash.
import { decodeText } from '../../kinds/index.ts';
import { refuse } from '../../refusal.ts';
import {
  checkPath,
  entryAt,
  formOf,
  isIgnored,
  isTracked,
  type Oid,
  type Repo,
  readCommit,
  readDisk,
  readTree,
  toClean,
} from '../../repo/index.ts';
import { twinKey } from '../ids.ts';
import type { ProposedDoc, ProposeRequest } from '../request.ts';
import { nameInTheWay } from './apart.ts';

/** Refuses paths that lead out of the tree, into git's folder, or that settings protect. Pure. */
export function checkPaths({ docs, remove = [], protect }: ProposeRequest): void {
  const paths = [
    ...docs.flatMap(({ path, renamedFrom }) => [path, ...(renamedFrom ? [renamedFrom] : [])]),
    ...remove,
  ];
  for (const path of paths) {
    checkPath(path);
    if (protect?.(path)) {
      refuse('protected', `${path} is protected`, {
        details: { doc: path },
        hint: 'Ask the owner: docket.json names what no proposal may change.',
      });
    }
  }
}

/**
 * Checks each doc's place on the commit it will stand on. True for a doc whose untracked file already holds the
 * agent's very text. Refuses `untracked`, `exists` and `not_a_doc`.
 */
export async function checkPlaces(
  repo: Repo,
  docs: readonly ProposedDoc[],
  parent: Oid | null,
): Promise<ReadonlySet<string>> {
  const forms = await formOf(
    repo,
    docs.map(({ path }) => path),
  );
  const accepted = new Set<string>();
  const leaving = new Set(docs.flatMap((doc) => leftBy(doc)));
  for (const doc of docs) {
    const filter = forms.get(doc.path)?.refused;
    if (filter !== undefined) refuseFiltered(doc.path, filter);
    const there = await entryAt(repo, parent, doc.path);
    if (doc.text === null || (there !== null && there.mode !== '040000')) continue;
    checkApart(doc.path, docs);
    await checkName(repo, doc.path, parent, leaving);
    if (await checkUntracked(repo, doc)) accepted.add(doc.path);
  }
  return accepted;
}

function leftBy(doc: ProposedDoc): string[] {
  if (doc.text === null) return [doc.path];
  return doc.renamedFrom === undefined ? [] : [doc.renamedFrom];
}

/** Whether an untracked file there is the agent's own text. */
async function checkUntracked(repo: Repo, doc: ProposedDoc): Promise<boolean> {
  if (await isTracked(repo, doc.path)) return false;
  if (await isIgnored(repo, doc.path)) {
    return refuse('untracked', `${doc.path} is ignored by git`, {
      details: { doc: doc.path, ignored: true },
      hint: 'Choose a path that git does not ignore, or ask the owner to track this one.',
    });
  }
  const file = await readDisk(repo, doc.path);
  if (file === null) return false;
  const form = (await formOf(repo, [doc.path])).get(doc.path)!;
  const decoded = decodeText(toClean(form, file.bytes));
  if ('text' in decoded && decoded.text === doc.text) return true;
  return refuse('untracked', `${doc.path} holds other content that git does not track`, {
    details: { doc: doc.path, ignored: false },
    hint: 'Ask the owner to commit the file, or choose another path.',
  });
}

/** The docs of one save must be able to stand beside each other. */
function checkApart(path: string, docs: readonly ProposedDoc[]): void {
  const others = docs.filter((doc) => doc.text !== null && doc.path !== path).map((doc) => doc.path);
  const there = nameInTheWay(path, others);
  if (there !== null) refuseBeside(path, there);
}

function refuseBeside(path: string, there: string): never {
  refuse('exists', `${path} cannot be saved: ${there} is there, and both cannot stand beside each other`, {
    details: { doc: path, there },
    hint: `Rename ${path} with doc.rename or drop it with doc.revert, then save again; other docs can be saved by name.`,
  });
}

/** A new path must not be a folder, lie below a file, or be the twin of a name that is there. */
async function checkName(
  repo: Repo,
  path: string,
  parent: Oid | null,
  leaving: ReadonlySet<string>,
): Promise<void> {
  if (parent === null) return;
  let tree = (await readCommit(repo, parent)).tree;
  const names = path.split('/');
  for (const [depth, name] of names.entries()) {
    const here = names
      .slice(0, depth)
      .map((each) => `${each}/`)
      .join('');
    const entries = await readTree(repo, tree);
    const same = entries.find((entry) => entry.name === name);
    const twin = same ?? entries.find((entry) => twinKey(entry.name) === twinKey(name));
    if (twin === undefined || leaving.has(here + twin.name)) return;
    if (same?.mode !== '040000' || depth === names.length - 1) {
      refuseBeside(path, here + twin.name);
    }
    tree = same.oid;
  }
}

function refuseFiltered(path: string, filter: string): never {
  return refuse('not_a_doc', `${path} goes through a git ${filter}, which docket does not run`, {
    details: { doc: path, filter },
    hint: 'Change it with git.',
  });
}
