// Bad input for every field of every tool, made from the tool list itself: each is refused with a code and a
// next step, and nothing changes.
import { symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { REFUSALS } from '../../src/refusal.ts';
import { makeRepo, type TestRepo } from '../helpers/make-repo.ts';
import { type RawClient, startRaw } from './raw-client.ts';

const PROGRAM = join(import.meta.dirname, '../../dist/docket.js');
const OF_FORM = ['invalid_input'];
const OF_PATH = [
  'path_outside_repo',
  'path_in_git_dir',
  'invalid_input',
  'no_such_doc',
  'not_a_doc',
  'not_found',
  'symlink',
];

interface Schema {
  readonly type: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
}

interface Bad {
  readonly why: string;
  readonly value?: unknown;
  readonly codes: readonly string[];
}

/** Input that is right for a field of this name, so that only the field under test is wrong. */
const GOOD: Readonly<Record<string, unknown>> = {
  doc: 'a.md',
  docs: ['a.md'],
  edits: [{ oldText: 'two', newText: 'deux' }],
  text: 'x\n',
  to: 'c.md',
  proposal: 'by-hand',
};
const PATH_FIELDS = ['doc', 'to'];
const ESCAPES = [
  '../a.md',
  'x/../../a.md',
  '/etc/passwd',
  'C:\\a.md',
  '.git/config',
  '.GIT/config',
  'x/.git/y',
  'git~1/x',
  'a.md/',
  'link/a.md',
];

test('S72: every field, missing, of another type, empty, too long, leading out of the repository, unknown', async () => {
  const { repo, client } = await begun();
  const { tools } = (await client.request('tools/list')).result;
  const before = stateOf(repo);
  const problems: string[] = [];
  let rows = 0;
  for (const { name, inputSchema } of tools as { name: string; inputSchema: Schema }[]) {
    for (const { field, bad } of rowsOf(name, inputSchema)) {
      rows++;
      const input = { ...goodInput(inputSchema), [field]: bad.value };
      if (bad.value === undefined) delete input[field];
      const answer = await client.tool(name, input);
      const text = answer.content[0]!.text;
      const code = text.slice(0, text.indexOf(':'));
      const at = `${name}.${field} ${bad.why}: ${text.slice(0, 200)}`;
      if (!answer.isError || !(code in REFUSALS) || !bad.codes.includes(code)) problems.push(at);
      else if (!/\nNext: \S/.test(text) || text.length > 8000) problems.push(`${at} (form)`);
      else if (code === 'invalid_input' && !new RegExp(`${field}|path`).test(text))
        problems.push(`${at} (field not named)`);
      else if (text.includes(repo.root) || /at \w+ \(/.test(text)) problems.push(`${at} (leaks)`);
    }
  }
  expect(problems).toEqual([]);
  expect(rows).toBeGreaterThan(150);
  expect(stateOf(repo)).toBe(before);
});

async function begun(): Promise<{ repo: TestRepo; client: RawClient }> {
  const repo = makeRepo({ 'a.md': 'one\ntwo\n', 'b.md': 'b\n' });
  repo.git('switch', '-q', '-c', 'proposals/by-hand');
  repo.commit({ 'b.md': 'by hand\n' });
  repo.git('switch', '-q', 'main');
  symlinkSync(tmpdir(), join(repo.root, 'link'));
  const client = startRaw([PROGRAM, 'mcp'], { cwd: repo.root });
  onTestFinished(() => void client.process.kill('SIGKILL'));
  await client.initialize();
  return { repo, client };
}

function rowsOf(tool: string, schema: Schema): { field: string; bad: Bad }[] {
  const fields = Object.entries(schema.properties ?? {});
  return [
    ...fields.flatMap(([field, of]) => badFor(tool, field, of, schema).map((bad) => ({ field, bad }))),
    { field: 'unknownField', bad: { why: 'is no field', value: 1, codes: OF_FORM } },
    ...(tool.startsWith('proposal_') && 'proposal' in (schema.properties ?? {})
      ? [{ field: 'proposal', bad: { why: 'unknown', value: 'nothing-here', codes: ['no_such_proposal'] } }]
      : []),
  ];
}

function badFor(tool: string, field: string, of: Schema, { required = [] }: Schema): Bad[] {
  const wrong = {
    string: 7,
    integer: 'seven',
    number: 'seven',
    boolean: 'yes',
    array: 'a list',
    object: 'an object',
  };
  const rows: Bad[] = [
    { why: 'of another type', value: wrong[of.type as 'string'], codes: OF_FORM },
    { why: 'null', value: null, codes: OF_FORM },
  ];
  if (required.includes(field) && of.default === undefined) rows.push({ why: 'missing', codes: OF_FORM });
  if (of.type === 'string' && !['text', 'query', 'after', 'reason'].includes(field))
    rows.push({ why: 'empty', value: '', codes: OF_FORM });
  if (of.type === 'string' && of.maxLength)
    rows.push({
      why: 'too long',
      value: 'x'.repeat(of.maxLength + 1),
      codes: ['invalid_input', 'too_large'],
    });
  if (of.type === 'string') rows.push({ why: 'half a character', value: 'x\ud800', codes: OF_FORM });
  if (of.type === 'array') rows.push({ why: 'of wrong items', value: [7], codes: OF_FORM });
  if (of.type === 'array' && of.maxItems)
    rows.push({ why: 'too many', value: Array(of.maxItems + 1).fill(firstOf(field)), codes: OF_FORM });
  if (of.type === 'integer') rows.push({ why: 'not whole', value: 1.5, codes: OF_FORM });
  if (PATH_FIELDS.includes(field) && tool.startsWith('doc_'))
    rows.push(...ESCAPES.map((value) => ({ why: value, value, codes: OF_PATH })));
  if (field === 'doc' && required.includes(field) && tool !== 'doc_create')
    rows.push({ why: 'unknown', value: 'nowhere.md', codes: ['no_such_doc', 'not_open', 'not_found'] });
  return rows;
}

function firstOf(field: string): unknown {
  const good = GOOD[field];
  return Array.isArray(good) ? good[0] : 'a.md';
}

function goodInput({ required = [] }: Schema): Record<string, unknown> {
  return Object.fromEntries(required.filter((field) => field in GOOD).map((field) => [field, GOOD[field]]));
}

function stateOf(repo: TestRepo): string {
  return [
    repo.git('for-each-ref'),
    repo.git('status', '--porcelain', '-uall'),
    repo.read('a.md'),
    repo.read('b.md'),
  ].join('\n');
}
