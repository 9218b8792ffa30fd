// The tool list, made from the commands that anyone may call. It is the same for every connection and never
// changes while the program runs.
import { type Command, inputSchemaOf, type ObjectSchema, outputSchemaOf } from '../commands/index.ts';

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema?: ObjectSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: false;
  };
}

/** Agents' commands by the name of their tool: `doc.save` is `doc_save`. What the owner decides is not among them. */
export function toolCommands(commands: readonly Command[]): ReadonlyMap<string, Command> {
  return new Map(
    commands
      .filter((command) => command.who === 'anyone')
      .map((command): [string, Command] => [command.name.replaceAll('.', '_'), command])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Everything a client is told of one tool. */
export function toolOf(name: string, command: Command): Tool {
  return {
    name,
    title: command.summary,
    description: command.detail ? `${command.summary}. ${command.detail}` : `${command.summary}.`,
    inputSchema: inputSchemaOf(command),
    ...(!command.textual && { outputSchema: answerSchema(outputSchemaOf(command)) }),
    annotations: {
      readOnlyHint: command.effect === 'reads',
      destructiveHint: command.effect === 'destroys',
      idempotentHint: command.idempotent ?? command.effect === 'reads',
      openWorldHint: false,
    },
  };
}

// Every structured answer may also carry what settled, and warnings.
function answerSchema(output: ObjectSchema): ObjectSchema {
  const properties = output.properties as Record<string, unknown> | undefined;
  const synced = { type: 'array', items: { type: 'object' } };
  const warnings = { type: 'array', items: { type: 'string' } };
  return { ...output, properties: { warnings, ...properties, synced } };
}
