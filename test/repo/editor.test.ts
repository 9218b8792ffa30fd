import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { editText, openRepo } from '../../src/repo/index.ts';
import { makeRepo } from '../helpers/make-repo.ts';

const { HOME, PATH } = process.env;

async function edited(editor: Record<string, string>, text = 'one\n', name = 'guide/in tro.md') {
  const made = makeRepo({ 'a.md': 'a\n' });
  const repo = await openRepo(made.root);
  try {
    const saved = await editText(repo, { text, name, env: { HOME, PATH, ...editor } });
    const left = existsSync(repo.stateDir)
      ? readdirSync(repo.stateDir).filter((file) => file.startsWith('edit-'))
      : [];
    return { saved, left, status: made.git('status', '--porcelain') };
  } finally {
    await repo.close();
  }
}

const appends = (text: string) => `sh -c 'printf "${text}" >> "$1"' sh`;

test('S74: the editor works on a copy, and what it saved comes back', async () => {
  expect(await edited({ EDITOR: appends('two') })).toEqual({ saved: 'one\ntwo', left: [], status: '' });
});

test('VISUAL goes before EDITOR, and both before what git is told', async () => {
  expect((await edited({ VISUAL: appends('v'), EDITOR: appends('e') })).saved).toBe('one\nv');
  expect((await edited({ GIT_EDITOR: 'false', EDITOR: appends('e') })).saved).toBe('one\ne');
});

test('an editor that is only words is run without a shell', async () => {
  expect((await edited({ EDITOR: 'true' })).saved).toBe('one\n');
  expect((await edited({ EDITOR: 'sed -i s/one/ONE/' })).saved).toBe('ONE\n');
});

test('an editor that fails or is not there changes nothing', async () => {
  expect((await edited({ EDITOR: 'false' })).saved).toBeNull();
  expect(await edited({ EDITOR: join('/nowhere', 'editor') })).toMatchObject({ saved: null, left: [] });
});

test('the copy has the name of the doc, so that the editor knows its kind', async () => {
  const names = `sh -c 'basename "$1" > "$1"' sh`;
  expect((await edited({ EDITOR: names }, 'x', 'guide/in tro\n.md')).saved).toBe('in_tro_.md\n');
  expect((await edited({ EDITOR: names }, 'x', '../..')).saved).toBe('doc\n');
});

test('bytes that are no text are refused', async () => {
  await expect(edited({ EDITOR: appends('\\\\377') })).rejects.toMatchObject({ code: 'not_a_doc' });
});
