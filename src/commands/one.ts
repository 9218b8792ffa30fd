// The narrow door, for a start that has to be fast: what runs a command, and single commands without the rest.
// The whole registry builds every schema there is; a call that shows a list should not wait for that.
import type { z } from 'zod';
import type { Command } from './command.ts';

export type { Call, Command, Effect } from './command.ts';
export { exampleInput } from './example.ts';
export { type Field, type FieldType, fieldsOf, typeWords } from './fields.ts';
export { parseInput } from './input.ts';
export { cut, gotText, type Misfit } from './misfit.ts';
export { nearest } from './nearest.ts';
export { runCommand } from './run.ts';

/** Commands that people look at things with, each loaded alone. */
const QUICK: Readonly<Record<string, () => Promise<Command>>> = {
  'doc.status': async () => plain((await import('./doc/status.ts')).docStatus),
  'proposal.diff': async () => plain((await import('./proposal/diff.ts')).proposalDiff),
  'proposal.list': async () => plain((await import('./proposal/list.ts')).proposalList),
  'proposal.show': async () => plain((await import('./proposal/show.ts')).proposalShow),
};

/** The command of that name where it can be loaded alone, else undefined: then ask the registry. */
export async function quickCommand(name: string): Promise<Command | undefined> {
  return Object.hasOwn(QUICK, name) ? QUICK[name]!() : undefined;
}

/** A command among others: what its input is, is forgotten, and runCommand parses it anyway. */
export function plain<In extends z.ZodObject, Out extends z.ZodType>(value: Command<In, Out>): Command {
  return value as unknown as Command;
}
