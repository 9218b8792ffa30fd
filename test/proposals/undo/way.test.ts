// What undo decides from facts alone.
import { describe, expect, test } from 'vitest';
import { decidingEvent, reopeningOf, standingEnds, verdict } from '../../../src/proposals/outcome/verdict.ts';
import type { Reopening, ReviewEvent } from '../../../src/proposals/reviews.ts';
import { type WayFacts, wayOf } from '../../../src/proposals/undo/way.ts';

const THERE: WayFacts = { there: true, merged: true, exact: true, held: [] };

test.each<[string, WayFacts, string]>([
  ['the target is at what the apply made, nobody else holds it', THERE, 'back'],
  ['a tag holds it', { ...THERE, held: ['the tag v1'] }, 'revert'],
  ['the target went on', { ...THERE, exact: false }, 'revert'],
  ['squashed: the tip itself is not in the target', { ...THERE, merged: false }, 'back'],
  ['nothing had landed', { ...THERE, there: false, merged: false, exact: false }, 'reopen'],
  ['it was reverted: merging the tip lands nothing', { ...THERE, there: false, exact: false }, 'again'],
])('S22: %s: %j is %s', (_, facts, way) => {
  expect(wayOf(facts)).toBe(way);
});

const TIP = 'a'.repeat(40);
const OWNER = { name: 'Olive', role: 'owner' } as const;

function event(kind: string, id: string, reopened?: Reopening): ReviewEvent {
  const at = '2026-01-01T00:00:00Z';
  return {
    ...{ version: 1, id, kind, proposal: 'p', revision: 1, tip: TIP, at, by: OWNER },
    ...(reopened ? { reopened } : {}),
  };
}

const reopening = (id: string, ...undoes: string[]) =>
  event('reopened', id, { undoes, how: 'back', targetOid: null });

describe('S33: which end counts', () => {
  test.each<[string, ReviewEvent[], string | null]>([
    ['one end', [event('applied', 'a')], 'a'],
    ['taken back', [event('applied', 'a'), reopening('r', 'a')], null],
    ['and applied again', [event('applied', 'a'), reopening('r', 'a'), event('applied', 'b')], 'b'],
    [
      'and taken back again',
      [event('applied', 'a'), reopening('r', 'a'), event('applied', 'b'), reopening('s', 'b')],
      null,
    ],
    [
      'two clones ended it, one end is taken back: the other counts, whatever the clocks say',
      [event('applied', 'a'), event('rejected', 'b'), reopening('r', 'a')],
      'b',
    ],
    [
      'two clones took the same end back',
      [event('applied', 'a'), reopening('r', 'a'), reopening('s', 'a')],
      null,
    ],
    ['nothing recorded was taken back', [reopening('r'), event('rejected', 'b')], 'b'],
    [
      'a reopening of another docket, that names none',
      [event('rejected', 'a'), event('reopened', 'r')],
      null,
    ],
  ])('S33: %s', (_, events, id) => {
    expect(decidingEvent(events)?.id ?? null).toBe(id);
    expect(standingEnds(events).length > 0).toBe(id !== null);
    expect(reopeningOf(events) === null).toBe(id !== null);
  });

  test('S33: what was over when it was reopened ends it no more; what came since does', () => {
    const by = { name: 'Git', email: 'g@x', at: '2026-01-02T00:00:00Z', zone: '+0000' };
    const landing = {
      ...{ how: 'merged' as const, landed: 2, of: 2, docs: {}, oid: TIP, by, named: true },
      since: 'reverted' as const,
    };
    const facts = { tip: TIP, branch: 'here', landing, events: [reopening('r')] } as const;
    expect(verdict({ ...facts, over: true })).toMatchObject({
      outcome: 'pending',
      reopened: { by: OWNER },
    });
    expect(verdict({ ...facts, over: false })).toMatchObject({ outcome: 'applied', since: 'reverted' });
  });
});
