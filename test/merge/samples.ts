// Texts as people and programs write them, and edits of them, drawn from a seed.

/** A whole number from 0 up to, not including, the bound. */
export type Draw = (bound: number) => number;

/** A row of numbers that a seed stands for (mulberry32). */
export function drawn(seed: number): Draw {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

const WORDS = ['the', 'doc', 'merge', 'line', 'text', 'agent', 'owner', 'branch', 'a', 'of', 'is', 'to'];

const LINES: Record<string, (draw: Draw) => string> = {
  prose: (draw) => (draw(3) === 0 ? '' : sentence(draw, 2 + draw(8))),
  list: (draw) => `- ${sentence(draw, 1 + draw(2))}`,
  json: (draw) => ['  },', '  {', `  "${sentence(draw, 1)}": ${draw(20)},`, '    ],'][draw(4)]!,
  code: (draw) =>
    ['}', '', `  return ${sentence(draw, 1)};`, `function ${sentence(draw, 1)}() {`, '  }'][draw(5)]!,
  letters: (draw) => 'abc'[draw(3)]!,
};

function sentence(draw: Draw, length: number): string {
  return Array.from({ length }, () => WORDS[draw(WORDS.length)]!).join(' ');
}

/** So many lines of one kind of text. */
export function words(draw: Draw, count: number): string[] {
  const kinds = Object.values(LINES);
  const line = kinds[draw(kinds.length)]!;
  return Array.from({ length: count }, () => line(draw));
}

/** The lines after so many insertions, deletions, rewrites, small edits and moves. */
export function edits(draw: Draw, lines: readonly string[], count: number): string[] {
  const text = [...lines];
  for (let at = 0; at < count; at++) {
    const [place, size] = [draw(text.length + 1), 1 + draw(3)];
    const kind = draw(5);
    if (kind === 0) text.splice(place, 0, ...words(draw, size));
    else if (kind === 1) text.splice(place, size);
    else if (kind === 2) text.splice(place, size, ...words(draw, 1 + draw(3)));
    else if (kind === 3 && place < text.length) text[place] = `${text[place]} x`;
    else text.splice(draw(text.length + 1), 0, ...text.splice(place, size));
  }
  return text;
}
