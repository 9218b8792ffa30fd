// Hints on a command line name commands as they are typed there.
import { expect, test } from 'vitest';
import { asTyped } from '../../src/cli/typed.ts';
import { COMMANDS } from '../../src/commands/index.ts';

test.each([
  ['List them with proposal.list.', 'List them with docket list.'],
  ['doc.create begins it, doc.list lists.', 'docket doc create begins it, docket doc list lists.'],
  ['Take it in with doc.merge.', 'Take it in with doc merge (in docket session).'],
  [
    'guide.md and doc.md stay, as do doc.nothing and e.g.',
    'guide.md and doc.md stay, as do doc.nothing and e.g.',
  ],
])('R13: %s', (hint, typed) => {
  expect(asTyped(hint, COMMANDS)).toBe(typed);
});
