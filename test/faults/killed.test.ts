// Each act is killed at its writes and at random instants; the next command brings the state before or after.
// DOCKET_KILLS says how many random instants there are (2,000 in `npm run faults`, which also kills at every write).
import { rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Instant, killedAt, type Prepared, prepared } from './kill.ts';
import { ACTS } from './kill-acts.ts';
import { randomFrom } from './random.ts';

const WHOLE = process.env.DOCKET_FAULTS === 'whole';
const KILLS = Number(process.env.DOCKET_KILLS ?? (WHOLE ? 2_000 : 10));
const SEED = Number(process.env.DOCKET_SEED ?? Date.now() % 1_000_000);
/** Writes that the suite stops at, of each act: others on other days. */
const FEW = 2;
const AT_ONCE = 2;

describe(`S21: kill -9 (DOCKET_SEED=${SEED})`, () => {
  test.each(ACTS.map((act, nth) => ({ name: act.name, act, nth })))(
    '$name: before or after, nothing lost, nothing left',
    { timeout: WHOLE ? 4 * 3_600_000 : 60_000 },
    async ({ act, nth }) => {
      const ready = prepared(act);
      const random = randomFrom(SEED + nth);
      try {
        const instants = [...atWrites(ready, random), ...atRandom(random)];
        const told: string[] = [];
        const seen: Record<string, number> = {};
        let next = 0;
        const worker = async () => {
          for (let i = next++; i < instants.length; i = next++) {
            const instant = instants[i]!;
            const { state, faults, killed } = await killedAt(ready, instant, i);
            const how = `${killed ? '' : 'not killed, '}${state}`;
            seen[how] = (seen[how] ?? 0) + 1;
            const where = 'write' in instant ? ready.writes[instant.write - 1] : '';
            if (faults.length > 0) told.push(`${JSON.stringify(instant)} ${where}\n  ${faults.join('\n  ')}`);
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, worker));
        if (WHOLE) console.log(`${act.name}: ${ready.writes.length} writes, ${JSON.stringify(seen)}`);
        expect(told.join('\n')).toBe('');
      } finally {
        if (!process.env.DOCKET_KEEP) rmSync(ready.folder, { recursive: true, force: true, maxRetries: 5 });
      }
    },
  );
});

function atWrites({ writes, act: { always } }: Prepared, random: () => number): Array<Instant> {
  const all = writes.flatMap((what, i) => [
    { write: i + 1, torn: false },
    ...(what.startsWith('torn ') ? [{ write: i + 1, torn: true }] : []),
  ]);
  if (WHOLE) return all;
  const known = all.filter(({ write }) => always?.test(writes[write - 1]!));
  return [
    ...known,
    ...Array.from({ length: FEW - known.length }, () => all[Math.floor(random() * all.length)]!),
  ];
}

function atRandom(random: () => number): Instant[] {
  const count = Math.ceil(KILLS / ACTS.length);
  return Array.from({ length: count }, () => ({
    part: random(),
    recoverAtOnce: random() < 0.5,
  }));
}
