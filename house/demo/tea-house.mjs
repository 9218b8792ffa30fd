// The sample repository, made with plain git, and the programs that are run in it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { Told } from './tell.mjs';

const DOCS = {
  'welcome.md': `# The Kettle

A small tea house by the harbour.
We close when the last pot is emty.
`,
  'menu.md': `# Menu

Green tea ......... 3.00
Black tea ......... 3.00
Mint tea .......... 3.50

Scones ............ 2.50
Apple cake ........ 4.00
`,
  'hours.md': `# Hours

Monday to Friday .. 9 to 18
Saturday .......... 10 to 17
Sunday ............ closed
`,
};

/** What the agent changes: each doc with its old and new text, and what it says about it. */
export const PROPOSED = [
  { doc: 'welcome.md', oldText: 'emty', newText: 'empty', summary: 'Fix a typo in the welcome' },
  {
    doc: 'menu.md',
    oldText: 'Apple cake ........ 4.00\n',
    newText: 'Apple cake ........ 4.00\nLemon tart ........ 4.50\n',
    summary: 'Put lemon tart on the menu',
  },
  { doc: 'hours.md', oldText: '10 to 17', newText: '10 to 20', summary: 'Stay open longer on Saturday' },
];

/** What the owner changes meanwhile and does not commit. */
export const OWNERS = [
  { doc: 'menu.md', oldText: 'Green tea ......... 3.00', newText: 'Green tea ......... 3.20' },
  { doc: 'hours.md', oldText: '10 to 17', newText: '9 to 17' },
];

/** A repository with the docs committed, and ways to run git and docket in it. */
export function makeTeaHouse(path, program) {
  mkdirSync(path, { recursive: true });
  const env = environment();
  const run = (command, args) => {
    const done = spawnSync(command, args, { cwd: path, env, encoding: 'utf8' });
    if (done.error) throw new Told(`${command} could not be run: ${done.error.message}`);
    return { status: done.status, stdout: done.stdout, stderr: done.stderr };
  };
  const git = (...args) => {
    const done = run('git', args);
    if (done.status !== 0) throw new Told(`git ${args.join(' ')} failed: ${done.stderr || done.stdout}`);
    return done.stdout.trimEnd();
  };
  const house = {
    path,
    program,
    env,
    git,
    docket: (...args) => run(process.execPath, [program, ...args]),
    read: (doc) => readFileSync(join(path, doc), 'utf8'),
    change: ({ doc, oldText, newText }) =>
      writeFileSync(join(path, doc), house.read(doc).replace(oldText, newText)),
  };
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'Olive Owner');
  git('config', 'user.email', 'olive@example.com');
  for (const [doc, text] of Object.entries(DOCS)) writeFileSync(join(path, doc), text);
  git('add', '-A');
  git('commit', '-q', '-m', 'Open the tea house');
  return house;
}

/** The text of a doc with changes made to it. */
export function changed(doc, ...changes) {
  return changes.reduce((text, { oldText, newText }) => text.replace(oldText, newText), DOCS[doc]);
}

// Nobody's own settings of git play a part: no hooks, no signing, no identity but the sample's.
function environment() {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  return { ...Object.fromEntries(kept), GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: '1' };
}
