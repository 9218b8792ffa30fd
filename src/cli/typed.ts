// Commands in a hint as they are typed on a command line.
import type { Command } from '../commands/one.ts';
import { shortOf } from './shorts.ts';

/** The text with each command it names (`proposal.list`) as a person types it here: `docket list`. */
export function asTyped(text: string, commands: readonly Pick<Command, 'name' | 'where'>[]): string {
  return text.replace(/\b[a-z]+\.[a-z]+\b/g, (dotted) => {
    const found = commands.find(({ name }) => name === dotted);
    if (!found) return dotted;
    const words = shortOf(dotted) ?? dotted.replace('.', ' ');
    return found.where === 'session' ? `${words} (in docket session)` : `docket ${words}`;
  });
}
