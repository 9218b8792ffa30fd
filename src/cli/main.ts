// The program's entry: chooses a door and loads it. What is loaded at once is small, so that docket starts fast.
import process from 'node:process';
import { version } from '../../package.json';
import { Refusal } from '../refusal.ts';
import { type Front, readFront } from './front.ts';
import { printBug, printRefusal, printText } from './print.ts';
import { canDraw, type Terminal } from './terminal.ts';

const terminal: Terminal = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  version,
  givens: { now: () => new Date(), uuid: () => crypto.randomUUID() },
};

// A reader that went away is no fault of ours, and nothing is left to say to it.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 255));
}

// These doors look after stray faults themselves.
const WATCHFUL: readonly (string | null)[] = ['mcp', 'tui'];

main(process.argv.slice(2)).then(leave, (error) => leave(told(error)));

async function main(argv: readonly string[]): Promise<number> {
  const front = readFront(argv);
  if (front.options.version) {
    printText(terminal, `docket ${version}`);
    return 0;
  }
  const whole = doored(front);
  if (!WATCHFUL.includes(whole.first)) process.on('uncaughtException', (error) => leave(told(error)));
  const { openDoor } = await import('./open-door.ts');
  return openDoor(terminal, whole);
}

// `docket` alone is the terminal where there is one, and help elsewhere.
function doored(front: Front): Front {
  if (front.first !== null || front.options.help || !canDraw(terminal)) return front;
  return { ...front, first: 'tui' };
}

function told(error: unknown): number {
  const json = beforeDashes(process.argv).includes('--json');
  return error instanceof Refusal ? printRefusal(terminal, error, { json }) : printBug(terminal, error);
}

function beforeDashes(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  return end < 0 ? argv : argv.slice(0, end);
}

// Ends once all is written, whatever still holds the process.
function leave(status: number): void {
  process.stdout.write('', () => process.stderr.write('', () => process.exit(status)));
}
