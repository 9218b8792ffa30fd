// Git's commits as bytes and as values. Written by hand, header by header: what others encode is not
// byte-preserving for odd messages, unknown headers and other charsets.
import { refuse } from '../refusal.ts';
import type { Oid } from './repo.ts';

/** Who did something, and when. */
export interface Person {
  readonly name: string;
  readonly email: string;
  /** ISO 8601, UTC, whole seconds. */
  readonly at: string;
  /** Offset of the person's clock, as +0000. */
  readonly zone: string;
}

export interface Commit {
  readonly oid: Oid;
  readonly tree: Oid;
  readonly parents: readonly Oid[];
  readonly author: Person;
  readonly committer: Person;
  readonly message: string;
  readonly signed: boolean;
}

export interface NewCommit {
  readonly tree: Oid;
  readonly parents: readonly Oid[];
  readonly author: Person;
  readonly committer: Person;
  readonly message: string;
}

/** A commit from its bytes. Unknown headers are passed over; the message is decoded as its encoding header says. */
export function decodeCommit(oid: Oid, bytes: Buffer): Commit {
  const end = bytes.indexOf('\n\n');
  const headers = headersOf(bytes.subarray(0, end < 0 ? bytes.length : end));
  const charset = headers.find(([key]) => key === 'encoding')?.[1].toString('latin1') ?? 'utf-8';
  const header = (wanted: string) => headers.find(([key]) => key === wanted)?.[1];
  return {
    oid,
    tree: header('tree')?.toString('latin1') ?? '',
    parents: headers.filter(([key]) => key === 'parent').map(([, value]) => value.toString('latin1')),
    author: personOf(decoded(header('author') ?? Buffer.alloc(0), charset)),
    committer: personOf(decoded(header('committer') ?? Buffer.alloc(0), charset)),
    message: end < 0 ? '' : decoded(bytes.subarray(end + 2), charset),
    signed: headers.some(([key]) => key === 'gpgsig' || key === 'gpgsig-sha256'),
  };
}

/** The bytes of a commit. Refuses `invalid_input` for a NUL in the message, which git would not take either. */
export function encodeCommit(commit: NewCommit): Buffer {
  const { tree, parents, author, committer, message } = commit;
  if (message.includes('\0'))
    refuse('invalid_input', 'A summary or message holds a NUL character.', { hint: 'Leave it out.' });
  const lines = [`tree ${tree}`, ...parents.map((parent) => `parent ${parent}`)];
  lines.push(`author ${encodePerson(author)}`, `committer ${encodePerson(committer)}`, '');
  return Buffer.from(
    `${lines.join('\n')}\n${message}${message === '' || message.endsWith('\n') ? '' : '\n'}`,
    'utf8',
  );
}

/** A person from git's `Name <email> seconds zone`; what is missing is empty, the time then 1970. */
export function personOf(line: string): Person {
  const found = /^(.*?) ?<([^>]*)>(?: (-?\d+) ([+-]\d{4}))?/s.exec(line);
  if (!found) return { name: line, email: '', at: isoSeconds(0), zone: '+0000' };
  return {
    name: found[1]!,
    email: found[2]!,
    at: isoSeconds(Number(found[3] ?? 0)),
    zone: found[4] ?? '+0000',
  };
}

function headersOf(bytes: Buffer): [string, Buffer][] {
  const headers: [string, Buffer][] = [];
  for (let at = 0; at < bytes.length; ) {
    const newline = bytes.indexOf(0x0a, at);
    const end = newline < 0 ? bytes.length : newline;
    const space = bytes.indexOf(0x20, at);
    // A line that begins with a space continues the header above, as signatures do.
    if (bytes[at] !== 0x20 && space > at && space < end)
      headers.push([bytes.toString('latin1', at, space), bytes.subarray(space + 1, end)]);
    at = end + 1;
  }
  return headers;
}

function decoded(bytes: Buffer, charset: string): string {
  if (/^utf-?8$/i.test(charset)) return bytes.toString('utf8');
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
}

function encodePerson({ name, email, at, zone }: Person): string {
  const seconds = Math.floor(Date.parse(at) / 1000);
  if (!Number.isFinite(seconds)) throw new Error(`not a time: ${at}`);
  if (!/^[+-]\d{4}$/.test(zone)) throw new Error(`not a zone: ${zone}`);
  const shown = withoutCrud(name);
  if (shown === '') throw new Error('a commit needs a name');
  return `${shown} <${withoutCrud(email)}> ${seconds} ${zone}`;
}

/** As git does: no control characters or angle brackets, and no punctuation or blanks at the ends. */
function withoutCrud(text: string): string {
  const plain = text.replace(/[\0-\x1f<>]/g, '');
  return plain.replace(/^[\s.,:;"\\']+|[\s.,:;"\\']+$/g, '');
}

/** Beyond this JavaScript has no dates. */
const LAST_SECOND = 8_640_000_000_000;

function isoSeconds(seconds: number): string {
  const within = Math.max(-LAST_SECOND, Math.min(LAST_SECOND, seconds));
  return new Date(within * 1000).toISOString().replace('.000Z', 'Z');
}
