// Runs the commands that the screen asks for, one after another, and sends back what they answered.
import { type Call, type Command, commandNamed, runCommand } from '../commands/index.ts';
import { Refusal } from '../refusal.ts';
import type { Session } from '../session/index.ts';
import type { Ask, Event } from './events.ts';
import { textOf } from './facts.ts';

export interface Runner {
  readonly session: () => Promise<Session>;
  /** Lets the owner edit a text; null when the editor failed. */
  readonly editText: (text: string, name: string) => Promise<string | null>;
  readonly send: (event: Event) => void;
  /** Told when sending failed. */
  readonly failed: (error: unknown) => void;
}

/** Starts running asks. Of asks in one slot only the newest is run, and only its answer is sent. */
export function makeRunner(runner: Runner): (ask: Ask) => void {
  const newest = new Map<string, Ask>();
  let last: Promise<void> = Promise.resolve();
  const isOld = (ask: Ask) => ask.slot !== undefined && newest.get(ask.slot) !== ask;
  const run = async (ask: Ask): Promise<void> => {
    if (isOld(ask)) return;
    const event = await outcomeOf(ask, runner);
    if (!isOld(ask)) runner.send(event);
  };
  return (ask) => {
    if (ask.slot) newest.set(ask.slot, ask);
    last = last.then(() => run(ask)).catch(runner.failed);
  };
}

async function outcomeOf(ask: Ask, runner: Runner): Promise<Event> {
  try {
    const session = await runner.session();
    const answered = await session.queue(() => (ask.use === 'edit' ? edit(ask, runner) : run(ask, runner)));
    // What a command changed may have raised a banner: it is seen now, not at the next event.
    if (commandOf(ask).effect !== 'reads') await session.queue(() => session.sync());
    return { kind: 'answered', to: ask, ...answered };
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', to: ask, refusal: error };
    // A command changes all or nothing: a bug in one is no reason to take the terminal from its owner.
    return { kind: 'failed', to: ask, text: error instanceof Error ? error.message : String(error) };
  }
}

interface Answered {
  readonly answer: unknown;
  readonly words: string;
}

async function run(ask: Ask, { session }: Runner): Promise<Answered> {
  const command = commandOf(ask);
  const call: Call = { session };
  const answer = await runCommand(command, call, ask.input);
  return { answer, words: command.words(answer as never, ask.input as never) };
}

/**
 * Reads a doc, lets the owner edit it and writes it, as one piece of work: what others do meanwhile waits, and then
 * meets the edits as it meets any unsaved edit. Nothing of theirs is overwritten by a text that never knew of it.
 */
async function edit(ask: Ask, runner: Runner): Promise<Answered> {
  const doc = String(ask.input.doc);
  const read = await run({ command: 'doc.read', input: { doc }, use: 'edit' }, runner);
  const before = textOf(read.answer);
  const after = await runner.editText(before, doc);
  if (after === null) return { answer: read.answer, words: `${doc}: the editor failed, nothing changed.` };
  if (after === before) return { answer: read.answer, words: `${doc}: nothing changed.` };
  return run({ ...ask, input: { doc, text: after } }, runner);
}

function commandOf({ command }: Ask): Command {
  const found = commandNamed(command);
  if (!found) throw new Error(`the terminal asks for ${command}, which is no command`);
  return found;
}
