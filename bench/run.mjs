// `npm run bench` measures every row; `npm run bench -- merge` only those whose name or file fits the word.
import { writeFileSync } from 'node:fs';

const FILES = ['start', 'mcp', 'merge'];
const [wanted = '', json] = process.argv.slice(2);

const all = [];
for (const file of FILES) {
  const { rows } = await import(`./${file}.mjs`);
  if (!wanted || file.includes(wanted)) all.push(...(await rows()));
}
print(all);
if (json) writeFileSync(json, `${JSON.stringify(all, undefined, 2)}\n`);

function print(rows) {
  const lines = rows.map((each) => [
    each.row,
    `${each.ours.toFixed(1)} ms`,
    `${each.theirs.toFixed(1)} ms`,
    each.ratio.toFixed(2),
    `≤ ${each.goal}`,
    each.ratio <= each.goal ? 'met' : 'over',
    each.against ?? '',
  ]);
  const head = ['row', 'docket', 'against', 'ratio', 'goal', '', 'against what'];
  const widths = head.map((word, at) => Math.max(word.length, ...lines.map((line) => line[at].length)));
  for (const line of [head, ...lines])
    console.log(
      line
        .map((cell, at) => cell.padEnd(widths[at]))
        .join('  ')
        .trimEnd(),
    );
}
