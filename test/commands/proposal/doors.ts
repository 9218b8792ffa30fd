// One repository with an agent's and an owner's session, commands run as a door runs them.
import { onTestFinished } from 'vitest';
import { COMMANDS, runCommand } from '../../../src/commands/index.ts';
import { openRepo } from '../../../src/repo/index.ts';
import { openSession, type Session } from '../../../src/session/index.ts';
import { makeGivens, makeStory, type Story } from '../../proposals/story.ts';

export interface Door {
  readonly session: Session;
  /** Runs a command and returns its answer. */
  ask<T = Record<string, unknown>>(name: string, input?: object): Promise<T>;
  /** Runs a command and returns its answer as words. */
  words(name: string, input?: object): Promise<string>;
}

export interface Doors extends Story {
  readonly agent: Door;
  readonly owner: Door;
}

export async function makeDoors(files: Record<string, string>): Promise<Doors> {
  const story = await makeStory(files);
  const agent = await doorAt(story.disk.root, 'mcp');
  const owner = await doorAt(story.disk.root, 'tui');
  return { ...story, agent, owner };
}

async function doorAt(root: string, door: 'mcp' | 'tui'): Promise<Door> {
  const repo = await openRepo(root);
  const agent = door === 'mcp' ? { name: 'scribe', version: '1.0' } : null;
  const session = await openSession({ repo, door, agent, givens: makeGivens(door) });
  onTestFinished(async () => {
    await session.close();
    await repo.close();
  });
  const call = { session: async () => session };
  const commandOf = (name: string) => COMMANDS.find((each) => each.name === name)!;
  return {
    session,
    ask: async <T>(name: string, input: object = {}) => (await runCommand(commandOf(name), call, input)) as T,
    words: async (name, input = {}) => {
      const command = commandOf(name);
      return command.words(await runCommand(command, call, input), input as never);
    },
  };
}
