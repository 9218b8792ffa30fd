// SHA-256 (FIPS 180-4) in plain arithmetic, for ids of content that nobody can make two of: this room has no platform.

const FIRST_PRIMES = firstPrimes(64);
/** Fractions of the cube roots of the first 64 primes, and of the square roots of the first 8. */
const ROUND = Int32Array.from(FIRST_PRIMES, (prime) => fraction(Math.cbrt(prime)));
const START = Int32Array.from(FIRST_PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

/** The SHA-256 of a text's UTF-8 bytes, as 64 hex digits. */
export function sha256(text: string): string {
  const words = padded(new TextEncoder().encode(text));
  const state = START.slice();
  for (let at = 0; at < words.length; at += 16) mixIn(state, scheduleOf(words.subarray(at, at + 16)));
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

/** The bytes as big-endian words, then a 1 bit, zeros, and the length in bits, to whole blocks of 16 words. */
function padded(bytes: Uint8Array): Int32Array {
  const blocks = Math.ceil((bytes.length + 9) / 64);
  const view = new DataView(new ArrayBuffer(blocks * 64));
  new Uint8Array(view.buffer).set(bytes);
  view.setUint8(bytes.length, 0x80);
  view.setUint32(blocks * 64 - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(blocks * 64 - 4, (bytes.length * 8) >>> 0);
  return Int32Array.from({ length: blocks * 16 }, (_, at) => view.getInt32(at * 4));
}

function scheduleOf(block: Int32Array): Int32Array {
  const schedule = new Int32Array(64);
  schedule.set(block);
  for (let at = 16; at < 64; at++) {
    const [a, b] = [schedule[at - 15]!, schedule[at - 2]!];
    const s0 = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
    const s1 = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
    schedule[at] = schedule[at - 16]! + s0 + schedule[at - 7]! + s1;
  }
  return schedule;
}

function mixIn(state: Int32Array, schedule: Int32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let at = 0; at < 64; at++) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + ROUND[at]! + schedule[at]!) | 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at]! += word;
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0;
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate++) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  }
  return primes;
}
