// Approves proposals of a repository, one after the other, while others do the same and the owner works on:
// `<root> <id>…`. Prints how often it had to begin again.
import { randomUUID } from 'node:crypto';
import { applyProposal, preflight } from '../../../src/proposals/index.ts';
import { type Givens, openRepo } from '../../../src/repo/index.ts';

const AGAIN = ['changed_since_review', 'locked', 'target_moved', 'interrupted_apply'];

const [root = '', ...ids] = process.argv.slice(2);
const givens: Givens = { now: () => new Date(), uuid: () => randomUUID() };
const repo = await openRepo(root);
const again: Record<string, number> = {};
for (const id of ids) {
  for (;;) {
    try {
      const { token } = await preflight(repo, id);
      await applyProposal(repo, { proposal: id, token }, givens);
      break;
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (!AGAIN.includes(code)) throw error;
      again[code] = (again[code] ?? 0) + 1;
    }
  }
}
await repo.close();
process.stdout.write(JSON.stringify(again));
