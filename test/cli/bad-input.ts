// Rows of bad input, generated from the registry: each command, each argument, each way in which it can be wrong.
import { type Command, type Field, fieldsOf } from '../../src/commands/index.ts';

export interface BadRow {
  readonly command: Command;
  /** `doc.read doc: traversal ../x`. */
  readonly title: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The refusals that are right. */
  readonly codes: readonly string[];
  /** What a command line can say: anything but a text field that is no text, or a list that is none. */
  readonly typed: boolean;
}

const OID = '0123456789abcdef0123456789abcdef01234567';
const ID = 'fix-the-guide';

/** Input that fits, one for each command: a bad row differs from it in one field. */
export const GOOD: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  check: {},
  'doc.close': { doc: 'guide.md' },
  'doc.create': { doc: 'new.md', text: 'new\n' },
  'doc.delete': { doc: 'guide.md' },
  'doc.diff': { doc: 'guide.md' },
  'doc.edit': { doc: 'guide.md', edits: [{ oldText: 'two', newText: 'TWO' }] },
  'doc.keep': { doc: 'guide.md' },
  'doc.list': {},
  'doc.merge': { doc: 'guide.md' },
  'doc.open': { doc: 'guide.md' },
  'doc.read': { doc: 'guide.md' },
  'doc.recover': { doc: 'guide.md' },
  'doc.redo': { doc: 'guide.md' },
  'doc.reload': { doc: 'guide.md' },
  'doc.rename': { doc: 'guide.md', to: 'start.md' },
  'doc.revert': { doc: 'guide.md' },
  'doc.save': { docs: ['guide.md'], summary: 'Save' },
  'doc.status': {},
  'doc.undo': { doc: 'guide.md' },
  'doc.write': { doc: 'guide.md', text: 'new\n' },
  doctor: {},
  'event.list': {},
  'proposal.apply': { proposal: ID, tip: OID },
  'proposal.diff': { proposal: ID },
  'proposal.list': {},
  'proposal.preflight': { proposal: ID },
  'proposal.redo': { proposal: ID },
  'proposal.reject': { proposal: ID, tip: OID },
  'proposal.restore': { proposal: ID },
  'proposal.show': { proposal: ID },
  'proposal.undo': { proposal: ID },
  'proposal.withdraw': { proposal: ID, tip: OID },
  'recovery.list': {},
  'recovery.restore': { doc: 'guide.md' },
};

/** Text that may be empty: it stands for nothing to say, or for a doc without a line. */
const MAY_BE_EMPTY = [
  'doc.create text',
  'doc.write text',
  'doc.list query',
  'doc.list after',
  'proposal.reject reason',
  'proposal.withdraw reason',
];
/** A doc of that name need not be there. */
const MAY_BE_UNKNOWN = [
  'doc.create doc',
  'doc.rename to',
  'doc.list query',
  'doc.list after',
  'proposal.list doc',
  'proposal.diff doc',
  'doc.save remove',
  'recovery.list doc',
  'recovery.restore to',
];
const PLACES = ['doc', 'docs', 'to', 'remove', 'after'];
/** What a line can say is the same in all rows of a kind: the program itself is started for the first ones only. */
const TYPED = 1;
const TRAVERSALS = [
  '../outside.md',
  '/etc/passwd',
  'a/../../outside.md',
  '.git/config',
  'x/.GIT/hooks/y',
  'a\\..\\..\\b',
  'C:\\x',
];
const TRAVERSAL_CODES = [
  'path_outside_repo',
  'path_in_git_dir',
  'invalid_input',
  'no_such_doc',
  'not_a_doc',
  'not_open',
  'not_found',
];
const UNKNOWN_CODES = ['no_such_doc', 'not_open', 'not_found'];

/** Every row of one command; throws when the command has no good input to begin from. */
export function badRows(command: Command): BadRow[] {
  const good = GOOD[command.name];
  if (!good) throw new Error(`test/cli/bad-input.ts has no row for ${command.name}`);
  const fields = fieldsOf(command.input);
  const rows = fields.flatMap((field) => fieldRows(command, field));
  const unknown: BadRow[] = ['nonsense', '__proto__', 'constructor'].map((name, i) => ({
    command,
    title: `${command.name} unknown field ${name}`,
    input: Object.defineProperty({ ...good }, name, { value: 'x', enumerable: true, configurable: true }),
    codes: ['invalid_input'],
    typed: i < TYPED,
  }));
  return [...rows, ...unknown];
}

function fieldRows(command: Command, field: Field): BadRow[] {
  const good = GOOD[command.name]!;
  const key = `${command.name} ${field.name}`;
  const row = (title: string, value: unknown, codes: readonly string[], typed = true): BadRow => ({
    command,
    title: `${key}: ${title}`,
    input: {
      ...good,
      ...(field.name === 'doc' && 'docs' in good ? { docs: undefined } : {}),
      ...(field.name === 'id' ? { doc: undefined } : {}),
      [field.name]: value,
    },
    codes,
    typed,
  });
  return [
    ...(field.required ? [row('missing', undefined, ['invalid_input'])] : []),
    ...wrongTypes(field).map(({ value, typed }, i) =>
      row(`wrong type ${JSON.stringify(value)}`, value, ['invalid_input'], typed && i < TYPED),
    ),
    ...(MAY_BE_EMPTY.includes(key)
      ? []
      : empties(field).map((value) => row('empty', value, ['invalid_input']))),
    ...tooLong(field).map((value) => row('too long', value, ['invalid_input', 'too_large'])),
    ...places(field, key, row),
    ...(field.name === 'id' ? [row('unknown id', 'no-such-copy', ['not_found'])] : []),
    ...(field.name === 'proposal' && key !== 'doc.save proposal'
      ? [row('unknown id', 'no-such-proposal-aaaa', ['no_such_proposal', 'not_open', 'no_such_doc'])]
      : []),
  ];
}

function wrongTypes(field: Field): { value: unknown; typed: boolean }[] {
  switch (field.type) {
    case 'text':
      return [5, null, ['x'], { x: 1 }].map((value) => ({ value, typed: false }));
    case 'number':
      return [
        { value: 'many', typed: true },
        { value: 1.5, typed: true },
        { value: -1, typed: true },
        { value: [1], typed: false },
      ];
    case 'switch':
      return [
        { value: 'maybe', typed: true },
        { value: 1, typed: false },
      ];
    case 'choice':
      return [
        { value: 'no-such-choice', typed: true },
        { value: 7, typed: false },
      ];
    case 'list':
      return field.item?.type === 'object'
        ? [5, { oldText: 'a' }, [5], [{}], [{ oldText: 'a', newText: 'b', wrong: 1 }]].map((value) => ({
            value,
            typed: true,
          }))
        : [5, [5], { x: 1 }].map((value) => ({ value, typed: false }));
    default:
      return [5, [], { 'guide.md': 5 }, { 'guide.md': 'no hash' }].map((value) => ({ value, typed: true }));
  }
}

function empties(field: Field): unknown[] {
  if (field.type === 'text') return [''];
  if (field.type === 'list') return field.item?.type === 'object' ? [[]] : [['']];
  return [];
}

function tooLong(field: Field): unknown[] {
  if (field.type === 'number') return [1e15];
  if (field.type === 'text') return ['x'.repeat((field.most ?? 1000) + 1)];
  if (field.type === 'list' && field.item?.type === 'text')
    return [['x'.repeat((field.item.most ?? 1000) + 1)]];
  return [];
}

function places(
  field: Field,
  key: string,
  row: (title: string, value: unknown, codes: readonly string[], typed?: boolean) => BadRow,
): BadRow[] {
  if (!PLACES.includes(field.name)) return [];
  const value = (path: string) => (field.type === 'list' ? [path] : path);
  if (MAY_BE_UNKNOWN.includes(key) && field.name !== 'to' && key !== 'doc.create doc') return [];
  return [
    ...TRAVERSALS.map((path, i) => row(`traversal ${path}`, value(path), TRAVERSAL_CODES, i < TYPED)),
    ...(MAY_BE_UNKNOWN.includes(key) ? [] : [row('unknown doc', value('no/such.md'), UNKNOWN_CODES)]),
  ];
}
