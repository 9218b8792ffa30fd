// The fields of an input or an answer as plain data: what help, flags and documents are generated from.
import type { z } from 'zod';

export type FieldType = 'text' | 'number' | 'switch' | 'choice' | 'list' | 'object' | 'any';

export interface Field {
  readonly name: string;
  readonly type: FieldType;
  /** False where the field may be left out. */
  readonly required: boolean;
  /** Its description, as its schema gives it. */
  readonly says: string;
  /** The values of a choice. */
  readonly choices?: readonly string[];
  /** What a list holds. */
  readonly item?: Field;
  /** The fields of an object. */
  readonly of?: readonly Field[];
  readonly byDefault?: unknown;
  /** Numbers, characters or items: the least and the most that are taken. */
  readonly least?: number;
  readonly most?: number;
  /** Whole numbers only. */
  readonly whole?: boolean;
}

/** The fields of an object's schema in the order they are declared; of a list, those of its items; else none. */
export function fieldsOf(schema: z.ZodType): Field[] {
  const { inner } = unwrapped(schema);
  const def = defOf(inner);
  if (def.type === 'array') return fieldsOf(def.element as z.ZodType);
  if (def.type !== 'object') return [];
  return Object.entries(def.shape as Record<string, z.ZodType>).map(([name, field]) => fieldOf(name, field));
}

/** A field's type in words: `text`, `list of text`, `one of a, b`. */
export function typeWords(field: Field): string {
  switch (field.type) {
    case 'number':
      return field.whole ? 'whole number' : 'number';
    case 'switch':
      return 'true or false';
    case 'choice':
      return field.choices!.length === 1 ? field.choices![0]! : `one of ${field.choices!.join(', ')}`;
    case 'list':
      return `list of ${field.item?.type === 'object' ? 'objects' : field.item ? typeWords(field.item) : 'anything'}`;
    default:
      return field.type;
  }
}

function fieldOf(name: string, schema: z.ZodType): Field {
  const { inner, required, byDefault, says } = unwrapped(schema);
  const base = { name, required, says, ...(byDefault === undefined ? {} : { byDefault }) };
  const def = defOf(inner);
  switch (def.type) {
    case 'string':
      return { ...base, type: 'text', ...bounds(inner, 'minLength', 'maxLength') };
    case 'number':
    case 'int':
      return { ...base, type: 'number', whole: isWhole(inner), ...bounds(inner, 'minValue', 'maxValue') };
    case 'boolean':
      return { ...base, type: 'switch' };
    case 'enum':
      return {
        ...base,
        type: 'choice',
        choices: Object.values(def.entries as Record<string, string>).map(String),
      };
    case 'literal':
      return { ...base, type: 'choice', choices: (def.values as unknown[]).map(String) };
    case 'array':
      return { ...base, type: 'list', item: fieldOf(name, def.element as z.ZodType), ...listBounds(def) };
    case 'object':
      return { ...base, type: 'object', of: fieldsOf(inner) };
    case 'record':
      return { ...base, type: 'object' };
    default:
      return { ...base, type: 'any' };
  }
}

// Wrappers (optional, default, nullable …) say whether a field may be absent; its description may hang on any of them.
function unwrapped(schema: z.ZodType): {
  inner: z.ZodType;
  required: boolean;
  byDefault?: unknown;
  says: string;
} {
  let inner = schema;
  let required = true;
  let byDefault: unknown;
  let says = schema.description ?? '';
  for (let def = defOf(inner); WRAPPERS.has(def.type); def = defOf(inner)) {
    if (def.type !== 'nullable' && def.type !== 'readonly' && def.type !== 'pipe') required = false;
    if ('defaultValue' in def) byDefault = def.defaultValue;
    inner = (def.innerType ?? def.in) as z.ZodType;
    says ||= inner.description ?? '';
  }
  return { inner, required, byDefault, says };
}

const WRAPPERS = new Set(['optional', 'default', 'prefault', 'nullable', 'readonly', 'catch', 'pipe']);

interface AnyDef {
  readonly type: string;
  readonly [key: string]: unknown;
}

function defOf(schema: z.ZodType): AnyDef {
  return schema.def as unknown as AnyDef;
}

function bounds(schema: z.ZodType, least: string, most: string): { least?: number; most?: number } {
  const limits = schema as unknown as Record<string, number | null | undefined>;
  return { ...limit('least', limits[least]), ...limit('most', limits[most]) };
}

function listBounds(def: AnyDef): { least?: number; most?: number } {
  const checks = (def.checks ?? []) as { _zod: { def: { minimum?: number; maximum?: number } } }[];
  const found = (key: 'minimum' | 'maximum') =>
    checks.map((check) => check._zod.def[key]).find((n) => n !== undefined);
  return { ...limit('least', found('minimum')), ...limit('most', found('maximum')) };
}

function limit<Key extends string>(key: Key, value: number | null | undefined): { [K in Key]?: number } {
  const told =
    typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  return (told ? { [key]: value } : {}) as { [K in Key]?: number };
}

function isWhole(schema: z.ZodType): boolean {
  return String((schema as unknown as { format?: string | null }).format ?? '').includes('int');
}
