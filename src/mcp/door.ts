// The door itself, whatever revision of the protocol is spoken at it: which tools there are, and what a call
// of one answers.
import type { Command } from '../commands/index.ts';
import { Refusal } from '../refusal.ts';
import type { Session, SyncReport } from '../session/index.ts';
import { type Answer, cut, errorAnswer, type ToolAnswer, type Trouble } from './answer.ts';
import { fittedAnswer } from './fit.ts';
import { said } from './manners.ts';
import { type Places, withoutPlaces } from './places.ts';
import type { Tool } from './tools.ts';

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

  const answered = async (
    here: Session,
    command: Command,
    input: unknown,
    tool: string,
    { signal }: Caller,
  ) => {
    const told = { synced: untold, warnings: [] as string[] };
    let answer: ToolAnswer;
    try {
      const report = await here.sync();
      untold = told.synced = [...untold, ...report.settled];
      told.warnings = skipped(report);
      const output = await (await registry()).run(command, here, input, signal);
      answer = fittedAnswer(command, tool, input, output, told);
    } catch (error) {
      answer = errorAnswer(withoutPlaces(troubleOf(error, tool, log), placesOf(here, places)), told);
    }
    if (!signal.aborted) untold = [];
    return answer;
  };

  return {
    tools: async () => (await registry()).tools,
    call: async (tool, input, caller) => {
      const command = (await registry()).commands.get(tool);
      if (!command) throw new UnknownTool(tool);
      try {
        const here = await opened(caller.agent);
        return await here.queue(() => answered(here, command, input, tool, caller));
      } catch (error) {
        return errorAnswer(withoutPlaces(troubleOf(error, tool, log), places), { synced: [], warnings: [] });
      }
    },
    close: async () => {
      const here = await session?.catch(() => null);
      await here?.close();
      await here?.repo.close();
    },
  };
}

function skipped(report: SyncReport): string[] {
  if (report.skipped === 'operation')
    return ['Nothing was settled this time: a merge, rebase, cherry-pick, revert or bisect is in progress.'];
  if (report.skipped === 'index.lock')
    return ['Nothing was settled this time: another program holds git’s index.lock.'];
  return [];
}

// What is thrown and no refusal is a fault of the program: its words are for the log, not for the agent.
function troubleOf(error: unknown, tool: string, log: (text: string) => void): Trouble {
  if (error instanceof Refusal) {
    const { code, message, hint, details } = error;
    return { code, message, hint: hint?.replace(DOTTED, '$1_$2'), details };
  }
  log(`${tool} failed: ${said(error)}`);
  return {
    code: 'internal error',
    message: `${tool} could not be done because of a fault in docket itself.`,
    hint: 'Call doc_status to see how things stand, and tell the owner; what this server wrote to its log says more.',
  };
}

/** Commands as hints name them; here they are tools. */
const DOTTED = /\b(doc|proposal|event)\.([a-z]+)\b/g;

function placesOf(session: Session, places: Places): Places {
  const { root, gitDir, commonDir } = session.repo;
  return new Map([...places, [commonDir, '.git'], [gitDir, '.git'], [root, '.']]);
}
