/** Bytes as text, or why they are not text. */
export type Decoded = { readonly text: string } | { readonly binary: true; readonly why: 'not_utf8' | 'nul' };

export type Eol = 'lf' | 'crlf' | 'mixed' | 'none';

const BOM = '\uFEFF';

/**
 * Decodes UTF-8 strictly: encoding the text again gives the same bytes. A byte order mark stays as the first
 * character. Bytes with a NUL are binary, as git has it.
 */
export function decodeText(bytes: Uint8Array): Decoded {
  if (bytes.includes(0)) return { binary: true, why: 'nul' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { binary: true, why: 'not_utf8' };
  }
}

/** Which line endings a text has. A carriage return that no line feed follows ends nothing. */
export function eolOf(text: string): Eol {
  const crlf = /\r\n/.test(text);
  const lf = /(^|[^\r])\n/.test(text);
  if (crlf) return lf ? 'mixed' : 'crlf';
  return lf ? 'lf' : 'none';
}

/** Whether a text begins with a byte order mark. */
export function bomOf(text: string): boolean {
  return text.startsWith(BOM);
}
