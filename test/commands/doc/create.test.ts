import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refusalOf } from '../../session/actors.ts';
import { calling } from '../doc-call.ts';

test('begins a doc in the working copy; disk is not touched', async () => {
  const { run, words, repo } = await calling();
  expect(await run('doc.create', { doc: 'new/x.md', text: 'x\r\n' })).toMatchObject({
    doc: 'new/x.md',
    edit: 'Created new/x.md',
    edits: ['Created new/x.md'],
    dirty: true,
  });
  expect(existsSync(join(repo.root, 'new'))).toBe(false);
  expect((await run('doc.read', { doc: 'new/x.md' })).text).toBe('x\n');
  expect(await words('doc.create', { doc: 'empty.md' })).toBe('empty.md: Created empty.md');
});

test('refuses a doc that is there, and paths that lead elsewhere', async () => {
  const { run } = await calling();
  expect(await refusalOf(run('doc.create', { doc: 'guide.md' }))).toMatchObject({
    code: 'exists',
    details: { exists: 'guide.md' },
  });
  expect((await refusalOf(run('doc.create', { doc: '../x.md' }))).code).toBe('path_outside_repo');
  expect((await refusalOf(run('doc.create', { doc: '.git/hooks/x' }))).code).toBe('path_in_git_dir');
  expect((await refusalOf(run('doc.create', {}))).code).toBe('invalid_input');
});
