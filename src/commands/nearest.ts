/** The names that were probably meant, best first, at most three; none when nothing is near. */
export function nearest(typed: string, names: readonly string[]): string[] {
  const short = typed.slice(0, 60).toLowerCase();
  const limit = Math.max(1, Math.floor(short.length / 3));
  return names
    .map((name) => ({ name, far: distance(short, name.toLowerCase()) }))
    .filter(({ name, far }) => far <= limit || (short.length > 2 && name.toLowerCase().startsWith(short)))
    .sort((a, b) => a.far - b.far || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name);
}

// Edit distance where two swapped neighbours count once (Damerau, optimal string alignment).
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, before[j - 2]! + 1);
    }
    before = last;
    last = row;
  }
  return last[b.length]!;
}
