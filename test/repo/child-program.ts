// Programs that run as processes of their own, made from this folder's sources by the bundler.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { onTestFinished } from 'vitest';

export interface Finished {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program of this folder, bundled once; each start is a process. */
export function program(name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'docket-program-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'program.mjs');
  buildSync({
    entryPoints: [join(import.meta.dirname, name)],
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
  });
  return (...args: string[]): { child: ChildProcess; done: Promise<Finished> } => {
    const child = spawn(process.execPath, [file, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    const done = new Promise<Finished>((resolve) =>
      child.on('close', (status) => resolve({ status, stdout, stderr })),
    );
    return { child, done };
  };
}
