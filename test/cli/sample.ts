// A command that has every sort of field, for tests of grammar and help.
import { z } from 'zod';
import { command } from '../../src/commands/command.ts';
import type { Command } from '../../src/commands/index.ts';

export const paint = command({
  name: 'wall.paint',
  summary: 'Paint a wall',
  detail: 'Never paints a window.',
  effect: 'writes',
  who: 'anyone',
  where: 'anywhere',
  positional: ['wall', 'colours'],
  letters: { c: 'coats', s: 'summary' },
  input: z.strictObject({
    wall: z.string().min(1).max(40).describe('Which wall.'),
    colours: z
      .array(z.enum(['red', 'blue', 'a,b']))
      .max(3)
      .optional()
      .describe('Colours, in order.'),
    coats: z.number().int().min(1).max(9).default(2).describe('How many coats.'),
    summary: z.string().max(72).optional().describe('What for.'),
    dryRun: z.boolean().optional().describe('Only say what would be done.'),
    gloss: z.boolean().default(true).describe('Shining.'),
    holes: z
      .array(
        z.strictObject({
          at: z.number().describe('Where.'),
          size: z.number().optional().describe('How big.'),
        }),
      )
      .optional()
      .describe('Holes to leave.'),
    widths: z.array(z.number()).optional().describe('Widths.'),
  }),
  output: z.strictObject({
    wall: z.string().describe('The wall.'),
    parts: z
      .array(z.strictObject({ colour: z.string().describe('Its colour.') }))
      .describe('What was painted.'),
    warnings: z.array(z.string()).describe('What to know.'),
  }),
  words: (answer) => `Painted ${answer.wall}.`,
  run: async (_call, input) => ({ wall: input.wall, parts: [], warnings: [] }),
}) as unknown as Command;
