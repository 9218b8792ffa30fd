// Lists within the items of a list, cut so that every item can be told.
import type { Answer } from './answer.ts';

/** So many entries of a list within an item are left before items themselves are left out. */
const FEWEST = 4;

/**
 * The output with lists inside of list items cut evenly, to the greatest length that fits, at least four entries;
 * a warning says of each how many are shown. The output itself where no item holds a longer list.
 */
export function thinned(output: Answer, fits: (output: Answer) => boolean): Answer {
  const longest = Math.max(...innerLists(output).map(({ list }) => list.length), 0);
  if (longest <= FEWEST) return output;
  let [shown, tooMany] = [FEWEST, longest];
  while (tooMany - shown > 1) {
    const middle = Math.floor((shown + tooMany) / 2);
    if (fits(cutTo(output, middle))) shown = middle;
    else tooMany = middle;
  }
  return cutTo(output, shown);
}

interface InnerList {
  readonly name: string;
  readonly list: readonly unknown[];
}

function innerLists(output: Answer): InnerList[] {
  return Object.entries(output).flatMap(([name, items]) =>
    Array.isArray(items) && name !== 'warnings'
      ? items.flatMap((item) => listsOf(item).map(([key, list]) => ({ name: `${name}.${key}`, list })))
      : [],
  );
}

function listsOf(item: unknown): [string, readonly unknown[]][] {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return [];
  return Object.entries(item).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
}

function cutTo(output: Answer, most: number): Answer {
  const cut = Object.entries(output).map(([name, items]) =>
    Array.isArray(items) && name !== 'warnings'
      ? [name, items.map((item) => cutItem(item, most))]
      : [name, items],
  );
  const warnings = [...((output.warnings as readonly unknown[] | undefined) ?? []), ...saidOf(output, most)];
  return { ...Object.fromEntries(cut), warnings };
}

function cutItem(item: unknown, most: number): unknown {
  const short = listsOf(item).map(([key, list]) => [key, list.slice(0, most)]);
  return short.length === 0 ? item : { ...(item as object), ...Object.fromEntries(short) };
}

function saidOf(output: Answer, most: number): string[] {
  const lists = innerLists(output);
  return [...new Set(lists.map(({ name }) => name))].flatMap((name) => {
    const lengths = lists.filter((each) => each.name === name).map(({ list }) => list.length);
    const [shown, all] = [sum(lengths.map((length) => Math.min(length, most))), sum(lengths)];
    return shown < all ? [`${name}: ${shown} of ${all} are shown; the answer would be too long.`] : [];
  });
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0);
}
