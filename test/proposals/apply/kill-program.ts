// A process of the owner's: `<root> approve <id> [<step>]` approves and is killed after the step; `<root> recover`.
import { randomUUID } from 'node:crypto';
import { applyWatched } from '../../../src/proposals/apply/apply.ts';
import { mergeFileBytes } from '../../../src/proposals/apply/late.ts';
import { preflight } from '../../../src/proposals/index.ts';
import { type Givens, openRepo, recoverLandings } from '../../../src/repo/index.ts';

const [root = '', act, id = '', kill] = process.argv.slice(2);
const givens: Givens = { now: () => new Date(), uuid: () => randomUUID() };
const repo = await openRepo(root);
try {
  if (act === 'recover') {
    process.stdout.write(JSON.stringify(await recoverLandings(repo, givens, mergeFileBytes)));
  } else {
    const { token } = await preflight(repo, id);
    const done = await applyWatched(repo, { proposal: id, token }, givens, {
      at: (step) => {
        if (step === kill) process.kill(process.pid, 'SIGKILL');
      },
    });
    process.stdout.write(JSON.stringify(done));
  }
} catch (error) {
  process.stdout.write(
    JSON.stringify({ refused: (error as { code?: string }).code, message: String(error) }),
  );
  process.exitCode = 1;
}
await repo.close();
