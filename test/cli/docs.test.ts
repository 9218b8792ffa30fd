import { expect, test } from 'vitest';
import { cliMarkdown } from '../../src/cli/markdown.ts';
import { COMMANDS } from '../../src/commands/index.ts';
import { REFUSALS } from '../../src/refusal.ts';

test('R16: docs/cli.md is what help prints', async () => {
  await expect(cliMarkdown()).toMatchFileSnapshot('../../docs/cli.md');
});

test('R16: each command has one heading, each refusal one row', () => {
  const page = cliMarkdown();
  for (const { name } of COMMANDS)
    expect(page.match(new RegExp(`^## ${name.replace('.', '\\.')}$`, 'gm'))).toHaveLength(1);
  for (const code of Object.keys(REFUSALS))
    expect(page.match(new RegExp(`^\\| \`${code}\` \\|`, 'gm'))).toHaveLength(1);
});

test('S58: docs/cli.md states doc.stale, open/<pid>.json and the rule of a proposal’s summary', () => {
  const page = cliMarkdown();
  expect(page).toContain('## doc.stale');
  expect(page).toContain('## open/<pid>.json');
  expect(page).toContain('## The summary of a proposal');
});
