// The doors that stay open, as help and the front desk know them.
import type { Flag, Grammar } from './grammar.ts';

export interface DoorCard {
  readonly name: 'help' | 'mcp' | 'session' | 'tui';
  readonly usage: string;
  readonly summary: string;
  readonly detail: string;
  readonly grammar: Grammar;
}

export const DOORS: readonly DoorCard[] = [
  {
    name: 'help',
    usage: 'docket help [<command>…]',
    summary: 'Show help for everything, for a noun or for a command',
    detail: 'A command may be written as two words, with a dot, or in its short form.',
    grammar: { flags: [], positional: [] },
  },
  {
    name: 'mcp',
    usage: 'docket mcp [--repo <dir>]',
    summary: 'Serve agents over the Model Context Protocol on standard input and output',
    detail:
      'Every command that anyone may call is a tool; what only the owner decides is not. ' +
      'An agent’s doc_save makes a proposal, never a commit on your branch.',
    grammar: {
      flags: [flag('repo', 'The repository to serve, wherever the server is started.')],
      positional: [],
    },
  },
  {
    name: 'session',
    usage: 'docket session',
    summary: 'Keep docs open and take one command a line, until the input ends',
    detail:
      'When standard input is no terminal each line is JSON: {"id"?, "command": "doc.read", "input": {…}}. ' +
      'It is answered by one line, {"id", "ok": true, "result"} or {"id", "ok": false, "refusal"}; what happens ' +
      'meanwhile comes as {"event"}. In a terminal, type commands as on the command line.',
    grammar: { flags: [], positional: [] },
  },
  {
    name: 'tui',
    usage: 'docket [tui]',
    summary: 'Open the terminal: proposals, their diffs, open docs',
    detail: 'This is what docket alone does in a terminal. Without one, docket alone prints help.',
    grammar: { flags: [], positional: [] },
  },
];

function flag(name: string, says: string): Flag {
  return { name, field: name, spec: { name, type: 'text', required: false, says }, desk: true };
}
