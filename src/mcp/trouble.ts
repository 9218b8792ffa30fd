import { Refusal } from '../refusal.ts';
import type { Trouble } from './answer.ts';
import { stackOf } from './manners.ts';
import { asTools } from './names.ts';
import { type Places, withoutPlaces } from './places.ts';

/** How trouble is told to an agent. */
export interface Telling {
  readonly tool: string;
  /** Names of all tools: where a room below says `doc.save`, the agent reads `doc_save`. */
  readonly tools: ReadonlyMap<string, unknown>;
  readonly places: Places;
  readonly log: (text: string) => void;
}

/** What an agent is told of something thrown. Anything but a refusal is a fault of docket: its words are for the log alone. */
export function troubleOf(error: unknown, { tool, tools, places, log }: Telling): Trouble {
  if (!(error instanceof Refusal)) {
    log(`${tool} failed: ${stackOf(error)}`);
    return { code: 'internal error', message: `${tool} could not be done: ${FAULT}`, hint: AFTER_FAULT };
  }
  const { code, message, hint, details } = error;
  return withoutPlaces(
    { code, message: asTools(message, tools), hint: hint && asTools(hint, tools), details },
    places,
  );
}

const FAULT = 'there is a fault in docket itself.';
const AFTER_FAULT =
  'Call doc_status to see how things stand, and tell the owner: what this server wrote to its log says more.';
