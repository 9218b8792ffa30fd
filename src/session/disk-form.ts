// A working copy's text as bytes of its file.
import { carryEndings } from '../merge/index.ts';
import { toDisk } from '../repo/index.ts';
import type { OnDisk } from './base.ts';

/**
 * The bytes to write for a new clean text: where git changes line endings on the way to disk, untouched lines keep
 * the endings that the file has, whatever they are; a new file has those that git would write.
 */
export function diskBytes(disk: OnDisk, text: string): Buffer {
  const clean = Buffer.from(text, 'utf8');
  if (!disk.file || disk.text === null) return toDisk(disk.form, clean);
  const now = disk.file.bytes.toString('utf8');
  return now === disk.text ? clean : Buffer.from(carryEndings(disk.text, now, text), 'utf8');
}
