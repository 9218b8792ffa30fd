// Every key, once: what it does, where, and the words that the footer, the help and the docs print.
import type { KeyEvent } from './keys.ts';

/** Where a key works. `any` is everywhere but in a sheet, which takes all keys. */
export type Scope = 'any' | 'banner' | 'list' | 'review' | 'docs' | 'draft' | 'sheet';

export type Action =
  | 'up'
  | 'down'
  | 'pageUp'
  | 'pageDown'
  | 'first'
  | 'last'
  | 'enter'
  | 'back'
  | 'otherPane'
  | 'proposals'
  | 'docs'
  | 'nextPlace'
  | 'previousPlace'
  | 'nextProposal'
  | 'previousProposal'
  | 'nextHidden'
  | 'wrap'
  | 'edit'
  | 'open'
  | 'approve'
  | 'reject'
  | 'save'
  | 'undo'
  | 'redo'
  | 'close'
  | 'recover'
  | 'merge'
  | 'reload'
  | 'keep'
  | 'help'
  | 'quit'
  | 'interrupt'
  | 'suspend'
  | 'repaint';

export interface Key {
  /** As `spelled` writes them; the first is the one that is shown. */
  readonly keys: readonly string[];
  readonly where: readonly Scope[];
  readonly action: Action;
  readonly label: string;
  /** Shown in the footer of these scopes, in the table's order. */
  readonly footer?: readonly Scope[];
}

/** Lower case looks; UPPER CASE changes something and asks first, save in the banner, which is the question itself. */
export const KEYS: readonly Key[] = [
  { keys: ['M'], where: ['banner'], action: 'merge', label: 'merge the file into your open copy' },
  {
    keys: ['R'],
    where: ['banner'],
    action: 'reload',
    label: 'reload the file, dropping your edits (U undoes)',
  },
  { keys: ['K'], where: ['banner'], action: 'keep', label: 'keep yours until the file changes again' },
  {
    keys: ['j', 'down'],
    where: ['list', 'docs', 'review'],
    action: 'down',
    label: 'down',
    footer: ['list', 'docs', 'review'],
  },
  {
    keys: ['k', 'up'],
    where: ['list', 'docs', 'review'],
    action: 'up',
    label: 'up',
    footer: ['list', 'docs', 'review'],
  },
  {
    keys: ['space', 'pagedown'],
    where: ['list', 'docs', 'review'],
    action: 'pageDown',
    label: 'a page down',
  },
  { keys: ['pageup'], where: ['list', 'docs', 'review'], action: 'pageUp', label: 'a page up' },
  { keys: ['g', 'home'], where: ['list', 'docs', 'review'], action: 'first', label: 'to the top' },
  { keys: ['G', 'end'], where: ['list', 'docs', 'review'], action: 'last', label: 'to the end' },
  { keys: ['enter'], where: ['list', 'docs'], action: 'enter', label: 'read', footer: ['list', 'docs'] },
  { keys: ['n'], where: ['review'], action: 'nextPlace', label: 'next hunk', footer: ['review'] },
  { keys: ['N', 'p'], where: ['review'], action: 'previousPlace', label: 'previous hunk' },
  { keys: [']'], where: ['list', 'review'], action: 'nextProposal', label: 'next proposal or doc' },
  { keys: ['['], where: ['list', 'review'], action: 'previousProposal', label: 'previous proposal or doc' },
  { keys: ['x'], where: ['review'], action: 'nextHidden', label: 'next hidden character' },
  { keys: ['w'], where: ['review'], action: 'wrap', label: 'wrap long lines', footer: ['review'] },
  { keys: ['A'], where: ['list', 'review'], action: 'approve', label: 'approve', footer: ['list', 'review'] },
  { keys: ['X'], where: ['list', 'review'], action: 'reject', label: 'reject', footer: ['list', 'review'] },
  { keys: ['o'], where: ['any'], action: 'open', label: 'open a doc by name', footer: ['docs'] },
  {
    keys: ['e'],
    where: ['list', 'review', 'docs', 'draft'],
    action: 'edit',
    label: 'edit in $EDITOR',
    footer: ['docs', 'draft'],
  },
  { keys: ['S'], where: ['docs', 'draft'], action: 'save', label: 'save', footer: ['docs', 'draft'] },
  {
    keys: ['U'],
    where: ['docs', 'draft'],
    action: 'undo',
    label: 'undo the last edit of the doc',
    footer: ['draft'],
  },
  { keys: ['Y'], where: ['docs', 'draft'], action: 'redo', label: 'redo it' },
  {
    keys: ['V'],
    where: ['docs', 'draft'],
    action: 'recover',
    label: 'recover a draft that an earlier session left',
  },
  { keys: ['C'], where: ['docs', 'draft'], action: 'close', label: 'close the doc' },
  { keys: ['1'], where: ['any'], action: 'proposals', label: 'proposals' },
  { keys: ['2'], where: ['any'], action: 'docs', label: 'open docs' },
  { keys: ['tab'], where: ['any'], action: 'otherPane', label: 'the other pane' },
  { keys: ['escape'], where: ['any'], action: 'back', label: 'back', footer: ['review', 'draft'] },
  { keys: ['ctrl-l'], where: ['any', 'sheet'], action: 'repaint', label: 'repaint the screen' },
  { keys: ['ctrl-z'], where: ['any', 'sheet'], action: 'suspend', label: 'back to the shell; fg returns' },
  { keys: ['ctrl-c'], where: ['any', 'sheet'], action: 'interrupt', label: 'quit' },
  { keys: ['?'], where: ['any'], action: 'help', label: 'help', footer: ['list', 'docs', 'review', 'draft'] },
  { keys: ['q'], where: ['any'], action: 'quit', label: 'quit', footer: ['list', 'docs'] },
];

/** What a key press does in the first of these scopes that knows it, or undefined. */
export function actionOf(event: KeyEvent, scopes: readonly Scope[]): Action | undefined {
  const pressed = spelled(event);
  for (const scope of scopes) {
    const found = KEYS.find((key) => key.where.includes(scope) && key.keys.includes(pressed));
    if (found) return found.action;
  }
  return undefined;
}

/** A key press as the table writes it: `j`, `A`, `ctrl-l`, `pagedown`. */
export function spelled({ name, ctrl, meta, shift }: KeyEvent): string {
  const shifted = shift && [...name].length > 1 ? 'shift-' : '';
  return `${ctrl ? 'ctrl-' : ''}${meta ? 'meta-' : ''}${shifted}${name}`;
}

/** Whether a key changes something: those are never taken from a burst of keys, which may be a paste. */
export function changesSomething(event: KeyEvent): boolean {
  return /^\p{Lu}$/u.test(event.name) && !event.ctrl && !event.meta && !['G', 'N'].includes(event.name);
}
