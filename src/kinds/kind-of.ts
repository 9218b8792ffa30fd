import type { Kind } from './kind.ts';
import { textKind } from './text/text-kind.ts';

/** The kind of the doc at a path, by the path and, where there is one, the text. */
export function kindOf(_path: string, _text: string | null): Kind {
  return textKind;
}
