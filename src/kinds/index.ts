// What gives a doc's text meaning, and what may be a doc at all. Pure: no disk, no clock.
export { bomOf, type Decoded, decodeText, type Eol, eolOf } from './bytes.ts';
export type { Kind, Problem } from './kind.ts';
export { kindOf } from './kind-of.ts';
export { LIMITS } from './limits.ts';
export { problemOfBytes } from './text/undecodable.ts';
