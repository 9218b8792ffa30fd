// A repository with an agent at work, in few words.
import { onTestFinished } from 'vitest';
import { type ProposedDoc, type ProposeRequest, propose } from '../../src/proposals/index.ts';
import { type Givens, head, openRepo, type Repo } from '../../src/repo/index.ts';
import { type Files, makeRepo, type TestRepo } from '../helpers/make-repo.ts';

export interface Story {
  readonly disk: TestRepo;
  readonly repo: Repo;
  readonly givens: Givens;
  /** Clean text on disk becomes `text`: as an agent that opened, edited and saved would ask. */
  edited(path: string, text: string | null, more?: Partial<ProposedDoc>): Promise<ProposedDoc>;
  request(docs: ProposedDoc[], more?: Partial<ProposeRequest>): ProposeRequest;
  propose(docs: ProposedDoc[], more?: Partial<ProposeRequest>): ReturnType<typeof propose>;
}

/** Clock and ids that go on from call to call. */
export function makeGivens(seed = 'x'): Givens {
  let count = 0;
  return {
    now: () => new Date(Date.UTC(2026, 5, 1, 12, 0, count++)),
    uuid: () => `${seed.padEnd(8, '0')}-0000-4000-8000-${String(count++).padStart(12, '0')}`,
  };
}

export async function makeStory(files: Files | undefined, { at }: { at?: TestRepo } = {}): Promise<Story> {
  const disk = at ?? makeRepo(files);
  const repo = await openRepo(disk.root);
  onTestFinished(() => repo.close());
  const givens = makeGivens();
  const request = (docs: ProposedDoc[], more: Partial<ProposeRequest> = {}): ProposeRequest => ({
    docs,
    into: null,
    seenTip: null,
    summary: null,
    agent: { name: 'scribe', version: '1.0' },
    session: 'session-1',
    worktree: repo.root,
    target: null,
    ...more,
  });
  return {
    disk,
    repo,
    givens,
    request,
    propose: (docs, more) => propose(repo, request(docs, more), givens),
    edited: async (path, text, more = {}) => {
      const { branch, oid } = await head(repo);
      return {
        path,
        text,
        edits: [`Edited ${path}`],
        base: {
          text: more.created ? null : onDisk(disk, path),
          commit: oid,
          branch: branch?.replace('refs/heads/', '') ?? null,
        },
        created: false,
        ...more,
      };
    },
  };
}

function onDisk(disk: TestRepo, path: string): string | null {
  try {
    return disk.bytes(path).toString('utf8');
  } catch {
    return null;
  }
}

/** Refs, index, HEAD and work tree as plain git sees them. */
export function everything(disk: TestRepo): string {
  return [
    disk.git('for-each-ref'),
    disk.git('ls-files', '-s', '-v'),
    disk.git('status', '--porcelain=v2', '-z', '--untracked-files=all', '--ignored'),
    disk.git('rev-parse', '--symbolic-full-name', 'HEAD'),
  ].join('\n');
}

/** What the owner has: all but the refs of proposals. */
export function owners(disk: TestRepo): string {
  return everything(disk)
    .split('\n')
    .filter((line) => !/refs\/(heads\/proposals|docket)\//.test(line))
    .join('\n');
}
