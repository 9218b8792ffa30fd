// What a command takes and answers, as JSON Schema in the subset that every client keeps.
import * as z from 'zod';
import type { Command } from './command.ts';

/** JSON Schema of an object, without a dialect mark. */
export type ObjectSchema = { readonly type: 'object'; readonly [keyword: string]: unknown };

/** What `command` accepts: strict, so a field that is not named is refused. */
export function inputSchemaOf(command: Pick<Command, 'input'>): ObjectSchema {
  return { type: 'object', ...(portable(z.toJSONSchema(command.input, { io: 'input' })) as object) };
}

/** What an agent is told that `command` accepts: the same without the inputs of an owner. */
export function agentInputSchemaOf(command: Pick<Command, 'input' | 'ownerInputs'>): ObjectSchema {
  const schema = inputSchemaOf(command);
  const { ownerInputs = [] } = command;
  const fields = Object.entries((schema.properties as object | undefined) ?? {});
  return ownerInputs.length === 0
    ? schema
    : { ...schema, properties: Object.fromEntries(fields.filter(([name]) => !ownerInputs.includes(name))) };
}

/** What `command` answers. Open: a door may say more beside it. */
export function outputSchemaOf(command: Pick<Command, 'output'>): ObjectSchema {
  return { type: 'object', ...(portable(z.toJSONSchema(command.output, { io: 'output' }), true) as object) };
}

const LEFT_OUT = new Set(['$schema', 'propertyNames']);

// Bounds of a safe integer say nothing, and `propertyNames` is dropped or refused by some clients.
function portable(schema: unknown, open = false): unknown {
  if (Array.isArray(schema)) return schema.map((each) => portable(each, open));
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(
    ([key, value]) =>
      !LEFT_OUT.has(key) &&
      Math.abs(value as number) !== Number.MAX_SAFE_INTEGER &&
      !(open && key === 'additionalProperties' && value === false),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, portable(value, open)]));
}
