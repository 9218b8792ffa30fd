// Documents lead where they say.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const pages = [
  ...readdirSync(ROOT).filter((file) => file.endsWith('.md')),
  ...(readdirSync(join(ROOT, 'docs'), { recursive: true }) as string[])
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
];

test.each(pages)('every link of %s leads to a file that is there', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((found) => found[1]!);
  expect(links.filter((link) => !existsSync(join(ROOT, dirname(page), link)))).toEqual([]);
});

test('the README names exactly two commands for setting up', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const npm = new Set([...readme.matchAll(/\bnpm (?:run )?[\w-]+/g)].map((found) => found[0]));
  expect([...npm].sort()).toEqual(['npm start', 'npm test']);
});

test('nothing in the repository names a machine, a registry or how the project is run', () => {
  const texts = pages.map((page) => [page, readFileSync(join(ROOT, page), 'utf8')] as const);
  expect(
    texts.filter(([, text]) => /\/work\/|registry\.npmjs|\/root\//.test(text)).map(([page]) => page),
  ).toEqual([]);
});
