// The tool list of the built program, pinned: what a client is offered, and what it must never be.
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { COMMANDS } from '../../src/commands/index.ts';
import { makeRepo } from '../helpers/make-repo.ts';
import { type RawClient, startRaw } from './raw-client.ts';

const PROGRAM = join(import.meta.dirname, '../../dist/docket.js');
const FIXTURE = join(import.meta.dirname, '../../fixtures/wire/tools.json');

interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Schema;
  readonly outputSchema?: Schema;
  readonly annotations: Record<string, boolean>;
}

interface Schema {
  readonly type?: string | string[];
  readonly properties?: Record<string, Schema>;
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly description?: string;
  readonly enum?: string[];
  readonly [keyword: string]: unknown;
}

let tools: readonly Tool[];

async function started(cwd: string): Promise<RawClient> {
  const client = startRaw([PROGRAM, 'mcp'], { cwd });
  onTestFinished(() => void client.process.kill('SIGKILL'));
  await client.initialize();
  return client;
}

beforeAll(async () => {
  const client = startRaw([PROGRAM, 'mcp'], { cwd: import.meta.dirname });
  await client.initialize();
  tools = (await client.request('tools/list')).result.tools;
  await client.end();
});

test('R16 S51: the list is what it was: names, words, schemas and annotations', async () => {
  await expect(`${JSON.stringify(tools, null, 2)}\n`).toMatchFileSnapshot(FIXTURE);
});

test('R16: the tools are the commands that anyone may call, sorted', () => {
  const names = COMMANDS.filter(({ who }) => who === 'anyone').map(({ name }) => name.replaceAll('.', '_'));
  expect(tools.map(({ name }) => name)).toEqual([...names].sort());
});

test('R16: what only an owner may give is in no tool', () => {
  for (const { name, inputSchema } of tools) {
    const { ownerInputs = [], input } = COMMANDS.find((one) => one.name.replaceAll('.', '_') === name)!;
    const known = Object.keys(input.shape).filter((field) => !ownerInputs.includes(field));
    expect(Object.keys(inputSchema.properties ?? {})).toEqual(known);
  }
  const save = tools.find(({ name }) => name === 'doc_save')!;
  expect(Object.keys(save.inputSchema.properties!)).not.toContain('overwrite');
});

test('every tool has a title, a description of 300 characters at most, and all four hints', () => {
  for (const { name, title, description, annotations } of tools) {
    expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(name.length).toBeLessThanOrEqual(32);
    expect(title.length).toBeGreaterThan(0);
    expect(`${name}: ${description}`.length - name.length - 2).toBeLessThanOrEqual(300);
    expect(description).toMatch(/\.$/);
    expect(description).not.toMatch(/\b(doc|proposal|event)\.[a-z]/);
    expect(Object.keys(annotations).sort()).toEqual([
      'destructiveHint',
      'idempotentHint',
      'openWorldHint',
      'readOnlyHint',
    ]);
    expect(annotations.openWorldHint).toBe(false);
    expect(annotations.readOnlyHint && annotations.destructiveHint).toBe(false);
  }
});

test('R3: doc_reload is not destructive, doc_revert is', () => {
  const hint = (tool: string) => tools.find(({ name }) => name === tool)?.annotations.destructiveHint;
  expect([hint('doc_reload'), hint('doc_revert')]).toEqual([false, true]);
});

test('inputs are strict objects of the forms that every client keeps, each field described', () => {
  const problems: string[] = [];
  const walk = (schema: Schema, at: string, field: boolean): void => {
    const say = (what: string) => problems.push(`${at}: ${what}`);
    for (const word of [
      'anyOf',
      'oneOf',
      'allOf',
      'not',
      '$ref',
      'prefixItems',
      'propertyNames',
      'const',
      'format',
    ])
      if (word in schema) say(word);
    if (typeof schema.type !== 'string') say(`type ${JSON.stringify(schema.type)}`);
    if (field && !schema.description) say('no description');
    if (schema.type === 'array') walk(schema.items ?? {}, `${at}[]`, false);
    if (schema.type !== 'object') return;
    if (schema.properties && schema.additionalProperties !== false) say('not strict');
    for (const [name, each] of Object.entries(schema.properties ?? {})) walk(each, `${at}.${name}`, true);
  };
  for (const tool of tools) walk(tool.inputSchema, tool.name, false);
  expect(problems).toEqual([]);
});

test('every output schema is of an object, and leaves room for what settled', () => {
  for (const { outputSchema } of tools.filter((tool) => tool.outputSchema)) {
    expect(outputSchema!.type).toBe('object');
    expect(Object.keys(outputSchema!.properties!)).toEqual(expect.arrayContaining(['synced', 'warnings']));
  }
});

test('S51: what a model receives of the list is under 8,000 tokens', () => {
  const received = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  expect(Buffer.byteLength(JSON.stringify(received)) / 4).toBeLessThan(8000);
  expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThan(48_000);
});

test('S51: a page that would be too long is a shorter page, and its cursor goes on where it ends', async () => {
  const paths = Array.from(
    { length: 300 },
    (_, i) => `a-folder-with-a-long-name/and-a-doc-in-it-${1000 + i}.md`,
  );
  const repo = makeRepo(Object.fromEntries(paths.map((path) => [path, 'x\n'])));
  const client = await started(repo.root);
  const seen: string[] = [];
  for (let after: string | undefined; ; ) {
    const { content, structuredContent } = await client.tool('doc_list', { ...(after && { after }) });
    expect(content[0]!.text.length).toBeLessThanOrEqual(8000);
    seen.push(...structuredContent.docs.map(({ doc }: { doc: string }) => doc));
    after = structuredContent.next;
    if (!after) break;
  }
  expect(seen).toEqual(paths);
  const asked = (await client.tool('doc_list', { limit: 1000 })).content[0]!.text;
  expect(asked.length).toBeGreaterThan(8000);
  expect(asked.length).toBeLessThanOrEqual(20_000);
});

describe('what the owner decides', () => {
  test('S51: is no tool by any spelling, and nothing changes', async () => {
    const repo = makeRepo({ 'a.md': 'a\n' });
    const client = await started(repo.root);
    await client.tool('doc_edit', { doc: 'a.md', edits: [{ oldText: 'a', newText: 'b' }] });
    const saved = await client.tool('doc_save', { doc: 'a.md' });
    const { proposal, tip } = saved.structuredContent.proposals[0];
    const before = repo.git('for-each-ref') + repo.git('status', '--porcelain') + repo.read('a.md');
    const owners = COMMANDS.filter(({ who }) => who === 'owner').map(({ name }) => name);
    expect(owners).toEqual(expect.arrayContaining(['proposal.apply', 'proposal.reject']));
    for (const name of owners.flatMap(spellings)) {
      const { error, result } = await client.request('tools/call', { name, arguments: { proposal, tip } });
      expect({ name, result, code: error?.code }).toEqual({ name, result: undefined, code: -32602 });
    }
    expect(repo.git('for-each-ref') + repo.git('status', '--porcelain') + repo.read('a.md')).toBe(before);
  });

  test('is no method of the protocol either', async () => {
    const client = await started(makeRepo({ 'a.md': 'a\n' }).root);
    for (const { name } of COMMANDS.filter(({ who }) => who === 'owner'))
      for (const method of [name, name.replaceAll('.', '/')])
        expect((await client.request(method, {})).error?.code).toBe(-32601);
  });
});

function spellings(name: string): string[] {
  const forms = [
    name,
    name.replaceAll('.', '_'),
    name.replaceAll('.', '-'),
    name.split('.').at(-1)!,
    `docket_${name}`,
  ];
  const words = [...forms, 'approve', 'reject'];
  const mixed = (word: string) => [...word].map((c, i) => (i % 2 ? c.toUpperCase() : c)).join('');
  return words.flatMap((word) => [
    word,
    word.toUpperCase(),
    word[0]!.toUpperCase() + word.slice(1),
    mixed(word),
  ]);
}
