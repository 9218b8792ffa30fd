// Every class of characters that hide, move or forge text: a mark on the screen wherever it comes from, and no byte
// of it in what the terminal gets.
import { expect, test } from 'vitest';
import { safe } from '../../src/safe.ts';
import { plan, proposal, world } from './fake.ts';
import { mount } from './mount.ts';

const CLASSES: readonly (readonly [name: string, text: string])[] = [
  ['an escape', '\x1b'],
  ['a bell', '\x07'],
  ['a backspace', '\b'],
  ['a carriage return', '\r'],
  ['a delete', '\x7f'],
  ['a one-byte CSI', '\x9b'],
  ['a next line', '\x85'],
  ['a bidi override', '\u202e'],
  ['a bidi isolate', '\u2066'],
  ['a left-to-right mark', '\u200e'],
  ['a zero-width space', '\u200b'],
  ['a zero-width joiner', '\u200d'],
  ['a byte order mark', '\ufeff'],
  ['a soft hyphen', '\u00ad'],
  ['a word joiner', '\u2060'],
  ['a Hangul filler', '\u3164'],
  ['a tag letter', '\u{e0041}'],
  ['a line separator', '\u2028'],
  ['a paragraph separator', '\u2029'],
  ['a no-break space', '\u00a0'],
  ['an em space', '\u2003'],
  ['an ideographic space', '\u3000'],
  ['a blank Braille cell', '\u2800'],
  ['a private letter', '\ue000'],
  ['a sentinel of our own', '\u{f0000}'],
  ['a noncharacter', '\ufffe'],
  ['a variation selector', '\ufe0f'],
  ['a skin tone', '\u{1f3fd}'],
  ['a keycap', '\u20e3'],
  ['marks piled on a letter', 'e\u0301\u0301\u0301\u0301\u0301\u0301'],
];

test.each(CLASSES)(
  'S73: %s is a mark in content, path, ref, summary, agent name and reason',
  async (_, text) => {
    const mark = safe(text);
    const marked = (before: string) => `${before}${mark}z`;
    const hostile = (before: string) => `${before}${text}z`;
    const one = proposal(hostile('id-'), {
      summary: hostile('sum-'),
      agent: { name: hostile('who-') },
      docs: [hostile('path-')],
      edits: [hostile('edit-')],
      target: hostile('ref-'),
    });
    const paths = [{ ...(plan('x').paths as object[])[0], doc: hostile('path-') }];
    const answers = world(
      { proposals: [one], diff: `@@ -0,0 +1 @@\n+${hostile('content-')}\n` },
      ({ command }) =>
        command === 'proposal.preflight'
          ? plan(hostile('id-'), { paths, target: hostile('ref-') })
          : undefined,
    );
    const app = mount({ columns: 150, rows: 40, answers });
    app.send({ kind: 'ready', folder: 'book' });
    await app.sees(marked('content-'));
    for (const place of ['id-', 'sum-', 'who-', 'edit-', 'ref-', 'content-'])
      expect(app.text()).toContain(marked(place));
    app.later(400);
    app.type('A');
    await app.sees(marked('path-'));
    app.type('\x1b');
    await app.still();
    app.type('X');
    await app.sees('Reason:');
    app.later(400);
    app.type(`\x1b[200~${text.replace('\r', '\x1b')}reason\x1b[201~`);
    await app.sees(`${safe(text.replace('\r', '\x1b'))}reason`);
    const ours = /\x1b\[(?:\?2026[hl]|\?25l|2J|2K|\d+;1H|\d+G|[\d;]*m)/g;
    expect(
      app
        .raw()
        .replaceAll(ours, '')
        .match(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu),
    ).toBeNull();
  },
);
