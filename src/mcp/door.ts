// The door itself, whatever revision of the protocol is spoken at it: which tools there are, and what a call
// of one answers.
import type { Command } from '../commands/index.ts';
import type { Session, SyncReport } from '../session/index.ts';
import { type Answer, cut, errorAnswer, type Told, type ToolAnswer } from './answer.ts';
import { fittedAnswer, type Given, mostFor, smallerPage, tellable } from './fit.ts';
import { warningsAsTools } from './names.ts';
import type { Places } from './places.ts';
import type { Tool } from './tools.ts';
import { troubleOf } from './trouble.ts';

export interface Caller {
  /** As the client calls itself: shown, never trusted. */
  readonly agent: { readonly name: string; readonly version?: string };
  readonly signal: AbortSignal;
}

export interface Door {
  tools(): Promise<readonly Tool[]>;
  /** Throws `UnknownTool`; everything else that can go wrong is an answer. */
  call(name: string, input: unknown, caller: Caller): Promise<ToolAnswer>;
  /** Ends the session, when there was one. */
  close(): Promise<void>;
}

/** The commands that are tools, and how one is run. */
export interface Registry {
  readonly commands: ReadonlyMap<string, Command>;
  readonly tools: readonly Tool[];
  run(command: Command, session: Session, input: unknown, signal: AbortSignal): Promise<Answer>;
}

export interface DoorParts {
  /** Called when the commands are first needed: answering `initialize` needs none. */
  readonly registry: () => Promise<Registry>;
  readonly open: (agent: Caller['agent']) => Promise<Session>;
  readonly log: (text: string) => void;
  readonly places: Places;
}

/** A name that no tool has; each era says so in its own protocol. */
export class UnknownTool extends Error {
  constructor(name: string) {
    super(`Unknown tool: ${cut(JSON.stringify(name), 100)}. tools/list names every tool there is.`);
  }
}

/** Makes the door. Nothing is opened, read or written before the first call. */
export function createDoor({ registry, open, log, places }: DoorParts): Door {
  let session: Promise<Session> | null = null;
  // What settled and has not reached the agent: the answer of a cancelled call is never sent.
  let untold: readonly unknown[] = [];

  const opened = (agent: Caller['agent']) => {
    session ??= open(agent).catch((error) => {
      session = null;
      throw error;
    });
    return session;
  };

  const answered = async (here: Session, ask: Ask): Promise<ToolAnswer> => {
    let told: Told = { synced: [], warnings: [] };
    let later: readonly unknown[] = [];
    try {
      const report = await here.sync();
      untold = [...untold, ...report.settled];
      const tell = tellable(untold);
      told = { synced: tell.now, warnings: [...skipped(report), ...moreSettled(tell.later)] };
      later = tell.later;
      return fittedAnswer(ask.command, ask.tool, await paged(here, ask, told));
    } catch (error) {
      const trouble = troubleOf(error, { ...ask, log, places: placesOf(here, places) });
      return errorAnswer(trouble, told);
    } finally {
      if (!ask.signal.aborted) untold = later;
    }
  };

  return {
    tools: async () => (await registry()).tools,
    call: async (tool, input, { agent, signal }) => {
      const { commands, run } = await registry();
      const command = commands.get(tool);
      if (!command) throw new UnknownTool(tool);
      const ask: Ask = {
        command,
        tool,
        tools: commands,
        input,
        signal,
        run: async (here, asked) => warningsAsTools(await run(command, here, asked, signal), commands),
      };
      try {
        const here = await opened(agent);
        return await here.queue(async () => (signal.aborted ? UNSENT : answered(here, ask)));
      } catch (error) {
        return errorAnswer(troubleOf(error, { ...ask, log, places }), { synced: [], warnings: [] });
      }
    },
    close: async () => {
      const here = await session?.catch(() => null);
      await here?.close();
      await here?.repo.close();
    },
  };
}

/** For a call that was cancelled before its turn came: it is not made, and the client is told nothing. */
const UNSENT: ToolAnswer = { content: [] };

/** One call of one tool. */
interface Ask {
  readonly command: Command;
  readonly tool: string;
  readonly tools: Registry['commands'];
  readonly input: unknown;
  readonly signal: AbortSignal;
  readonly run: (session: Session, input: unknown) => Promise<Answer>;
}

// A page that is too long for an answer is asked for again, smaller.
async function paged(here: Session, ask: Ask, told: Told): Promise<Given> {
  const most = mostFor(ask.input);
  let given: Given = { input: ask.input, output: await ask.run(here, ask.input), told, most };
  for (let smaller = smallerPage(ask.command, given); smaller; smaller = smallerPage(ask.command, given))
    given = { ...given, input: smaller, output: await ask.run(here, smaller) };
  return given;
}

function skipped(report: SyncReport): string[] {
  if (report.skipped === 'operation')
    return ['Nothing was settled this time: a merge, rebase, cherry-pick, revert or bisect is in progress.'];
  if (report.skipped === 'index.lock')
    return ['Nothing was settled this time: another program holds git’s index.lock.'];
  return [];
}

function moreSettled(later: readonly unknown[]): string[] {
  return later.length === 0 ? [] : [`${later.length} more settled; the next answer tells of them.`];
}

function placesOf(session: Session, places: Places): Places {
  const { root, gitDir, commonDir } = session.repo;
  return new Map([...places, [commonDir, '.git'], [gitDir, '.git'], [root, '.']]);
}
