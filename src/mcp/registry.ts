// The commands as tools. Loaded when a client first asks for a tool, so that the greeting is quick.
import { COMMANDS, runCommand } from '../commands/index.ts';
import type { Answer } from './answer.ts';
import type { Registry } from './door.ts';
import { toolCommands, toolOf } from './tools.ts';

/** Every command that anyone may call, as a tool. */
export function loadRegistry(): Registry {
  const commands = toolCommands(COMMANDS);
  return {
    commands,
    tools: [...commands.keys()].map((name) => toolOf(name, commands)),
    run: async (command, session, input, signal) =>
      (await runCommand(command, { session: async () => session, signal }, input)) as Answer,
  };
}
