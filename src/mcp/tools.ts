// The tool list, made from the commands that anyone may call. It is the same for every connection and never
// changes while the program runs.
import { agentInputSchemaOf, type Command, type ObjectSchema, outputSchemaOf } from '../commands/index.ts';
import { asTools } from './names.ts';

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

/** Everything a client is told of the tool of that name. */
export function toolOf(name: string, tools: ReadonlyMap<string, Command>): Tool {
  const command = tools.get(name)!;
  const { summary, detail } = command;
  return {
    name,
    title: summary,
    description: asTools(detail ? `${summary}. ${detail}` : `${summary}.`, tools),
    inputSchema: agentInputSchemaOf(command),
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
  return wordless({ ...output, properties: { warnings, ...properties, synced } }) as ObjectSchema;
}

// No client shows its model what an answer's fields mean: the words would only make the list long.
function wordless(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(wordless);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(
    ([key, value]) => key !== 'description' || typeof value !== 'string',
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, wordless(value)]));
}
