// File names are bytes in git and text here. Bytes that are not UTF-8 become lone surrogates U+DC80–U+DCFF
// (as PEP 383 does), which no valid UTF-8 decodes to, so that every name comes back as the bytes it was.
import { isUtf8 } from 'node:buffer';

/** The text of a name's bytes. */
export function nameOfBytes(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  if (!text.includes('\ufffd') || isUtf8(bytes)) return text;
  return escaped(bytes);
}

/** The bytes that `nameOfBytes` made the text of. */
export function bytesOfName(name: string): Buffer {
  if (!hasRawBytes(name)) return Buffer.from(name, 'utf8');
  const parts: Buffer[] = [];
  for (const character of name) {
    const code = character.charCodeAt(0);
    const raw = character.length === 1 && code >= 0xdc80 && code <= 0xdcff;
    parts.push(raw ? Buffer.from([code - 0xdc00]) : Buffer.from(character, 'utf8'));
  }
  return Buffer.concat(parts);
}

/** Whether the name has bytes that are not UTF-8. */
export function hasRawBytes(name: string): boolean {
  return /[\udc80-\udcff]/.test(name) && /\p{Surrogate}/u.test(name);
}

/** The order of names in bytes, which is git's. */
export function compareNames(a: string, b: string): number {
  // UTF-16 and UTF-8 order differ only past the surrogates.
  if (PAST_SURROGATES.test(a) || PAST_SURROGATES.test(b))
    return Buffer.compare(bytesOfName(a), bytesOfName(b));
  return a < b ? -1 : a > b ? 1 : 0;
}

const PAST_SURROGATES = /[\ud800-\uffff]/;

function escaped(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const length = validLength(bytes, at);
    text += length ? bytes.toString('utf8', at, at + length) : String.fromCharCode(0xdc00 + bytes[at]!);
    at += length || 1;
  }
  return text;
}

/** The length of the one UTF-8 character at `at`, 0 where there is none. */
function validLength(bytes: Buffer, at: number): number {
  for (let length = 1; length <= 4 && at + length <= bytes.length; length++)
    if (isUtf8(bytes.subarray(at, at + length))) return length;
  return 0;
}
