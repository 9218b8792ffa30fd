// What a command is. Every door (CLI, MCP, TUI, REPL) is generated from these values and nothing else.
import type { z } from 'zod';
import type { Session } from '../session/index.ts';

/** `reads` changes nothing, `edits` changes a working copy, `writes` changes disk or refs, `destroys` loses something. */
export type Effect = 'reads' | 'edits' | 'writes' | 'destroys';

/** What a door hands to a command besides its input. */
export interface Call {
  /** Opens the session on first use; refuses `no_repo` where there is no repository. */
  readonly session: () => Promise<Session>;
  /** Aborted when the caller no longer wants the answer. */
  readonly signal?: AbortSignal;
}

/** One thing that anyone can ask for. */
export interface Command<In extends z.ZodObject = z.ZodObject, Out extends z.ZodType = z.ZodType> {
  /** Noun and verb with a dot; also the file's address and, with an underscore, the tool's name. */
  readonly name: string;
  /** First line of help and of the tool's description: imperative, no full stop. */
  readonly summary: string;
  /** What else help and the tool's description say: one or two sentences. */
  readonly detail?: string;
  readonly effect: Effect;
  /** Calling it twice with the same input is the same as calling it once. */
  readonly idempotent?: boolean;
  /** `owner` commands are not tools: an agent cannot call them. */
  readonly who: 'anyone' | 'owner';
  /** `session` commands need a session that stays: a one-shot CLI call refuses `session_only`. */
  readonly where: 'anywhere' | 'session';
  readonly input: In;
  readonly output: Out;
  /** Names of inputs that only an owner may give: agents are not told of them, and refused `owner_only`. */
  readonly ownerInputs?: readonly string[];
  /** Names of inputs that the CLI takes by position, in order; the last may be a list. */
  readonly positional?: readonly string[];
  /** One-letter CLI flags: letter to input name. */
  readonly letters?: Readonly<Record<string, string>>;
  /**
   * The answer as text for a person. A command whose answer is mostly text (a doc, a diff) says `textual`:
   * its tool then has no output schema and this text is all the agent sees.
   */
  readonly words: (output: z.output<Out>, input: z.output<In>) => string;
  readonly textual?: boolean;
  readonly run: (call: Call, input: z.output<In>) => Promise<z.input<Out>>;
}

/** Gives a command value its types. */
export function command<In extends z.ZodObject, Out extends z.ZodType>(
  value: Command<In, Out>,
): Command<In, Out> {
  return value;
}
