/** Short forms for daily work, each another way to write one command. */
export const SHORTS: Readonly<Record<string, string>> = {
  approve: 'proposal.apply',
  diff: 'proposal.diff',
  list: 'proposal.list',
  log: 'event.list',
  preflight: 'proposal.preflight',
  redo: 'proposal.redo',
  reject: 'proposal.reject',
  save: 'doc.save',
  show: 'proposal.show',
  status: 'doc.status',
  undo: 'proposal.undo',
};

/** The command name that a word stands for: a short form's, else the word itself. */
export function longForm(word: string): string {
  return Object.hasOwn(SHORTS, word) ? SHORTS[word]! : word;
}

/** The short form of a command, where it has one. */
export function shortOf(name: string): string | undefined {
  return Object.keys(SHORTS).find((short) => SHORTS[short] === name);
}
