// All faults in full: every write of every act, 2,000 kills at random instants, 5,000 operations at once, 1,000
// sequences against the model. DOCKET_SEED repeats a run.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
const env = { ...process.env, DOCKET_FAULTS: 'whole' };
const args = [
  'run',
  'test/faults',
  '--no-file-parallelism',
  '--disable-console-intercept',
  ...process.argv.slice(2),
];
process.exit(spawnSync(process.execPath, [vitest, ...args], { stdio: 'inherit', env }).status ?? 1);
