// Every promise is proved by a test whose title cites it, or says which part is missing.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REQUIREMENTS, type Requirement } from './requirements.ts';

const TITLE = /\b(?:test|it|describe)(?:\.\w+(?:\([^()]*\))?)*\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/g;
const EACH_TITLE = /\]\s*(?:as const\s*)?\)\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/g;
const ID = /\b([RS]\d{1,2})\b/g;

const files = (readdirSync(import.meta.dirname, { recursive: true }) as string[])
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'));
const titles = files.flatMap((text) =>
  [...text.matchAll(TITLE), ...text.matchAll(EACH_TITLE)].map((found) => found[2]!),
);
const cited = new Set(titles.flatMap((title) => [...title.matchAll(ID)].map((found) => found[1]!)));
const rows: [string, Requirement][] = Object.entries(REQUIREMENTS);

test('every requirement is proved, or names the part that is missing', () => {
  expect(rows.filter(([id, row]) => !row.deferred && !cited.has(id)).map(([id]) => id)).toEqual([]);
});

test('no title cites a requirement that does not exist', () => {
  expect([...cited].filter((id) => !(id in REQUIREMENTS))).toEqual([]);
});

test('the number of requirements that wait for a part is known', () => {
  expect(rows.filter(([, row]) => row.deferred)).toHaveLength(17);
});
