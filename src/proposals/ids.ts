// Names: how a proposal is called, and which refs are its own.

export const PROPOSALS = 'refs/heads/proposals/';
export const REVISIONS = 'refs/docket/revisions/';
export const ENDED = 'refs/docket/ended/';
export const REVIEWS = 'refs/docket/reviews/';

const HEADS = 'refs/heads/';
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
const SLUG_LENGTH = 40;
const SLUG_WORDS = 5;

/** The branch of a proposal, as a full ref. */
export function branchOf(id: string): string {
  return PROPOSALS + id;
}

/** Where the last tip of an ended proposal is kept. */
export function endedRef(id: string): string {
  return ENDED + encodeId(id);
}

/** The ref of one revision, counted from 1. */
export function revisionRef(id: string, revision: number): string {
  return `${REVISIONS}${encodeId(id)}/${revision}`;
}

/** The ref of the chain of events. */
export function reviewsRef(id: string): string {
  return REVIEWS + encodeId(id);
}

/** The full ref of a short branch name. */
export function headRef(short: string): string {
  return HEADS + short;
}

/** The short name of a full branch ref; null for anything else. */
export function shortHead(ref: string | null): string | null {
  return ref?.startsWith(HEADS) ? ref.slice(HEADS.length) : null;
}

/** The id of a proposal's short branch name (`proposals/x` → `x`); null for any other branch. */
export function idOfBranch(short: string | null): string | null {
  return short?.startsWith('proposals/') ? short.slice('proposals/'.length) : null;
}

/** An id as one component of a ref: percent-encoded as in a URL, so that slashes do not nest. */
export function encodeId(id: string): string {
  return [...id]
    .map((character) => (isByte(character) ? byteEscape(character) : encodeURIComponent(character)))
    .join('');
}

/** The id that a component stands for; the component itself when it is no valid encoding. */
export function decodeId(component: string): string {
  try {
    return decodeURIComponent(component);
  } catch {
    return component;
  }
}

/** Ids are one another's twins when they differ in letter case or Unicode form only: some disks cannot hold both. */
export function twinKey(id: string): string {
  return id.normalize('NFC').toLowerCase();
}

/** The readable part of an id: the first words of the summary, else the doc's base name, else `doc`. */
export function slugOf(summary: string | null, doc: string | null): string {
  const words = (summary ?? '').trim().split(/\s+/).slice(0, SLUG_WORDS).join(' ');
  return slug(words) || slug(baseName(doc ?? '')) || 'doc';
}

/** `<slug>-<characters>` where the characters come from a random uuid. */
export function idFrom(readable: string, uuid: string, length = 4): string {
  return `${readable}-${base32(uuid, length)}`;
}

/** Bytes of a name that are not UTF-8 stand as lone surrogates. */
function isByte(character: string): boolean {
  return /^\p{Cs}$/u.test(character);
}

function byteEscape(character: string): string {
  return `%${(character.charCodeAt(0) & 0xff).toString(16).toUpperCase().padStart(2, '0')}`;
}

function slug(text: string): string {
  const letters = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const dashed = letters.replace(/[^a-z0-9]+/g, '-').slice(0, SLUG_LENGTH + 1);
  return dashed.replace(/^-+/, '').slice(0, SLUG_LENGTH).replace(/-+$/, '');
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/(.)\.[^.]*$/, '$1');
}

/** FNV-1a over the uuid, once for each character, so that any uuid spreads over all of them. */
function base32(uuid: string, length: number): string {
  const characters = [...Array(length).keys()].map((place) => BASE32[fnv(`${place}:${uuid}`) >>> 27]);
  return characters.join('');
}

function fnv(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
}
