// What an approval stands on, in a few hashes: one for each thing that may move between reading and approving.
import { createHash } from 'node:crypto';

/** Texts that change exactly when the thing does. */
export interface Ground {
  readonly tip: string;
  readonly target: string;
  readonly head: string;
  readonly settings: string;
  /** By path. */
  readonly index: Readonly<Record<string, string>>;
  readonly disk: Readonly<Record<string, string>>;
  /** The planned result, which the rest only explains. */
  readonly plan: string;
}

export type Moved = { readonly what: keyof Ground; readonly doc?: string };

const VERSION = '1';
/** So many docs have hashes of their own; more share one. */
const MOST_NAMED = 12;

/** The token of a plan: `1.<tip>.<target>.<head>.<settings>.<index>.<disk>.<all>`. */
export function tokenOf(ground: Ground): string {
  const { tip, target, head, settings, index, disk, plan } = ground;
  const single = [tip, target, head, settings];
  const all = JSON.stringify([...single, sorted(index), sorted(disk), plan]);
  return [VERSION, ...single.map((text) => hash(text, 8)), byPath(index), byPath(disk), hash(all, 32)].join(
    '.',
  );
}

/** Whether a text has the form of a token. */
export function isToken(text: string): boolean {
  return /^1(\.[0-9a-f]{8}){4}(\.[0-9a-f]+){2}\.[0-9a-f]{32}$/.test(text);
}

/** What moved since the token was given; null when nothing did. */
export function movedSince(token: string, ground: Ground): Moved | null {
  const now = tokenOf(ground);
  if (token === now) return null;
  const [then, current] = [token.split('.'), now.split('.')];
  for (const [at, what] of ORDER.entries()) {
    if (then[at + 1] === current[at + 1]) continue;
    const doc =
      what === 'index' || what === 'disk' ? docOf(ground[what], then[at + 1]!, current[at + 1]!) : null;
    return doc === null ? { what } : { what, doc };
  }
  return { what: 'plan' };
}

const ORDER = ['tip', 'target', 'head', 'settings', 'index', 'disk'] as const;

function byPath(texts: Readonly<Record<string, string>>): string {
  const pairs = sorted(texts);
  if (pairs.length > MOST_NAMED) return hash(JSON.stringify(pairs), 16);
  return pairs.map(([, text]) => hash(text, WIDTH)).join('') || '0';
}

function sorted(texts: Readonly<Record<string, string>>): [path: string, text: string][] {
  return Object.keys(texts)
    .sort()
    .map((path) => [path, texts[path]!]);
}

const WIDTH = 6;

function docOf(texts: Readonly<Record<string, string>>, then: string, now: string): string | null {
  const paths = sorted(texts).map(([path]) => path);
  if (paths.length > MOST_NAMED || then.length !== now.length) return null;
  const part = (text: string, nth: number) => text.slice(nth * WIDTH, (nth + 1) * WIDTH);
  return paths.find((_, nth) => part(then, nth) !== part(now, nth)) ?? null;
}

function hash(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}
