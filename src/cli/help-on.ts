import { commandNamed } from '../commands/index.ts';
import { choose } from './choose.ts';
import { DOORS } from './doors.ts';
import { commandHelp, doorHelp, helpText, nounHelp } from './help.ts';
import { longForm } from './shorts.ts';

/** Help on a door, a noun or a command, however it is written; on everything without words. */
export async function helpOn(words: readonly string[]): Promise<string> {
  const [first, ...rest] = words.filter((word) => !word.startsWith('-'));
  if (first === undefined) return helpText();
  const door = DOORS.find((one) => one.name === first);
  if (door) return doorHelp(door);
  const command = commandNamed(longForm(first));
  if (command) return commandHelp(command);
  const chosen = await choose(first, rest);
  return chosen.kind === 'noun' ? nounHelp(chosen.noun) : commandHelp(chosen.command);
}
