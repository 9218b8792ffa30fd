import { expect, test } from 'vitest';
import { exitStatusOf, REFUSALS, Refusal, refuse } from '../src/refusal.ts';

test('S49: the refusal codes are these, and each says when it happens', () => {
  expect(Object.keys(REFUSALS).sort()).toMatchSnapshot();
  for (const when of Object.values(REFUSALS)) expect(when).toMatch(/^[a-z].{10,}[^.]$/);
});

test('a refusal carries code, sentence, details and hint', () => {
  const refusal = caught(() =>
    refuse('dirty', 'a.md has 2 edits.', { details: { edits: 2 }, hint: 'Save them.' }),
  );
  expect(refusal).toBeInstanceOf(Refusal);
  expect({ ...(refusal as Refusal) }).toMatchObject({
    code: 'dirty',
    details: { edits: 2 },
    hint: 'Save them.',
  });
  expect((refusal as Refusal).message).toBe('a.md has 2 edits.');
});

test('S72: misuse exits 2, every other refusal 1', () => {
  for (const code of Object.keys(REFUSALS) as (keyof typeof REFUSALS)[])
    expect(exitStatusOf(new Refusal(code, 'x'))).toBe(code === 'invalid_input' ? 2 : 1);
});

function caught(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
