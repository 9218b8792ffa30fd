// A process of the owner's: `<root> undo|redo <id> [<step>]` is killed after the step; `<root> recover`.
import { randomUUID } from 'node:crypto';
import { mergeFileBytes } from '../../../src/proposals/apply/late.ts';
import { redoWatched } from '../../../src/proposals/undo/redo.ts';
import { undoWatched } from '../../../src/proposals/undo/undo.ts';
import { type Givens, openRepo, recoverLandings } from '../../../src/repo/index.ts';

const [root = '', act, proposal = '', kill] = process.argv.slice(2);
const givens: Givens = { now: () => new Date(), uuid: () => randomUUID() };
const repo = await openRepo(root);
const at = (step: string) => {
  if (step === kill) process.kill(process.pid, 'SIGKILL');
};
const done =
  act === 'recover'
    ? await recoverLandings(repo, givens, mergeFileBytes)
    : await (act === 'undo' ? undoWatched : redoWatched)(repo, { proposal }, givens, { at });
process.stdout.write(JSON.stringify(done));
await repo.close();
