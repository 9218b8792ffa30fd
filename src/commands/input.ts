import type { z } from 'zod';
import { refuse } from '../refusal.ts';
import { usefulExample } from './example.ts';
import { cut, gotText, type Misfit, misfits } from './misfit.ts';

/** Parses input strictly: refuses `invalid_input`, naming each field, what was wanted and what came. */
export function parseInput<In extends z.ZodObject>(
  command: { name: string; input: In },
  raw: unknown,
): z.output<In> {
  const given = raw ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) {
    return refuseInput(command, [{ path: '', wanted: 'an object of named fields', got: gotText(given) }]);
  }
  const parsed = command.input.safeParse(given);
  if (!parsed.success) return refuseInput(command, misfits(parsed.error.issues, given, command.input));
  const broken = brokenStrings(parsed.data, '');
  return broken.length > 0 ? refuseInput(command, broken) : (parsed.data as z.output<In>);
}

function refuseInput(command: { name: string; input: z.ZodObject }, details: Misfit[]): never {
  const sentences = details
    .slice(0, 3)
    .map(({ path, wanted, got }) => `${path || 'input'}: wanted ${wanted}, got ${got}`);
  const more = details.length > 3 ? `; and ${details.length - 3} more` : '';
  refuse('invalid_input', `${command.name} cannot take this. ${sentences.join('; ')}${more}.`, {
    details,
    hint:
      Object.keys(command.input.shape).length > 0
        ? `For example: ${JSON.stringify(usefulExample(command.input))}`
        : 'It takes no fields: {}',
  });
}

// No doc, name or message can hold these; git and the disk would change them silently.
function brokenStrings(value: unknown, path: string): Misfit[] {
  if (typeof value === 'string') return brokenString(value, path);
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item, i) => brokenStrings(item, `${path}[${i}]`));
  return Object.entries(value).flatMap(([key, item]) => [
    ...brokenString(key, path || 'input'),
    ...brokenStrings(item, path ? `${path}.${cut(key)}` : cut(key)),
  ]);
}

function brokenString(value: string, path: string): Misfit[] {
  if (/\p{Cs}/u.test(value))
    return [{ path, wanted: 'whole Unicode characters', got: 'half of a surrogate pair' }];
  if (value.includes('\0')) return [{ path, wanted: 'text without NUL characters', got: gotText(value) }];
  return [];
}
