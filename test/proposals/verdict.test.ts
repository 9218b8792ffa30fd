import { expect, test } from 'vitest';
import type { Landing } from '../../src/proposals/outcome/landing.ts';
import { decidingEvent, type VerdictFacts, verdict } from '../../src/proposals/outcome/verdict.ts';
import type { ReviewEvent } from '../../src/proposals/reviews.ts';

const TIP = 'a'.repeat(40);
const OWNER = { name: 'Olive', role: 'owner' } as const;

function event(kind: string, more: Partial<ReviewEvent> = {}): ReviewEvent {
  return {
    version: 1,
    id: kind,
    kind,
    proposal: 'p',
    revision: 1,
    tip: TIP,
    at: '2026-01-01T00:00:00Z',
    by: OWNER,
    ...more,
  };
}

function landing(more: Partial<Landing> = {}): Landing {
  const by = { name: 'Git', email: 'g@x', at: '2026-01-02T00:00:00Z', zone: '+0000' };
  return {
    how: 'bytes',
    landed: 2,
    of: 2,
    docs: { 'a.md': 'applied' },
    oid: 'c'.repeat(40),
    by,
    named: false,
    ...more,
  };
}

const merged = (more: Partial<Landing> = {}) => landing({ how: 'merged', named: true, ...more });
const NONE: Omit<VerdictFacts, 'branch'> = { tip: TIP, landing: null, events: [] };

const ROWS: [string, Partial<VerdictFacts> & Pick<VerdictFacts, 'branch'>, Record<string, unknown>][] = [
  ['the branch is there, nothing else is known', { branch: 'here' }, { outcome: 'pending' }],
  ['the branch moved on', { branch: 'moved' }, { outcome: 'pending' }],
  ['gone and nowhere', { branch: 'gone' }, { outcome: 'removed', by: { name: 'unknown', role: 'unknown' } }],
  [
    'S28: merged, the branch is there',
    { branch: 'here', landing: merged() },
    { outcome: 'applied', branchLeft: true },
  ],
  [
    'S29: merged without its content',
    { branch: 'gone', landing: merged({ landed: 0 }) },
    { outcome: 'rejected' },
  ],
  [
    'S29: merged with some of it, the branch gone',
    { branch: 'gone', landing: merged({ landed: 1 }) },
    { outcome: 'applied', partial: { landed: 1, of: 2 } },
  ],
  [
    'S30: some hunks, the branch is there',
    { branch: 'here', landing: landing({ landed: 1 }) },
    { outcome: 'pending', partial: { landed: 1, of: 2 } },
  ],
  [
    'S30: some hunks, the branch gone',
    { branch: 'gone', landing: landing({ landed: 1 }) },
    { outcome: 'applied', partial: { landed: 1, of: 2 } },
  ],
  [
    'S29: there once, reverted since',
    { branch: 'gone', landing: landing({ since: 'reverted' }) },
    { outcome: 'applied', since: 'reverted' },
  ],
  [
    'S31: on the upstream only',
    { branch: 'gone', upstream: { on: 'origin/main', landing: landing() } },
    { outcome: 'applied', on: 'origin/main' },
  ],
  [
    'S31: on disk or staged only',
    { branch: 'gone', uncommitted: true },
    { outcome: 'applied', uncommitted: true },
  ],
  [
    'S33: an event tells who and why',
    { branch: 'gone', events: [event('rejected', { reason: 'no' })] },
    { outcome: 'rejected', by: OWNER, reason: 'no' },
  ],
  [
    'S12: an event, the branch left behind',
    { branch: 'here', events: [event('rejected')] },
    { outcome: 'rejected', branchLeft: true },
  ],
  [
    'S33: verified bytes beat a rejection',
    { branch: 'gone', landing: merged(), events: [event('rejected')] },
    { outcome: 'applied' },
  ],
  [
    'S33: bytes that came after a rejection beat it',
    { branch: 'gone', landing: landing(), events: [event('rejected')], twin: false },
    { outcome: 'applied' },
  ],
  [
    'S33: bytes that another brought before do not',
    { branch: 'gone', landing: landing(), events: [event('rejected')], twin: true },
    { outcome: 'rejected' },
  ],
  [
    'S33: an apply recorded, its bytes there',
    { branch: 'gone', landing: merged(), events: [event('applied')] },
    { outcome: 'applied', by: OWNER },
  ],
  [
    'S33: an apply recorded, the target reset since',
    { branch: 'gone', events: [event('applied')] },
    { outcome: 'applied', since: 'reverted' },
  ],
  [
    'S33: a partial apply recorded',
    {
      branch: 'gone',
      landing: landing({ landed: 1 }),
      events: [event('applied', { applied: { oid: TIP, target: 'main', partial: { landed: 1, of: 2 } } })],
    },
    { outcome: 'applied', partial: { landed: 1, of: 2 }, oid: TIP },
  ],
  [
    'S12: reopened after a rejection',
    { branch: 'here', events: [event('rejected'), event('reopened')] },
    { outcome: 'pending' },
  ],
  [
    'S66: unknown kinds are passed over',
    { branch: 'here', events: [event('painted')] },
    { outcome: 'pending' },
  ],
];

test.each(ROWS)('%s', (_, facts, wanted) => {
  const outcome = verdict({ ...NONE, ...facts });
  expect(outcome).toMatchObject(wanted);
  for (const key of ['since', 'partial', 'on', 'uncommitted', 'branchLeft'] as const) {
    if (!(key in wanted)) expect(outcome[key], key).toBeUndefined();
  }
});

test('S33: between events applied comes before rejected, withdrawn and superseded, then the lowest id', () => {
  const all = [
    event('superseded'),
    event('withdrawn'),
    event('rejected', { id: 'b' }),
    event('rejected', { id: 'a' }),
  ];
  expect(decidingEvent(all)?.id).toBe('a');
  expect(decidingEvent([...all, event('applied')])?.kind).toBe('applied');
  expect(decidingEvent([event('superseded'), event('withdrawn')])?.kind).toBe('withdrawn');
  expect(
    decidingEvent([event('rejected'), event('reopened'), event('rejected', { id: 'z' })]),
  ).not.toBeNull();
});

test('S33: clocks never decide', () => {
  const late = event('rejected', { id: 'a', at: '2030-01-01T00:00:00Z' });
  const early = event('withdrawn', { id: 'b', at: '2020-01-01T00:00:00Z' });
  expect(decidingEvent([early, late])?.kind).toBe('rejected');
  expect(decidingEvent([late, early])?.kind).toBe('rejected');
});
