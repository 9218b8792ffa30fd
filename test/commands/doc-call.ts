// Doc commands called as a door calls them: raw input in, a checked answer and words for a person out.
import { COMMANDS, runCommand } from '../../src/commands/index.ts';
import type { Door, Session } from '../../src/session/index.ts';
import { makeRepo, type TestRepo } from '../helpers/make-repo.ts';
import { type Actor, actor, lines } from '../session/actors.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads answers as outsiders do
export type Answer = any;

export interface Called {
  readonly repo: TestRepo;
  readonly actor: Actor;
  readonly session: Session;
  /** Runs a command by name. */
  run(name: string, input?: object): Promise<Answer>;
  /** Runs a command and returns what a person reads. */
  words(name: string, input?: object): Promise<string>;
}

/** A repository with guide.md (twelve lines) and b.md, and a session in it. */
export async function calling(door: Door = 'mcp', files: Record<string, string> = {}): Promise<Called> {
  const repo = makeRepo({ 'guide.md': lines(), 'b.md': 'b\n', ...files });
  return callingIn(repo, door);
}

export async function callingIn(repo: TestRepo, door: Door): Promise<Called> {
  const who = await actor(repo, door, door === 'mcp' ? 'scribe' : undefined);
  const { session } = who;
  const named = (name: string) => COMMANDS.find((each) => each.name === name)!;
  const run = (name: string, input: object = {}) =>
    runCommand(named(name), { session: async () => session }, input);
  return {
    repo,
    actor: who,
    session,
    run,
    words: async (name, input = {}) =>
      named(name).words(await run(name, input), named(name).input.parse(input)),
  };
}
