import { refuse } from '../refusal.ts';

/**
 * Splits a line into words as a shell would, without a shell: blanks part words, single quotes keep everything,
 * double quotes keep all but `\"` and `\\`, a backslash keeps the next character. Refuses `invalid_input` on a
 * quote that is not closed.
 */
export function shellWords(line: string): string[] {
  const words: string[] = [];
  const part = /\s+|'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|([^\s'"\\]+)|(.)/gsy;
  let word: string | undefined;
  for (const [whole, single, double, escaped, plain, stray] of line.matchAll(part)) {
    if (stray !== undefined) return unclosed(stray);
    const text = single ?? double?.replace(/\\(["\\])/g, '$1') ?? escaped ?? plain;
    if (text !== undefined) word = (word ?? '') + text;
    else if (whole.trim() === '' && word !== undefined) {
      words.push(word);
      word = undefined;
    }
  }
  return word === undefined ? words : [...words, word];
}

function unclosed(quote: string): never {
  refuse('invalid_input', `A quote ${quote} is not closed.`, {
    details: [{ path: '', wanted: `a closing ${quote}`, got: 'the end of the line' }],
  });
}
