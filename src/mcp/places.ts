/** Folders of this machine, and what stands for each in an answer: an agent knows paths of the repository only. */
export type Places = ReadonlyMap<string, string>;

/** The value with every such folder in any of its texts replaced: `<root>/a.md` becomes `a.md`, the root itself `.`. */
export function withoutPlaces<T>(value: T, places: Places): T {
  const known = [...places].filter(([place]) => place.length > 1).sort(([a], [b]) => b.length - a.length);
  return known.length === 0 ? value : (hidden(value, known) as T);
}

type Known = readonly (readonly [string, string])[];

function hidden(value: unknown, places: Known): unknown {
  if (typeof value === 'string') return hiddenText(value, places);
  if (Array.isArray(value)) return value.map((each) => hidden(each, places));
  if (typeof value !== 'object' || value === null) return value;
  const shown = Object.entries(value).map(([key, each]) => [hiddenText(key, places), hidden(each, places)]);
  return Object.fromEntries(shown);
}

function hiddenText(text: string, places: Known): string {
  return places.reduce((shown, [place, as]) => {
    if (!shown.includes(place)) return shown;
    // A folder that only begins with the same letters is another one.
    const whole = new RegExp(`${place.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(/|(?![\\w-]|\\.\\w))`, 'g');
    return shown.replace(whole, (_, slash: string) => (slash ? (as === '.' ? '' : `${as}/`) : as));
  }, text);
}
