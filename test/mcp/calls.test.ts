// Each tool once as it is meant and once refused, over the built program; a tool without a row fails.
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { COMMANDS } from '../../src/commands/index.ts';
import { REFUSALS } from '../../src/refusal.ts';
import { makeRepo, type TestRepo } from '../helpers/make-repo.ts';
import { type RawClient, startRaw, type ToolResult } from './raw-client.ts';

const PROGRAM = join(import.meta.dirname, '../../dist/docket.js');
const TEXT = 'one\ntwo\nthree\n';

interface Row {
  /** Calls that come before; the last one's structured answer is handed on. */
  readonly before?: readonly (readonly [string, object])[];
  readonly input: object | ((told: Told) => object);
  /** What the answer holds: fields of a structured one, or text of a textual one. */
  readonly answers: object | RegExp;
  readonly refused: readonly [object, keyof typeof REFUSALS];
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the tools answer
type Told = any;

const OPEN = ['doc_open', { doc: 'a.md' }] as const;
const EDITED = ['doc_edit', { doc: 'a.md', edits: [{ oldText: 'two', newText: 'deux' }] }] as const;
const SAVED = ['doc_save', { doc: 'a.md' }] as const;
const UNDONE = ['doc_undo', { doc: 'a.md' }] as const;
const idOf = (told: Told) => told.proposals[0].proposal;

const ROWS: Record<string, Row> = {
  check: {
    input: { docs: ['a.md'] },
    answers: { ok: true },
    refused: [{ docs: ['nowhere.md'] }, 'no_such_doc'],
  },
  doc_close: {
    before: [OPEN],
    input: { doc: 'a.md' },
    answers: { closed: true },
    refused: [{ doc: 'a.md' }, 'not_open'],
  },
  doc_create: {
    input: { doc: 'new.md', text: 'new\n' },
    answers: { doc: 'new.md', edit: 'Created new.md', dirty: true },
    refused: [{ doc: 'a.md', text: 'x' }, 'exists'],
  },
  doc_delete: {
    input: { doc: 'a.md' },
    answers: { edit: 'Deleted a.md' },
    refused: [{ doc: 'nowhere.md' }, 'no_such_doc'],
  },
  doc_diff: {
    before: [EDITED],
    input: { doc: 'a.md' },
    answers: /-two\n\+deux\n/,
    refused: [{ doc: 'nowhere.md' }, 'no_such_doc'],
  },
  doc_edit: {
    input: { doc: 'a.md', edits: [{ oldText: 'two', newText: 'deux' }] },
    answers: { edit: 'Edited line 2', edits: ['Edited line 2'], dirty: true },
    refused: [{ doc: 'a.md', edits: [{ oldText: 'four', newText: 'x' }] }, 'not_found'],
  },
  doc_list: {
    input: { query: 'A.M' },
    answers: { docs: [{ doc: 'a.md', open: false, dirty: false }], total: 1 },
    refused: [{ limit: 0 }, 'invalid_input'],
  },
  doc_merge: {
    before: [OPEN],
    input: { doc: 'a.md' },
    answers: { merged: false },
    refused: [{ doc: 'b.md' }, 'not_open'],
  },
  doc_open: {
    input: { doc: 'a.md' },
    answers: { doc: 'a.md' },
    refused: [{ doc: 'nowhere.md' }, 'no_such_doc'],
  },
  doc_read: {
    input: { doc: 'a.md', from: 2 },
    answers: /^<content of="doc_read">\n# a\.md lines 2–3 of 3, .*\ntwo\nthree\n\n<\/content>$/,
    refused: [{ doc: 'nowhere.md' }, 'no_such_doc'],
  },
  doc_recover: {
    input: { doc: 'draft.md' },
    answers: { recovered: ['Edited line 2'] },
    refused: [{ doc: 'a.md' }, 'not_found'],
  },
  doc_redo: {
    before: [EDITED, UNDONE],
    input: { doc: 'a.md' },
    answers: { redone: ['Edited line 2'] },
    refused: [{ doc: 'b.md' }, 'not_open'],
  },
  doc_reload: {
    before: [OPEN],
    input: { doc: 'a.md' },
    answers: { reloaded: false },
    refused: [{ doc: 'b.md' }, 'not_open'],
  },
  doc_rename: {
    input: { doc: 'a.md', to: 'z.md' },
    answers: { doc: 'z.md' },
    refused: [{ doc: 'a.md', to: 'b.md' }, 'exists'],
  },
  doc_revert: {
    before: [EDITED],
    input: { doc: 'a.md' },
    answers: { dropped: ['Edited line 2'], dirty: false },
    refused: [{ doc: 'b.md' }, 'not_open'],
  },
  doc_save: {
    before: [EDITED],
    input: { doc: 'a.md', summary: 'In French' },
    answers: { proposals: [expect.objectContaining({ target: 'main', edits: ['Edited line 2'] })] },
    refused: [{ doc: 'b.md' }, 'not_open'],
  },
  doc_status: {
    before: [EDITED],
    input: { doc: 'a.md' },
    answers: { dirty: true, unsavedInApp: false, uncommitted: false },
    refused: [{ doc: 'nowhere.md' }, 'no_such_doc'],
  },
  doc_undo: {
    before: [EDITED],
    input: { doc: 'a.md' },
    answers: { undone: ['Edited line 2'], dirty: false },
    refused: [{ doc: 'b.md' }, 'not_open'],
  },
  doc_write: {
    input: { doc: 'a.md', text: 'all new\n' },
    answers: { edit: 'Wrote the whole text' },
    refused: [{ doc: '../a.md', text: 'x' }, 'path_outside_repo'],
  },
  doctor: {
    input: {},
    answers: { ok: true },
    refused: [{ doc: 'a.md' }, 'invalid_input'],
  },
  event_list: {
    before: [EDITED, SAVED],
    input: {},
    answers: { events: expect.arrayContaining([expect.objectContaining({ kind: 'proposal.created' })]) },
    refused: [{ since: 'no such cursor' }, 'cursor_expired'],
  },
  proposal_diff: {
    before: [EDITED, SAVED],
    input: (told) => ({ proposal: idOf(told) }),
    answers: /-two\n\+deux\n/,
    refused: [{ proposal: 'nothing' }, 'no_such_proposal'],
  },
  proposal_list: {
    before: [EDITED, SAVED],
    input: {},
    answers: { proposals: [expect.objectContaining({ state: 'pending' })], total: 1 },
    refused: [{ cursor: 'nothing' }, 'cursor_expired'],
  },
  proposal_show: {
    before: [EDITED, SAVED],
    input: (told) => ({ proposal: idOf(told) }),
    answers: { state: 'pending', docs: ['a.md'] },
    refused: [{ proposal: 'nothing' }, 'no_such_proposal'],
  },
  proposal_withdraw: {
    before: [EDITED, SAVED],
    input: (told) => ({ proposal: idOf(told), reason: 'Thought again' }),
    answers: { outcome: 'withdrawn' },
    refused: [{ proposal: 'nothing' }, 'no_such_proposal'],
  },
};

const TOOLS = COMMANDS.filter(({ who }) => who === 'anyone').map((command) => ({
  tool: command.name.replaceAll('.', '_'),
  textual: command.textual === true,
}));

test('every row is of a tool', () => {
  expect(Object.keys(ROWS).filter((name) => !TOOLS.some(({ tool }) => tool === name))).toEqual([]);
});

test.each(TOOLS)(
  'R16 S51: $tool answers in its form, and is refused in the form of errors',
  async ({ tool, textual }) => {
    const row = ROWS[tool];
    if (!row) throw new Error(`${tool} has no row here`);
    const repo = makeRepo({ 'a.md': TEXT, 'b.md': TEXT, 'draft.md': TEXT });
    if (tool === 'doc_recover') await leaveDraft(repo);
    const client = await started(repo);

    refusedAs(await client.tool(tool, row.refused[0]), row.refused[1], repo);
    let told: Told = null;
    for (const [name, input] of row.before ?? []) told = answered(await client.tool(name, input), false);
    const input = typeof row.input === 'function' ? row.input(told) : row.input;
    const answer = answered(await client.tool(tool, input), textual);
    if (row.answers instanceof RegExp) expect(answer).toMatch(row.answers);
    else expect(answer).toMatchObject(row.answers);
  },
);

async function started(repo: TestRepo): Promise<RawClient> {
  const client = startRaw([PROGRAM, 'mcp'], { cwd: repo.root });
  onTestFinished(() => void client.process.kill('SIGKILL'));
  await client.initialize();
  return client;
}

/** The answer as data or text, once its form is as it should be. */
function answered(result: ToolResult, textual: boolean): Told {
  const text = result.content[0]!.text;
  expect({ text, isError: result.isError ?? false }).toEqual({ text, isError: false });
  expect(result.content).toHaveLength(1);
  if (textual) expect(result.structuredContent).toBeUndefined();
  else expect(JSON.parse(text)).toEqual(result.structuredContent);
  return result.structuredContent ?? text;
}

function refusedAs(result: ToolResult, code: string, repo: TestRepo): void {
  const text = result.content[0]!.text;
  expect(Object.keys(REFUSALS)).toContain(code);
  expect(text.split(':')[0]).toBe(code);
  expect(text).toMatch(/^[a-z_]+: [^\n]+\nNext: [^\n]+/);
  expect(text).not.toContain(repo.root);
  expect(() => JSON.parse(text)).toThrow();
  expect(result).toMatchObject({ isError: true, _meta: { 'docket/error': { code } } });
  expect(result.structuredContent).toBeUndefined();
}

async function leaveDraft(repo: TestRepo): Promise<void> {
  const client = await started(repo);
  await client.tool('doc_edit', { doc: 'draft.md', edits: [{ oldText: 'two', newText: 'deux' }] });
  client.process.kill('SIGKILL');
  await client.exited;
}
