import { diffLines } from './diff.ts';
import { splitLines } from './lines.ts';

type Ending = '\r\n' | '\n';

/**
 * The disk form of `newClean`, where the file that git holds as `oldClean` is on disk as `oldDisk` (the same lines,
 * their endings apart). Untouched lines keep the bytes they have there. A line that replaces another takes over its
 * ending, further lines that of the line above, the first line of all that of most lines in the file. An empty file
 * tells nothing: the new text comes back as it is.
 */
export function carryEndings(oldClean: string, oldDisk: string, newClean: string): string {
  if (oldClean === oldDisk) return newClean;
  const disk = splitLines(oldDisk);
  const lines = splitLines(newClean);
  if (!areSameLines(splitLines(oldClean), disk))
    return lines.map((line) => endedIn(mostUsed(disk), line)).join('');
  return carried(oldClean, newClean, lines, disk).join('');
}

function carried(
  oldClean: string,
  newClean: string,
  lines: readonly string[],
  disk: readonly string[],
): string[] {
  const usual = mostUsed(disk);
  let written: string[] = [];
  let from = 0;
  for (const { base, side } of diffLines(oldClean, newClean)) {
    written = written.concat(disk.slice(from, base[0]));
    const replaced = disk.slice(...base);
    for (const [at, line] of lines.slice(...side).entries()) {
      const ending = endingOf(replaced[at] ?? '') ?? endingOf(written.at(-1) ?? '') ?? usual;
      written.push(endedIn(ending, line));
    }
    from = base[1];
  }
  return written.concat(disk.slice(from));
}

function areSameLines(clean: readonly string[], disk: readonly string[]): boolean {
  return (
    clean.length === disk.length &&
    clean.every((line, at) => withoutEnding(line) === withoutEnding(disk[at]!))
  );
}

function withoutEnding(line: string): string {
  return line.replace(/\r?\n$/, '');
}

function endingOf(line: string): Ending | null {
  if (line.endsWith('\r\n')) return '\r\n';
  return line.endsWith('\n') ? '\n' : null;
}

/** The line with that ending. A carriage return that it has of its own, and a missing line feed, stay. */
function endedIn(ending: Ending, line: string): string {
  return endingOf(line) === '\n' && ending === '\r\n' ? `${line.slice(0, -1)}\r\n` : line;
}

function mostUsed(lines: readonly string[]): Ending {
  const crlf = lines.filter((line) => line.endsWith('\r\n')).length;
  const lf = lines.filter((line) => line.endsWith('\n')).length - crlf;
  return crlf > lf ? '\r\n' : '\n';
}
