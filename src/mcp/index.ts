// The agents' door: `docket mcp` speaks the Model Context Protocol over stdio. Its tools are the commands
// that anyone may call; what the owner decides is never one of them. It sees commands and a session, no more.
import { resolve } from 'node:path';
import { Refusal, refuse } from '../refusal.ts';
import { serve } from './serve.ts';

/** What the front desk hands to the door. */
export interface McpOptions {
  /** The client's messages, one a line. Its end ends the door. */
  readonly input: NodeJS.ReadableStream;
  /** Nothing but protocol is ever written here. */
  readonly output: NodeJS.WritableStream;
  /** What a person who looks for a fault reads. */
  readonly error: NodeJS.WritableStream;
  /** `--repo`: where the repository is; null to look upward from `cwd`. */
  readonly repoStart: string | null;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly givens: { now(): Date; uuid(): string };
}

/**
 * Serves until the client closes the input, stops listening or sends a signal; resolves to the exit status.
 * The caller then exits, whatever is still alive. Answers `initialize` outside a repository too: there every
 * tool refuses `no_repo`.
 */
export async function startMcp(options: McpOptions): Promise<number> {
  const { cwd, env, givens, version } = options;
  const start = resolve(cwd, options.repoStart ?? '.');
  const places = new Map([[start, '.'], [cwd, '.'], ...(env.HOME ? [[env.HOME, '~'] as const] : [])]);
  return serve(options, version, {
    places,
    registry: async () => (await import('./registry.ts')).loadRegistry(),
    open: async (agent) => {
      const { openSessionAt } = await import('../session/index.ts');
      return openSessionAt(start, { givens, door: 'mcp', agent }).catch(sayHowToRegister);
    },
  });
}

// A client starts the server where it likes: what helps is another registration, which the user makes.
function sayHowToRegister(error: unknown): never {
  if (!(error instanceof Refusal) || error.code !== 'no_repo') throw error;
  refuse('no_repo', error.message, {
    details: error.details,
    hint: 'Ask the user to start this server inside the repository, or to register it as: docket mcp --repo <folder>',
  });
}
