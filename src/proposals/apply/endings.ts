import { carryEndings } from '../../merge/index.ts';
import { type Form, toClean, toDisk } from '../../repo/index.ts';
import type { Side } from './side.ts';

/**
 * The disk bytes of content in clean form. Lines that were on disk before keep the endings they have there, new
 * lines take that of the line above. Null where git would not read the bytes back as that content.
 */
export function toDiskBytes(
  form: Form,
  content: Side,
  before: { disk: Buffer; clean: Side } | null,
): Buffer | null {
  if (form.eol === 'as-is' && !form.auto) return content.bytes;
  const carried = before && carry(before.disk, before.clean, content);
  if (carried && toClean(form, carried).equals(content.bytes)) return carried;
  const fresh = toDisk(form, content.bytes);
  return toClean(form, fresh).equals(content.bytes) ? fresh : null;
}

function carry(disk: Buffer, clean: Side, content: Side): Buffer | null {
  if (clean.text === null || content.text === null) return null;
  if (clean.bytes.equals(disk)) return content.bytes;
  return Buffer.from(carryEndings(clean.text, disk.toString('utf8'), content.text));
}
