import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Form,
  formOf,
  hashBlob,
  openRepo,
  type Repo,
  readIndex,
  toClean,
  toDisk,
  writeBlob,
} from '../../src/repo/index.ts';
import { type Files, makeRepo, type TestRepo } from '../helpers/make-repo.ts';

const SAMPLES: Record<string, string | Buffer> = {
  lf: 'a\nb\n',
  crlf: 'a\r\nb\r\n',
  mixed: 'a\r\nb\nc',
  'lone-cr': 'a\rb\n',
  'lone-cr-crlf': 'a\rb\r\nc\n',
  'cr-cr-lf': 'a\r\r\nb\r\n',
  empty: '',
  'no-end': 'x',
  nul: Buffer.from('a\0b\r\nc\n'),
  controls: Buffer.from('\x01\x02\x03\r\nabc\n'),
  escapes: Buffer.from('\x1b[0m\x08\x0c\r\nabc\n'),
  'end-mark': Buffer.from('abc\r\ndef\n\x1a'),
  long: `${'y'.repeat(300)}\x01\r\n`,
  utf8: 'é ü\r\n\ufeff\n',
};

const ATTRIBUTES = [
  '',
  '* text',
  '* text=auto',
  '* -text',
  '* binary',
  '* text=input',
  '* crlf',
  '* -crlf',
  '* crlf=input',
  '* eol=lf',
  '* eol=crlf',
  '* text eol=crlf',
  '* text=auto eol=crlf',
  '* text=auto eol=lf',
  '* text=nonsense',
];
const SETTINGS = [
  [],
  ['autocrlf = true'],
  ['autocrlf = input'],
  ['eol = crlf'],
  ['eol = lf', 'autocrlf = yes'],
];

/** Every sample in a folder of its own for each set of attributes. */
const FILES: Record<string, string | Buffer> = Object.fromEntries(
  ATTRIBUTES.flatMap((_, i) => Object.entries(SAMPLES).map(([name, bytes]) => [`${i}/${name}`, bytes])),
);

test('S43: stored and written as git would, whatever the attributes and settings', async () => {
  const repo = makeRepo(
    Object.fromEntries(ATTRIBUTES.map((line, i) => [`${i}/.gitattributes`, `${line}\n`])),
  );
  const opened = await openRepo(repo.root);
  const config = `${repo.read('.git/config')}[core]\nsafecrlf = false\n`;
  const paths = Object.keys(FILES);
  for (const settings of SETTINGS) {
    const where = String(settings);
    repo.write({ '.git/config': `${config}${settings.join('\n')}\n` });
    await checkAdd(repo, opened, FILES, where);
    const forms = await checkCheckout(repo, opened, paths, where);
    // Where the index holds CRLF, git keeps the endings that an edit has.
    const edited = Object.fromEntries(paths.map((path) => [path, 'one\r\ntwo\r\n']));
    await checkAdd(repo, opened, edited, where, forms);
  }
  await opened.close();
});

/** What is added is stored as we would store it. */
async function checkAdd(
  repo: TestRepo,
  opened: Repo,
  files: Files,
  where: string,
  known?: ReadonlyMap<string, Form>,
): Promise<void> {
  // Git believes an unchanged stat: the index must not know these files.
  if (!known) repo.git('read-tree', '--empty');
  const forms = known ?? (await formOf(opened, Object.keys(files)));
  repo.write(files);
  repo.git('add', '-A');
  const clean = Object.entries(files).map(([path, bytes]) => [
    path,
    hashBlob(opened, toClean(forms.get(path)!, Buffer.from(bytes as string))),
  ]);
  const staged = await readIndex(opened, Object.keys(files));
  expect([where, clean]).toEqual([
    where,
    Object.keys(files).map((path) => [path, staged.get(path)![0]!.oid]),
  ]);
}

/** What is stored goes to disk as `git checkout` puts it, whatever is stored. */
async function checkCheckout(
  repo: TestRepo,
  opened: Repo,
  paths: string[],
  where: string,
): Promise<ReadonlyMap<string, Form>> {
  let info = '';
  for (const path of paths) info += `100644 ${await writeBlob(opened, Buffer.from(FILES[path]!))}\t${path}\n`;
  repo.gitInput(info, 'update-index', '--add', '--index-info');
  for (const path of paths) rmSync(join(repo.root, path));
  const forms = await formOf(opened, paths);
  repo.git('checkout-index', '-a', '-f');
  for (const path of paths) {
    const disk = toDisk(forms.get(path)!, Buffer.from(FILES[path]!));
    expect([where, path, disk.toString('latin1')]).toEqual([
      where,
      path,
      repo.bytes(path).toString('latin1'),
    ]);
  }
  return forms;
}

test('S43: what was stored from disk is written back as it was, where git converts at all', () => {
  const text = fc
    .array(fc.constantFrom('a', '\n', '\r\n', 'b c'), { maxLength: 30 })
    .map((parts) => Buffer.from(parts.join('')));
  fc.assert(
    fc.property(text, (bytes) => {
      const form = { eol: 'crlf', auto: false, keepCrlf: false } as const;
      const clean = toClean(form, bytes);
      expect(clean.includes(0x0d)).toBe(false);
      expect(toClean(form, toDisk(form, clean)).equals(clean)).toBe(true);
      const asIs = { eol: 'as-is', auto: false, keepCrlf: false } as const;
      expect(toClean(asIs, bytes)).toBe(bytes);
      expect(toDisk(asIs, bytes)).toBe(bytes);
    }),
  );
});

test('paths behind a filter, ident or another encoding are refused; attributes are seen when they change', async () => {
  const repo = makeRepo({
    '.gitattributes':
      '*.bin filter=lfs\n*.i ident\n*.u working-tree-encoding=UTF-16\n*.8 working-tree-encoding=utf-8\n',
    'sub/x': '',
  });
  const opened = await openRepo(repo.root);
  const refused = async (path: string) => (await formOf(opened, [path])).get(path)!.refused;
  expect([await refused('a.bin'), await refused('a.i'), await refused('a.u')]).toEqual([
    'filter',
    'ident',
    'working-tree-encoding',
  ]);
  expect([await refused('a.8'), await refused('a.md'), await refused('sub/x')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  repo.write({ 'sub/.gitattributes': 'x filter=y\n' });
  expect(await refused('sub/x')).toBe('filter');
  repo.write({ '.git/info/attributes': 'new\\nline ident\n*.md ident\n' });
  expect(await refused('a.md')).toBe('ident');
  repo.git('config', 'core.autocrlf', 'true');
  expect((await formOf(opened, ['z'])).get('z')).toEqual({ eol: 'crlf', auto: true, keepCrlf: false });
  await opened.close();
});
