// What zod found wrong, in words of the product: which field, what was wanted, what came.
import type { z } from 'zod';
import { nearest } from './nearest.ts';

export interface Misfit {
  /** The field, as `edits[0].oldText`; empty for the input as a whole. */
  readonly path: string;
  readonly wanted: string;
  readonly got: string;
}

type Issue = z.core.$ZodIssue;

/** One misfit for each issue, an unknown field each by its own name. */
export function misfits(issues: readonly Issue[], raw: unknown, input: z.ZodObject): Misfit[] {
  return issues.flatMap((issue) => {
    const value = valueAt(raw, issue.path);
    const path = pathText(issue.path);
    if (issue.code !== 'unrecognized_keys') return [{ path, wanted: wantedText(issue), got: gotText(value) }];
    const known = issue.path.length === 0 ? Object.keys(input.shape) : [];
    return issue.keys.map((key) => unknownField(key, path, known, value));
  });
}

/** What came, in a few words: huge values are cut. */
export function gotText(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (typeof value === 'string')
    return value === '' ? 'empty text' : `the text ${JSON.stringify(cut(value))}`;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object') return 'an object';
  return `${typeof value === 'number' ? 'the number ' : ''}${String(value)}`;
}

/** The first characters of foreign text, with how long it was when something is left out. */
export function cut(text: string, most = 60): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most).replace(/\p{Cs}/gu, '\uFFFD')}… (${text.length} characters)`;
}

function unknownField(key: string, path: string, known: readonly string[], value: unknown): Misfit {
  const meant = nearest(key, known);
  const fields = known.length > 0 ? `one of the fields ${known.join(', ')}` : 'no such field';
  const wanted =
    meant.length > 0
      ? `a known field (did you mean ${meant[0]}?)`
      : known.length > 12
        ? 'a known field'
        : fields;
  const came =
    typeof value === 'object' && value !== null
      ? Object.getOwnPropertyDescriptor(value, key)?.value
      : undefined;
  return { path: path ? `${path}.${cut(key)}` : cut(key), wanted, got: gotText(came) };
}

function wantedText(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected] ?? issue.expected;
    case 'too_small':
      return `${issue.inclusive === false ? 'more than' : 'at least'} ${amount(issue.minimum, issue.origin)}`;
    case 'too_big':
      return `${issue.inclusive === false ? 'less than' : 'at most'} ${amount(issue.maximum, issue.origin)}`;
    case 'invalid_value':
      return `${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map((value) => String(value)).join(', ')}`;
    case 'invalid_format':
      return issue.message.startsWith('Invalid')
        ? `text of the form ${issue.pattern ?? issue.format}`
        : sentence(issue.message);
    case 'not_multiple_of':
      return `a multiple of ${issue.divisor}`;
    default:
      return issue.message.startsWith('Invalid') ? 'another form' : sentence(issue.message);
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function amount(count: number | bigint, origin: string): string {
  if (origin === 'string') return `${count} character${Number(count) === 1 ? '' : 's'}`;
  if (origin === 'array' || origin === 'set') return `${count} item${Number(count) === 1 ? '' : 's'}`;
  return String(count);
}

function sentence(message: string): string {
  return message.replace(/\.$/, '');
}

function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((step, i) => (typeof step === 'number' ? `[${step}]` : `${i > 0 ? '.' : ''}${cut(String(step))}`))
    .join('');
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null
        ? Object.getOwnPropertyDescriptor(value, step)?.value
        : undefined,
    raw,
  );
}
