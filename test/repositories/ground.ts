// The main path, walked in repositories of every kind: an agent edits and saves, the owner lists, reads the plan and
// approves, the agent hears what became of it. And what must hold of any repository whatever was tried in it.
import { lstatSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { COMMANDS, runCommand } from '../../src/commands/index.ts';
import type { Door } from '../../src/session/index.ts';
import { repoAt, type TestRepo } from '../helpers/make-repo.ts';
import { type Actor, actor } from '../session/actors.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads answers as outsiders do
export type Answer = any;

/** Somebody at a door who runs commands by name. */
export interface Caller extends Actor {
  run(name: string, input?: object): Promise<Answer>;
}

export async function caller(repo: TestRepo, door: Door): Promise<Caller> {
  const who = await actor(repo, door, door === 'mcp' ? 'scribe' : undefined);
  const call = { session: async () => who.session };
  const named = (name: string) => COMMANDS.find((each) => each.name === name)!;
  return { ...who, run: (name, input = {}) => runCommand(named(name), call, input) };
}

export const GUIDE = Array.from({ length: 9 }, (_, i) => `line ${i + 1}\n`).join('');
export const CHANGED = GUIDE.replace('line 2', 'line two');

export interface Saved {
  readonly agent: Caller;
  readonly proposal: string;
  readonly tip: string;
  readonly target: string;
}

/** An agent changes line 2 of the doc and saves; nothing of the owner's changes by it. */
export async function saved(repo: TestRepo, { doc = 'guide.md', ...more } = {}): Promise<Saved> {
  const before = owners(repo);
  const agent = await caller(repo, 'mcp');
  await agent.run('doc.edit', { doc, edits: [{ oldText: 'line 2\n', newText: 'line two\n' }] });
  const answer = await agent.run('doc.save', { doc, ...more });
  expect(owners(repo)).toEqual(before);
  const [{ proposal, tip, target }] = answer.proposals;
  expect((await agent.heard()).length).toBe(0);
  return { agent, proposal, tip, target };
}

/** The owner finds the proposal in the list, reads its plan and approves that. */
export async function approved(repo: TestRepo, proposal: string, input: object = {}): Promise<Answer> {
  const owner = await caller(repo, 'session');
  const { proposals } = await owner.run('proposal.list');
  expect(proposals.map((row: Answer) => row.proposal)).toContain(proposal);
  const { token } = await owner.run('proposal.preflight', { proposal });
  const answer = await owner.run('proposal.apply', { proposal, token, ...input });
  await owner.end();
  return answer;
}

/** What doctor finds, by code. */
export async function found(repo: TestRepo): Promise<string[]> {
  const owner = await caller(repo, 'cli');
  const { findings } = await owner.run('doctor');
  await owner.end();
  return findings.map(({ code }: Answer) => code);
}

/** The whole path on a doc of nine lines; the status is as before and the repository sound. */
export async function mainPath(
  repo: TestRepo,
  options: { doc?: string; disk?: string } = {},
): Promise<Answer> {
  const { doc = 'guide.md', disk = CHANGED } = options;
  const status = repo.git('status', '--porcelain');
  const { agent, proposal, target } = await saved(repo, { doc });
  const applied = await approved(repo, proposal);
  expect(applied).toMatchObject({ proposal, outcome: 'applied', target });
  expect(repo.read(doc)).toBe(disk);
  expect(repo.git('show', `${target}:${doc}`)).toBe(CHANGED.trimEnd());
  expect(repo.git('status', '--porcelain')).toBe(status);
  expect(await agent.heard()).toMatchObject([{ doc, proposal, outcome: 'applied', action: 'clean' }]);
  expect(await agent.run('doc.status', { doc })).toMatchObject({ dirty: false, uncommitted: false });
  expectSound(repo);
  return applied;
}

/** No object is broken or missing, and docket left no lock and no unfinished file. */
export function expectSound(repo: TestRepo): void {
  const { status, stdout, stderr } = repo.tryGit('fsck', '--strict', '--no-dangling', '--no-progress');
  expect({ status, stdout, stderr: notices(stderr) }).toEqual({ status: 0, stdout: '', stderr: '' });
  const dirs = [gitDir(repo, '--absolute-git-dir'), gitDir(repo, '--git-common-dir')];
  const left = dirs.flatMap((dir) =>
    readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.lock$|docket\/journal\/.|docket\/lock$/.test(name),
    ),
  );
  expect(left).toEqual([]);
  expect(
    repo
      .git('ls-files', '--others')
      .split('\n')
      .filter((name) => name.includes('.docket-')),
  ).toEqual([]);
}

// What git says of a clean repository: that HEAD has no commit yet, that a sparse index takes time.
function notices(stderr: string): string {
  return stderr.replace(/^(notice|hint): .*\n?/gm, '');
}

/** All that is the owner's: refs but proposals and docket's own, the index, every file. */
export function owners(repo: TestRepo): object {
  const refs = repo
    .tryGit('for-each-ref', '--format=%(refname) %(objectname)')
    .stdout.split('\n')
    .filter((line) => !/^refs\/(heads\/proposals|docket)\//.test(line));
  return {
    refs,
    head: repo.tryGit('rev-parse', 'HEAD', '--symbolic-full-name', 'HEAD').stdout,
    index: repo.git('ls-files', '--stage', '-v'),
    files: files(repo),
    status: repo.git('status', '--porcelain'),
  };
}

/** Everything: what is the owner's, and every proposal. */
export function everything(repo: TestRepo): object {
  return { ...owners(repo), all: repo.git('for-each-ref') };
}

function files({ root }: TestRepo): Record<string, string> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !/(^|\/)\.git(\/|$)/.test(name),
  );
  const plain = names.filter((name) => lstatSync(join(root, name)).isFile());
  return Object.fromEntries(plain.sort().map((name) => [name, readFileSync(join(root, name), 'latin1')]));
}

function gitDir(repo: TestRepo, which: string): string {
  return repo.git('rev-parse', '--path-format=absolute', which);
}

/** An empty folder, gone when the test ends. */
export function folder(): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), 'docket-test-')));
  onTestFinished(() => rmSync(made, { recursive: true, force: true, maxRetries: 5 }));
  return made;
}

/** A clone with an identity, made with these options. */
export function cloned(from: TestRepo, ...options: string[]): TestRepo {
  const place = join(folder(), 'clone');
  from.git('-c', 'protocol.file.allow=always', 'clone', '-q', ...options, `file://${from.root}`, place);
  const clone = repoAt(place);
  identified(clone);
  return clone;
}

export function identified(repo: TestRepo): void {
  for (const [key, value] of [
    ['user.name', 'Olive Owner'],
    ['user.email', 'olive@example.com'],
    ['gc.auto', '0'],
    ['maintenance.auto', 'false'],
  ])
    repo.git('config', key!, value!);
}
