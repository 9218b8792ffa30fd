// Line endings as git converts them (git 2.39 convert.c: gather_stats, convert_is_binary, crlf_to_git,
// crlf_to_worktree, output_eol).

/** How git turns a file into a blob and back. */
export interface Form {
  /** Endings that git writes to disk; 'as-is': never changed in either direction. */
  readonly eol: 'as-is' | 'lf' | 'crlf';
  /** Git converts only what looks like text (text=auto, core.autocrlf). */
  readonly auto: boolean;
  /** With `auto`: what the index holds has CRLF, so git stores the file's endings as they are. */
  readonly keepCrlf: boolean;
  /** The path passes a filter that docket does not run. */
  readonly refused?: 'filter' | 'ident' | 'working-tree-encoding';
}

/** Disk bytes as git would store them. */
export function toClean(form: Form, bytes: Buffer): Buffer {
  if (form.eol === 'as-is') return bytes;
  const endings = countEndings(bytes);
  if (endings.crlf === 0) return bytes;
  if (form.auto && (form.keepCrlf || looksBinary(bytes, endings))) return bytes;
  return withoutCr(bytes);
}

/** Stored bytes as git would write them to disk. */
export function toDisk(form: Form, bytes: Buffer): Buffer {
  if (form.eol !== 'crlf') return bytes;
  const endings = countEndings(bytes);
  if (endings.loneLf === 0) return bytes;
  if (form.auto && (endings.loneCr > 0 || endings.crlf > 0 || looksBinary(bytes, endings))) return bytes;
  return withCr(bytes, endings.loneLf);
}

/** Whether git, seeing these bytes in the index, stops converting the file's endings. */
export function holdsCrlf(bytes: Buffer): boolean {
  const endings = countEndings(bytes);
  return endings.crlf > 0 && !looksBinary(bytes, endings);
}

interface Endings {
  readonly crlf: number;
  readonly loneCr: number;
  readonly loneLf: number;
}

const CR = 0x0d;
const LF = 0x0a;

function countEndings(bytes: Buffer): Endings {
  let crlf = 0;
  let loneCr = 0;
  for (let at = bytes.indexOf(CR); at >= 0; at = bytes.indexOf(CR, at + 1)) {
    if (bytes[at + 1] === LF) crlf++;
    else loneCr++;
  }
  let lf = 0;
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) lf++;
  return { crlf, loneCr, loneLf: lf - crlf };
}

/** A lone CR, a NUL, or more than one character in 128 that does not print. */
function looksBinary(bytes: Buffer, { loneCr }: Endings): boolean {
  if (loneCr > 0 || bytes.includes(0)) return true;
  let printable = 0;
  let nonprintable = 0;
  for (const byte of bytes) {
    if (byte === CR || byte === LF) continue;
    if (byte === 127 || (byte < 32 && !PRINTABLE_CONTROLS.has(byte))) nonprintable++;
    else printable++;
  }
  // An end-of-file mark of old systems at the very end does not count.
  if (bytes.at(-1) === 0x1a) nonprintable--;
  return printable >> 7 < nonprintable;
}

/** Backspace, tab, escape, form feed. */
const PRINTABLE_CONTROLS = new Set([0x08, 0x09, 0x1b, 0x0c]);

/** Only a CR before a LF goes; where git guessed there is no other. */
function withoutCr(bytes: Buffer): Buffer {
  const clean = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++)
    if (bytes[at] !== CR || bytes[at + 1] !== LF) clean[length++] = bytes[at]!;
  return clean.subarray(0, length);
}

function withCr(bytes: Buffer, loneLf: number): Buffer {
  const disk = Buffer.allocUnsafe(bytes.length + loneLf);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === LF && bytes[at - 1] !== CR) disk[length++] = CR;
    disk[length++] = bytes[at]!;
  }
  return disk;
}
