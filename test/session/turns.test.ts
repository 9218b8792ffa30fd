import { expect, test } from 'vitest';
import { makeQueue } from '../../src/session/turns.ts';

const later = () => new Promise<void>((resolve) => setImmediate(resolve));

test('work runs one at a time, in order, and a failure ends only its own turn', async () => {
  const queue = makeQueue();
  const seen: string[] = [];
  const one = (name: string, fails = false) =>
    queue(async () => {
      seen.push(`${name} begins`);
      await later();
      seen.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const all = await Promise.allSettled([one('a'), one('b', true), one('c')]);
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('work inside a turn runs at once; what a turn left running waits like anyone else', async () => {
  const queue = makeQueue();
  const seen: string[] = [];
  let left: Promise<unknown> = Promise.resolve();
  await queue(async () => {
    await queue(async () => void seen.push('inside'));
    left = later().then(() => queue(async () => void seen.push('left running')));
    seen.push('turn');
  });
  const next = queue(async () => {
    await later();
    await later();
    seen.push('next');
  });
  await Promise.all([left, next]);
  expect(seen).toEqual(['inside', 'turn', 'next', 'left running']);
});
