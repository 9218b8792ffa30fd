// Runs the commands that the screen asks for, one after another, and sends back what they answered.
import { type Call, commandNamed, runCommand } from '../commands/index.ts';
import { Refusal } from '../refusal.ts';
import type { Session } from '../session/index.ts';
import type { Ask, Event } from './events.ts';

/** Starts running asks. Of asks in one slot only the newest is run, and only its answer is sent. */
export function makeRunner(
  session: () => Promise<Session>,
  send: (event: Event) => void,
  failed: (error: unknown) => void,
): (ask: Ask) => void {
  const newest = new Map<string, Ask>();
  let last: Promise<void> = Promise.resolve();
  const isOld = (ask: Ask) => ask.slot !== undefined && newest.get(ask.slot) !== ask;
  const run = async (ask: Ask): Promise<void> => {
    if (isOld(ask)) return;
    const event = await outcomeOf(ask, session);
    if (!isOld(ask)) send(event);
  };
  return (ask) => {
    if (ask.slot) newest.set(ask.slot, ask);
    last = last.then(() => run(ask)).catch(failed);
  };
}

async function outcomeOf(ask: Ask, session: () => Promise<Session>): Promise<Event> {
  const command = commandNamed(ask.command);
  if (!command) throw new Error(`the terminal asks for ${ask.command}, which is no command`);
  const call: Call = { session };
  try {
    const opened = await session();
    const answer = await opened.queue(async () => {
      const made = await runCommand(command, call, ask.input);
      // What the command changed may have raised a banner: it is seen now, not at the next event.
      if (command.effect !== 'reads') await opened.sync();
      return made;
    });
    const words = command.words(answer as never, ask.input as never);
    return { kind: 'answered', to: ask, answer, words };
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', to: ask, refusal: error };
    // A command changes all or nothing: a bug in one is no reason to take the terminal from its owner.
    return { kind: 'failed', to: ask, text: error instanceof Error ? error.message : String(error) };
  }
}
