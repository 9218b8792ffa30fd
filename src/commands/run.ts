import type { z } from 'zod';
import type { Call, Command } from './command.ts';
import { parseInput } from './input.ts';

/**
 * Runs a command on input as it came from outside. Refuses `invalid_input` (details: `[{ path, wanted, got }]`)
 * before anything is opened or changed; every other refusal is the command's own.
 */
export async function runCommand<In extends z.ZodObject, Out extends z.ZodType>(
  command: Command<In, Out>,
  call: Call,
  raw: unknown,
): Promise<z.output<Out>> {
  const answer = await command.run(call, parseInput(command, raw));
  return held(command, answer);
}

// In the test runner, and in programs that tests start, every answer is held against what the command promises.
function held<Out extends z.ZodType>(
  command: { name: string; output: Out },
  answer: z.input<Out>,
): z.output<Out> {
  if (!process.env.VITEST) return answer as z.output<Out>;
  const checked = command.output.safeParse(answer);
  if (checked.success) return checked.data;
  throw new Error(`${command.name} answered in another form than it promises: ${checked.error.message}`);
}
