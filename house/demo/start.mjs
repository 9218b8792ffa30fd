// `npm start`: a tea house with three docs, an agent that proposes three changes over the Model Context Protocol,
// and an owner who has edits of their own. In a terminal you are the owner, in docket's terminal. Without one (or
// in CI) the owner's part is played on the command line, every outcome is checked, and the exit status says
// whether all went as told. Everything happens in a temporary folder, which is gone at the end.
//
// --program <file>  plays with another build of docket than dist/docket.js
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { startAgent } from './agent.mjs';
import { inTerminal } from './in-terminal.mjs';
import { onCommandLine } from './on-command-line.mjs';
import { makeTeaHouse } from './tea-house.mjs';
import { Told, tell } from './tell.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const named = process.argv.indexOf('--program');
const program = named > 0 ? resolve(process.argv[named + 1] ?? '') : join(root, 'dist/docket.js');
const attended =
  process.stdin.isTTY && process.stdout.isTTY && !process.env.CI && process.env.TERM !== 'dumb';

if (!existsSync(program)) {
  console.error(`${program} is not there. npm run build makes it; npm start does so by itself.`);
  process.exit(1);
}

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'docket-demo-')));
let agent;
// The agent's server goes first: it would write into the folder while that is being removed.
async function leave() {
  await agent?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
for (const [signal, status] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }))
  process.on(signal, () => leave().finally(() => process.exit(status)));

try {
  tell.title('docket', 'agents propose, the owner approves, nobody’s edit is lost');
  const house = makeTeaHouse(join(folder, 'tea-house'), program);
  tell.note(`A tea house with three docs, in ${house.path} (gone when this ends).`);
  agent = await startAgent(house);
  process.exitCode = await (attended ? inTerminal : onCommandLine)({ house, agent });
} catch (error) {
  const isTold = error instanceof Told;
  tell.failed(isTold ? error.message : (error?.stack ?? String(error)));
  if (agent?.log()) tell.note(`The agent’s server said: ${agent.log()}`);
  process.exitCode = 1;
} finally {
  await leave();
}
