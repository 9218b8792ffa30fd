import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesOfName, compareNames, hasRawBytes, nameOfBytes } from '../../src/repo/names.ts';

const bytes = fc.uint8Array({ maxLength: 40 }).map((array) => Buffer.from(array));
const almostText = fc
  .array(fc.oneof(fc.string({ unit: 'binary' }).map(Buffer.from), bytes), { maxLength: 5 })
  .map((parts) => Buffer.concat(parts));

test('any bytes come back from their name', () => {
  fc.assert(fc.property(almostText, (raw) => bytesOfName(nameOfBytes(raw)).equals(raw)));
});

test('UTF-8 is the text it is', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => nameOfBytes(Buffer.from(text)) === text));
  expect(hasRawBytes('é \u{1F600} \ufffd')).toBe(false);
  expect(hasRawBytes(nameOfBytes(Buffer.from([0x63, 0xe9])))).toBe(true);
});

test('names are in the order of their bytes', () => {
  fc.assert(
    fc.property(almostText, almostText, (a, b) => {
      expect(Math.sign(compareNames(nameOfBytes(a), nameOfBytes(b)))).toBe(Buffer.compare(a, b));
    }),
  );
});
