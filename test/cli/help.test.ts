import { expect, test } from 'vitest';
import { cardOf } from '../../src/cli/card.ts';
import { commandHelp } from '../../src/cli/help.ts';
import { helpOn } from '../../src/cli/help-on.ts';
import { longForm, SHORTS } from '../../src/cli/shorts.ts';
import { COMMANDS, commandNamed, fieldsOf, runCommand } from '../../src/commands/index.ts';
import { Refusal } from '../../src/refusal.ts';
import { paint } from './sample.ts';

test('help of a command says how it is called, what it does, takes and answers', () => {
  expect(commandHelp(paint)).toMatchInlineSnapshot(`
    "usage: docket wall paint <wall> [<colours>…] [--coats <number>] [--summary <text>] [--dry-run]
              [--no-gloss] [--holes <json>] [--widths <number>…]

    Paint a wall. Never paints a window.

    Effect: writes (changes files, commits or branches)
    Who:    anyone
    Where:  anywhere

    Input
      <wall> or --wall <text>             Which wall. (required)
      <colours>… or --colours <red|blue|a,b>…
                                          Colours, in order. (repeat it or part items by commas)
      -c, --coats <number>                How many coats. (default 2; 1–9)
      -s, --summary <text>                What for.
      --dry-run                           Only say what would be done.
      --no-gloss                          Shining. (default true)
      --holes <json>                      Holes to leave. (JSON: [{ at, size? }])
      --widths <number>…                  Widths. (repeat it or part items by commas)

    Answer (--json)
      wall: text              The wall.
      parts: list of objects  What was painted.
      parts[].colour: text    Its colour.
      warnings: list of text  What to know.

    Example: docket wall paint '<wall>'"
  `);
});

test('a card is plain data about one command', () => {
  expect(cardOf(paint)).toMatchObject({
    name: 'wall.paint',
    effect: 'writes (changes files, commits or branches)',
    who: 'anyone',
    where: 'anywhere',
    example: "docket wall paint '<wall>'",
  });
});

test('help names every command, and every word of help leads to one', async () => {
  const whole = await helpOn([]);
  for (const { name } of COMMANDS) {
    const words = name.split('.');
    expect(whole).toContain(`docket ${words.join(' ')}`);
    expect(await helpOn(words)).toContain(`usage: docket ${words.join(' ')}`);
    expect(await helpOn([name])).toBe(await helpOn(words));
    if (words.length > 1) expect(await helpOn([words[0]!])).toContain(`docket ${words.join(' ')}`);
  }
});

test('each short form stands for a command that is there, and help leads to it', async () => {
  for (const [short, name] of Object.entries(SHORTS)) {
    expect(commandNamed(name)?.name).toBe(name);
    expect(await helpOn([short])).toContain(`docket ${short}`);
  }
  expect(longForm('constructor')).toBe('constructor');
});

test('every command says what each of its inputs is', () => {
  const silent = COMMANDS.flatMap(({ name, input }) =>
    fieldsOf(input)
      .flatMap((field) => [field, ...(field.of ?? field.item?.of ?? [])])
      .filter((field) => field.says === '')
      .map((field) => `${name} ${field.name}`),
  );
  expect(silent).toEqual([]);
});

test('positions and letters name inputs that are there, and a list comes last', () => {
  for (const { name, input, positional = [], letters = {} } of COMMANDS) {
    const fields = fieldsOf(input);
    const named = [...positional, ...Object.values(letters)];
    expect([name, named.filter((field) => !fields.some((one) => one.name === field))]).toEqual([name, []]);
    const lists = positional
      .slice(0, -1)
      .filter((field) => fields.find((one) => one.name === field)?.type === 'list');
    expect([name, lists]).toEqual([name, []]);
  }
});

test('the example of every command is input that it takes', async () => {
  const call = { session: () => Promise.reject(new Refusal('no_repo', 'Reached the command.')) };
  for (const command of COMMANDS) {
    const { exampleInput } = await import('../../src/commands/index.ts');
    await runCommand(command, call, exampleInput(command.input)).catch((error) => {
      expect([command.name, error instanceof Refusal && error.code !== 'invalid_input']).toEqual([
        command.name,
        true,
      ]);
    });
  }
});
