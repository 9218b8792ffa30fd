import type { Hunk } from './hunk.ts';

/** Reads hunks off the marks: between them, line by line, stands what both texts have. */
export function hunksOf(inBase: Uint8Array, inSide: Uint8Array): Hunk[] {
  const hunks: Hunk[] = [];
  const [baseEnd, sideEnd] = [inBase.length - 1, inSide.length - 1];
  for (let base = 0, side = 0; base < baseEnd || side < sideEnd; base++, side++) {
    const [baseFrom, sideFrom] = [base, side];
    while (inBase[base]) base++;
    while (inSide[side]) side++;
    if (base > baseFrom || side > sideFrom) hunks.push({ base: [baseFrom, base], side: [sideFrom, side] });
  }
  return hunks;
}
