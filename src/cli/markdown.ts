// docs/cli.md: the whole of help as Markdown, one heading a command.
import { COMMANDS } from '../commands/index.ts';
import { REFUSALS } from '../refusal.ts';
import { type Card, cardOf, type Row } from './card.ts';
import { DOORS } from './doors.ts';
import { flagWords } from './grammar.ts';
import { EVERYWHERE_ROWS, SHORT_NOTE, SHORT_ROWS } from './help.ts';

/** The reference of the command line, printed from the commands themselves. */
export function cliMarkdown(): string {
  return `${[
    '# The command line',
    'Printed from the commands themselves and checked by a test: edit a command’s own file, not this page.',
    '```\ndocket [-C <dir>] [--json] <command> [<argument>…] [--flag <value>]\n```',
    GRAMMAR,
    '## Flags that every command takes',
    table(['flag', 'what it does'], EVERYWHERE_ROWS),
    '## Short forms',
    table(['short form', 'what it does'], SHORT_ROWS()),
    SHORT_NOTE,
    '## Exit status',
    EXITS,
    '# Doors',
    ...DOORS.flatMap(doorParts),
    '# Commands',
    ...COMMANDS.map(cardOf).flatMap(cardParts),
    '# Words on what happens',
    ...HAPPENS,
    '# Refusals',
    'A refusal is an expected "no": `code: message` and `hint: …` on standard error, or with `--json` one line ' +
      '`{ "refusal": { code, message, details, hint } }` on standard output. Codes are never renamed.',
    table(
      ['code', 'when'],
      Object.entries(REFUSALS).map(([words, says]) => ({ words, says })),
    ),
  ].join('\n\n')}\n`;
}

const GRAMMAR = `Every field of a command's input is a flag: \`requestId\` is \`--request-id\`. A switch is \`--create\` or
\`--no-create\`. A list is repeated or parted by commas (\`\\,\` is a comma within an item). Objects are JSON.
The value \`-\` is read from standard input, once in a call. After \`--\` everything is an argument.
What a doc, path, name or message holds that could act on a terminal or hide is shown as a mark (\`␛\`,
\`<U+202E>\`); \`--json\` escapes it (\`\\u202e\`), so any parser reads the exact value.`;

const EXITS = table(
  ['status', 'meaning'],
  [
    { words: '0', says: 'done' },
    { words: '1', says: 'refused, answered No, or `docket check` found problems' },
    { words: '2', says: 'misuse: `invalid_input`, an unknown command or flag' },
    { words: '130', says: 'interrupted' },
    { words: '255', says: 'a bug, told in one line; DOCKET_DEBUG=1 adds where' },
  ],
);

const HAPPENS = [
  '## One call and a session',
  'Called once from the command line, an edit opens the doc, edits it and writes the file, uncommitted. `--save` ' +
    'commits it, `--propose` proposes it instead. Commands of docs that stay open refuse `session_only`: use ' +
    '`docket session` or `docket tui`.',
  '## Approving and rejecting',
  'In a terminal the plan is shown and No is the answer unless you type yes; keys typed before the question are ' +
    'thrown away. Elsewhere an approval carries what was read and a yes: `docket preflight <id> --json` prints ' +
    '`{ token, plan, hunks, … }`, then `docket approve <id> --token <t> --yes`. `--tip <oid>` is enough where the plan ' +
    'is simple: a fast-forward or a clean merge that touches no uncommitted or unsaved edit. A rejection is ' +
    '`docket reject <id> --tip <oid> --reason <text> --yes`. Otherwise: `review_needed`, naming the flag.',
  'For a doc with unsaved edits in an open session: Approving writes the file with the agent’s version and merges ' +
    'it into the open copy, keeping the unsaved changes. If both changed the same lines, the editor asks what to keep.',
  '## doc.stale',
  'A session that keeps docs open raises `{ "event": { "kind": "doc.stale", "doc", "file", "deleted"?, "conflict"? } }` ' +
    'when the file of a doc with unsaved edits changes and no longer matches what the edits were made on, and after an ' +
    'approval whose merge into the open copy clashed (`conflict: true`). The mark clears when the doc is merged, ' +
    'reverted, saved or clean again. `doc.merge` puts the file’s changes into the open copy, `doc.revert` takes the ' +
    'file and drops the edits as one step that can be undone, `doc.keep` hides the mark until the file changes again.',
  '## open/<pid>.json',
  'Each session writes `<git common dir>/docket/open/<pid>.json` while docs are open: ' +
    '`{ version, instance, pid, startedAt, host, bootId, pidNamespace, door, agent, document, updatedAt, ' +
    'docs: [{ doc, dirty }] }`, where `document` is the work tree. A doc opened only by reading is not in it. It is removed at ' +
    'exit and ignored once its process is gone. From it an agent is told `unsavedInApp`, and an approval warns of ' +
    'docs that another session holds unsaved.',
  '## The summary of a proposal',
  'A proposal’s subject is its `summary`; without one it is the label of its first edit, with `and n more` when there ' +
    'are others. Its body lists the edits since the doc last matched disk, one a line: what was undone before the save ' +
    'is not listed, an undone edit that disk still holds is listed as `Undid: <label>`, and a merge of the file into ' +
    'the working copy is never an edit. An owner’s commit is named by `-m`, else by its single edit’s label, else ' +
    '`Edit <doc>` or `Edit n docs`; a merge commit is `Merge proposal <id>: <summary>` with the edits as its body.',
];

function doorParts(door: (typeof DOORS)[number]): string[] {
  const flags = door.grammar.flags.map((flag) => ({ words: flagWords(flag), says: flag.spec.says }));
  return [
    `## docket ${door.name}`,
    `\`\`\`\n${door.usage}\n\`\`\``,
    `${door.summary}. ${door.detail}`,
    ...(flags.length > 0 ? [table(['input', 'what it is'], flags)] : []),
  ];
}

function cardParts(card: Card): string[] {
  return [
    `## ${card.name}`,
    `\`\`\`\n${card.usage.join('\n')}\n\`\`\``,
    `${card.summary}.${card.detail ? ` ${card.detail}` : ''}`,
    `- Effect: ${card.effect}\n- Who: ${card.who}\n- Where: ${card.where}`,
    ...(card.inputs.length > 0 ? [table(['input', 'what it is'], card.inputs)] : []),
    ...(card.outputs.length > 0 ? [table(['answer', 'what it is'], card.outputs)] : []),
    `\`\`\`sh\n${card.example}\n\`\`\``,
  ];
}

function table(heads: readonly [string, string], rows: readonly Row[]): string {
  const lines = rows.map(
    ({ words, says }) => `| \`${words.replaceAll('|', '\\|')}\` | ${says.replaceAll('|', '\\|')} |`,
  );
  return [`| ${heads.join(' | ')} |`, '| --- | --- |', ...lines].join('\n');
}
