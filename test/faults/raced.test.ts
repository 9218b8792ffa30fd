// Four agents and an owner on one repository, with plain git, an editor and held locks in between.
// DOCKET_RACES says how many operations there are (5,000 in `npm run faults`).
import { cpSync } from 'node:fs';
import { expect, test } from 'vitest';
import { agent, decider, drain, hands, type Race, turns } from './race-actors.ts';
import { AGENTS, makeWorld, newLedger, verdict } from './race-world.ts';
import { randomFrom } from './random.ts';

const WHOLE = process.env.DOCKET_FAULTS === 'whole';
const OPERATIONS = Number(process.env.DOCKET_RACES ?? (WHOLE ? 5_000 : 60));
const SEED = Number(process.env.DOCKET_SEED ?? Date.now() % 1_000_000);

test(`S20, S24: ${AGENTS} agents, an owner and git at once: each proposal ends once, nothing is lost (DOCKET_SEED=${SEED})`, {
  timeout: WHOLE ? 4 * 3_600_000 : 120_000,
}, async () => {
  const { root } = makeWorld();
  const ledger = newLedger();
  const race: Race = { root, ledger, faults: [], turn: turns(OPERATIONS) };
  await Promise.all([
    ...Array.from({ length: AGENTS }, (_, n) => agent(race, n, randomFrom(SEED + n))),
    decider(race, randomFrom(SEED + 10)),
    hands(race, randomFrom(SEED + 20)),
  ]);
  await drain(race);
  if (WHOLE) console.log(JSON.stringify(ledger.counts, null, 1));
  const faults = [...race.faults, ...(await verdict(root, ledger))];
  const { DOCKET_KEEP } = process.env;
  if (faults.length > 0 && DOCKET_KEEP) cpSync(root, DOCKET_KEEP, { recursive: true });
  expect(faults).toEqual([]);
});
