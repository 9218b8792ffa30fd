// Everything that anyone can ask of docket. Doors are generated from COMMANDS; a new command is one file and
// one line here.
import type { z } from 'zod';
import type { Command } from './command.ts';

export type { Call, Command, Effect } from './command.ts';
export { exampleInput } from './example.ts';
export { type Field, type FieldType, fieldsOf, typeWords } from './fields.ts';
export { parseInput } from './input.ts';
export { cut, gotText, type Misfit } from './misfit.ts';
export { nearest } from './nearest.ts';
export { runCommand } from './run.ts';
export { inputSchemaOf, type ObjectSchema, outputSchemaOf } from './schema.ts';

/** Every command, sorted by name. */
export const COMMANDS: readonly Command[] = [].map(plain);

/** The command of that dotted name, or undefined. */
export function commandNamed(name: string): Command | undefined {
  return COMMANDS.find((one) => one.name === name);
}

// A list of commands forgets what each one's input is: runCommand parses it anyway.
function plain<In extends z.ZodObject, Out extends z.ZodType>(value: Command<In, Out>): Command {
  return value as unknown as Command;
}
