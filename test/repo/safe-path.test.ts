import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Refusal } from '../../src/refusal.ts';
import { checkPath, checkStoredPath } from '../../src/repo/safe-path.ts';

function codeOf(check: () => unknown): string {
  try {
    check();
    return 'fine';
  } catch (error) {
    if (!(error instanceof Refusal) || !error.hint) throw error;
    return error.code;
  }
}

test.each([
  'a.md',
  'guide/intro.md',
  'with space/é ü.md',
  'new\nline.md',
  '.gitignore',
  '.github/x.md',
  'a.git/b',
  'git~10',
  '...',
  'a..b',
  'console.md',
  'comma.md',
  'a:b.md',
  'c:x',
  'guide/c:/x.md',
])('%j may be a doc', (path) => {
  expect(checkPath(path)).toBe(path);
});

test.each([
  [
    'path_outside_repo',
    ['/etc/passwd', '../x', 'a/../../x', 'a/..', '..', 'C:/x', 'c:\\x', '\\x', 'a\\..\\b', '//server/x'],
  ],
  [
    'path_in_git_dir',
    [
      '.git',
      '.git/config',
      'a/.git/hooks/pre-commit',
      '.GIT/config',
      '.Git',
      '.git.',
      '.git /x',
      '.git . . ',
      'git~1',
      'GIT~1/config',
      '.git::$INDEX_ALLOCATION/x',
      '.git:x',
      '.g\u200cit/config',
      '.\ufeffgit',
      '.gi\u206at\u202e/x',
      'a\\.git\\config',
      '.git\\config',
    ],
  ],
  [
    'invalid_input',
    [
      '',
      'a//b',
      './a',
      'a/./b',
      'a/',
      'a\0b',
      'a\tb',
      'a\x1b[0m',
      'a\x7f',
      'a\rb',
      'a\\b',
      'CON',
      'con.md',
      'x/aux',
      'NUL.txt',
      'com1',
      'Lpt9.x',
      'COM¹',
      'bad\ud800',
      '\udcff\udc41',
    ],
  ],
] as const)('%s', (code, paths) => {
  for (const path of paths) expect([path, codeOf(() => checkPath(path))]).toEqual([path, code]);
});

test('what a repository may hold is looser, but never outside or in the git dir', () => {
  for (const path of ['a\tb', 'C:/x', 'aux.c', 'con', 'a\x1bb', 'caf\udce9.md'])
    expect(checkStoredPath(path)).toBe(path);
  for (const path of ['.git/x', '.g\u200cit', 'git~1', '../x', '/x', 'a/../b'])
    expect([path, codeOf(() => checkStoredPath(path))]).not.toEqual([path, 'fine']);
});

test('no path leads out, whatever it is made of', () => {
  const part = fc.constantFrom(
    '..',
    '.',
    '',
    '.git',
    '.GIT ',
    'git~1',
    'a',
    'b.md',
    '\\',
    '\0',
    'C:',
    '\u200c',
    '\n',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), fc.constantFrom('/', '\\', ''), (parts, joint) => {
      const path = parts.join(joint);
      if (codeOf(() => checkPath(path)) !== 'fine') return;
      const resolved = new URL(`file:///root/${path.split('/').map(encodeURIComponent).join('/')}`).pathname;
      expect(resolved.startsWith('/root/')).toBe(true);
      expect(path.toLowerCase()).not.toMatch(/(^|\/)(\.git|git~1)[ .]*(\/|$)/);
    }),
  );
});
