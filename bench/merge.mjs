// merge3 in a running process against a `git merge-file` process on the same three files.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { inTurnAsync } from './measure.mjs';

const root = join(import.meta.dirname, '..');
const PAGES = 30;

export async function rows() {
  const folder = mkdtempSync(join(tmpdir(), 'docket-bench-merge-'));
  const { merge3 } = await bundled(folder);
  const draw = drawn(1);
  const found = [];
  for (const { row, goal, runs, triples } of works(draw)) {
    const files = triples.map((triple, at) => written(folder, `${at}`, triple));
    const figures = await inTurnAsync(
      () => took(() => triples.map(({ base, ours, theirs }) => merge3(base, ours, theirs))),
      () => took(() => files.map(mergeFile)),
      { runs, warmUp: 2 },
    );
    found.push({ row, goal, against: 'git merge-file, a process', ...figures });
  }
  rmSync(folder, { recursive: true, force: true });
  return found;
}

function works(draw) {
  const long = Array.from({ length: 100_000 }, () => prose(draw));
  const other = long.map(() => prose(draw));
  const letters = () => Array.from({ length: 100_000 }, () => 'abc'[draw(3)]);
  return [
    {
      row: `merge ${PAGES} docs as in real merges`,
      goal: 0.1,
      runs: 15,
      triples: Array.from({ length: PAGES }, () => page(draw)),
    },
    {
      row: 'merge few edits in 100,000 lines',
      goal: 0.2,
      runs: 15,
      triples: [triple(long, edited(draw, long, 6), edited(draw, long, 6))],
    },
    {
      row: 'merge a rewrite of 100,000 lines',
      goal: 3,
      runs: 7,
      triples: [triple(long, other, edited(draw, long, 6))],
    },
    {
      row: 'merge 100,000 lines of 3 different ones',
      goal: 3,
      runs: 5,
      triples: [triple(letters(), letters(), letters())],
    },
  ];
}

/** A doc of 100 to 1,200 lines and two edits of a few places each: the sizes of 38,680 real two-sided merges. */
function page(draw) {
  const line = [prose, json, code][draw(3)];
  const base = Array.from({ length: 100 + draw(1100) }, () => line(draw));
  return triple(base, edited(draw, base, 1 + draw(6), line), edited(draw, base, 1 + draw(6), line));
}

function edited(draw, lines, count, line = prose) {
  const text = [...lines];
  for (let at = 0; at < count; at += 1) {
    const place = draw(text.length);
    const fresh = Array.from({ length: 1 + draw(4) }, () => line(draw));
    if (draw(3) === 0) text.splice(place, 0, ...fresh);
    else if (draw(2) === 0) text.splice(place, 1 + draw(3));
    else text.splice(place, fresh.length, ...fresh);
  }
  return text;
}

function prose(draw) {
  return draw(7) === 0 ? '' : Array.from({ length: 3 + draw(10) }, () => word(draw)).join(' ');
}

function json(draw) {
  return ['  {', '  },', `    "${word(draw)}": ${draw(1000)},`, `    "${word(draw)}": "${word(draw)}",`][
    draw(4)
  ];
}

function code(draw) {
  return ['', '}', '  }', `  if (${word(draw)}) {`, `    return ${word(draw)}(${word(draw)});`][draw(5)];
}

function word(draw) {
  return draw(60_000).toString(36);
}

function triple(base, ours, theirs) {
  const text = (lines) => Buffer.from(`${lines.join('\n')}\n`).toString('utf8');
  return { base: text(base), ours: text(ours), theirs: text(theirs) };
}

function written(folder, name, { base, ours, theirs }) {
  return Object.entries({ ours, base, theirs }).map(([side, text]) => {
    const path = join(folder, `${name}.${side}`);
    writeFileSync(path, text);
    return path;
  });
}

function mergeFile(paths) {
  const done = spawnSync('git', ['merge-file', '-p', '-q', ...paths], {
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (done.status === null || done.status > 127) throw new Error(`git merge-file: ${done.stderr}`);
}

async function took(work) {
  const began = performance.now();
  work();
  return performance.now() - began;
}

async function bundled(folder) {
  const outfile = join(folder, 'merge.mjs');
  const entryPoints = [join(root, 'src/merge/index.ts')];
  await build({
    entryPoints,
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
  });
  return import(outfile);
}

/** Whole numbers below a bound, the same in every run (mulberry32). */
function drawn(seed) {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}
