// Times whole processes in turn (A B A B …), so that a machine whose speed drifts slows both alike.
import { spawn, spawnSync } from 'node:child_process';

/** Runs both commands in turn and returns the medians in milliseconds and the median of the ratios. */
export function inTurn(ours, theirs, { runs = 15, warmUp = 2, cwd } = {}) {
  const pairs = [];
  for (let run = 0; run < warmUp + runs; run += 1) {
    const pair = [timed(ours, cwd), timed(theirs, cwd)];
    if (run >= warmUp) pairs.push(pair);
  }
  return summary(pairs);
}

/** The same for two asynchronous measurements that return milliseconds. */
export async function inTurnAsync(ours, theirs, { runs = 15, warmUp = 2 } = {}) {
  const pairs = [];
  for (let run = 0; run < warmUp + runs; run += 1) {
    const pair = [await ours(), await theirs()];
    if (run >= warmUp) pairs.push(pair);
  }
  return summary(pairs);
}

/** Milliseconds from spawn until the process has written its first line to standard output, given a line to read. */
export function untilFirstLine([command, ...args], line, { cwd } = {}) {
  return new Promise((done, fail) => {
    const began = performance.now();
    const child = spawn(command, args, { cwd, stdio: ['pipe', 'pipe', 'ignore'] });
    child.once('error', fail);
    child.stdout.once('data', () => {
      const took = performance.now() - began;
      child.once('exit', () => done(took));
      child.stdin.end();
    });
    child.stdin.write(`${line}\n`);
  });
}

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

function timed([command, ...args], cwd) {
  const began = performance.now();
  const done = spawnSync(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  if (done.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${done.stderr}`);
  return performance.now() - began;
}

function summary(pairs) {
  return {
    ours: median(pairs.map(([a]) => a)),
    theirs: median(pairs.map(([, b]) => b)),
    ratio: median(pairs.map(([a, b]) => a / b)),
  };
}
