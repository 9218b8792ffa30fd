// What is left out of an answer that is too long for clients to show.
import { expect, test } from 'vitest';
import { commandNamed } from '../../src/commands/index.ts';
import type { Answer } from '../../src/mcp/answer.ts';
import { fittedAnswer } from '../../src/mcp/fit.ts';

const MOST = 8000;

interface Saved {
  readonly proposals: readonly { proposal: string; outcome: string; docs: unknown[]; edits: string[] }[];
  readonly warnings?: readonly string[];
}

function proposed(proposal: string, count: number): Answer {
  const each = Array.from({ length: count }, (_, i) => `guide/part-${i % 9}/page-${i}.md`);
  return {
    proposal,
    ref: `refs/heads/proposals/${proposal}`,
    tip: 'a'.repeat(40),
    revision: 1,
    target: 'main',
    docs: each.map((doc) => ({ doc, added: 1, removed: 1 })),
    edits: each.map((doc) => `Renamed old/${doc} to ${doc}`),
    warnings: [],
    outcome: 'pending',
  };
}

function told(output: Answer): Saved {
  const given = { input: {}, output, told: { synced: [], warnings: [] }, most: MOST };
  const answer = fittedAnswer(commandNamed('doc.save')!, 'doc_save', given);
  expect(answer.content[0]!.text.length).toBeLessThanOrEqual(MOST);
  return answer.structuredContent as unknown as Saved;
}

test('S51: a save of many docs names its proposal, however long the list of docs is', () => {
  const { proposals, warnings } = told({ proposals: [proposed('many-aaaa', 500)], warnings: [] });
  expect(proposals).toMatchObject([{ proposal: 'many-aaaa', outcome: 'pending' }]);
  const { docs, edits } = proposals[0]!;
  expect(docs.length).toBeGreaterThan(20);
  expect(warnings).toEqual([
    `proposals.docs: ${docs.length} of 500 are shown; the answer would be too long.`,
    `proposals.edits: ${edits.length} of 500 are shown; the answer would be too long.`,
  ]);
});

test('S51: each proposal of a save is named, also beside one with many docs', () => {
  const list = [proposed('one-aaaa', 1), proposed('many-aaaa', 300), proposed('two-aaaa', 2)];
  const { proposals, warnings } = told({ proposals: list, warnings: [] });
  expect(proposals.map(({ proposal }) => proposal)).toEqual(['one-aaaa', 'many-aaaa', 'two-aaaa']);
  expect(proposals[2]).toEqual(list[2]);
  expect(warnings?.length).toBe(2);
});

test('S51: a list with more items than fit is ended, with what each item holds as short as it gets', () => {
  const list = Array.from({ length: 200 }, (_, i) => proposed(`p-${i}`, 30));
  const { proposals, warnings } = told({ proposals: list, warnings: [] });
  expect(proposals.length).toBeGreaterThan(5);
  expect(warnings?.at(-1)).toBe(
    `proposals: ${proposals.length} of 200 are shown; the answer would be too long.`,
  );
});

test('S51: an answer that fits is left as it is', () => {
  const output = { proposals: [proposed('few-aaaa', 20)], warnings: [] };
  expect(told(output)).toEqual(output);
});
