// A call that would be accepted, for hints and help: made from the fields a command asks for.
import type { z } from 'zod';

const WORDS: Readonly<Record<string, unknown>> = {
  doc: 'guide/intro.md',
  docs: ['guide/intro.md'],
  to: 'guide/start.md',
  text: 'A new text.\n',
  edits: [{ oldText: 'teh', newText: 'the' }],
  proposal: 'fix-the-intro-k3vd',
  summary: 'Fix the intro',
  reason: 'The old wording is right',
  since: 'start',
  limit: 20,
  tip: '3f9c2e1a5b7d4086c1e2f3a4b5c6d7e8f9012345',
};

/** Input that has every required field, and the named optional ones too. */
export function exampleInput(input: z.ZodObject, also: readonly string[] = []): Record<string, unknown> {
  const fields = Object.entries(input.shape).filter(
    ([name, field]) => also.includes(name) || !isOptional(field),
  );
  return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(name, field)]));
}

/** The same; where nothing is required, with a field or two that show something. */
export function usefulExample(input: z.ZodObject): Record<string, unknown> {
  const example = exampleInput(input);
  if (Object.keys(example).length > 0) return example;
  const names = Object.keys(input.shape);
  const telling = names.filter((name) => name !== 'docs' && Object.hasOwn(WORDS, name));
  return exampleInput(input, telling.length > 0 ? telling.slice(0, 2) : names.slice(0, 1));
}

function isOptional(field: unknown): boolean {
  return (field as z.ZodType).safeParse(undefined).success;
}

function exampleOf(name: string, field: unknown): unknown {
  const type = field as z.ZodType;
  const given = type.meta?.()?.example ?? WORDS[name];
  if (given !== undefined && type.safeParse(given).success) return given;
  return (
    [`<${name}>`, 1, true, [`<${name}>`], {}].find((value) => type.safeParse(value).success) ?? `<${name}>`
  );
}
