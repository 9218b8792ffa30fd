import { createInterface } from 'node:readline';
import { Refusal, refuse } from '../refusal.ts';
import { readLine } from './argv.ts';
import { choose } from './choose.ts';
import { NO_OPTIONS, wantsHelp } from './front.ts';
import { asksOwner, grammarOf } from './grammar.ts';
import { helpOn } from './help-on.ts';
import type { SessionLife } from './lazy-session.ts';
import { callInSession, toldEvent, watched } from './one-call.ts';
import { printJson, printNote, printRefusal, printText } from './print.ts';
import { reviewed } from './review.ts';
import type { Terminal } from './terminal.ts';
import { shellWords } from './words.ts';

/** Takes commands as they are typed on the command line, one a line, until `exit` or the end of the input. */
export async function runPrompt(terminal: Terminal, life: SessionLife, signal: AbortSignal): Promise<void> {
  const live = watched(life, (event) => printNote(terminal, `event: ${JSON.stringify(toldEvent(event))}`));
  const history: string[] = [];
  for (;;) {
    const lines = await typed(terminal, history, signal);
    if (lines.length === 0) return;
    for (const line of lines) {
      if (/^\s*(exit|quit)\s*$/.test(line)) return;
      if (line.trim() !== '') await answered(terminal, live, line);
    }
  }
}

// A fresh reader for each line, so that a question of a command has the keys for itself. Several lines at once
// are a paste; none is the end.
function typed(
  { stdin, stdout, env }: Terminal,
  history: string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const isTerminal = env.TERM !== 'dumb';
  const reader = createInterface({ input: stdin, output: stdout, terminal: isTerminal, history, signal });
  return new Promise((resolve) => {
    const lines: string[] = [];
    reader.on('line', (text) => {
      lines.push(text);
      if (text.trim() !== '') history.unshift(text);
      reader.close();
    });
    reader.on('close', () => setImmediate(() => resolve(lines)));
    reader.on('SIGINT', () => {
      stdout.write('\n');
      reader.prompt();
    });
    reader.setPrompt('docket> ');
    reader.prompt();
  });
}

async function answered(terminal: Terminal, life: SessionLife, text: string): Promise<void> {
  let json = false;
  try {
    const [first = '', ...rest] = shellWords(text.trim());
    if (first === 'help' || wantsHelp(rest))
      return printText(terminal, await helpOn(first === 'help' ? rest : [first, ...rest]));
    const chosen = await choose(first, rest);
    if (chosen.kind === 'noun') return printText(terminal, await helpOn([first]));
    const { command } = chosen;
    const line = readLine(chosen.rest, grammarOf(command), NO_OPTIONS);
    json = line.options.json;
    if (line.piped) return refusePiped();
    const review = { terminal, command, call: life, raw: line.raw, yes: line.desk.yes === true, json };
    const raw = asksOwner(command) ? await reviewed(review) : line.raw;
    if (raw === null) return printNote(terminal, 'Nothing was changed.');
    const answer = await callInSession(life, command, raw);
    if (json) printJson(terminal, answer);
    else
      printText(terminal, command.words(answer, command.input.parse(raw)), {
        diff: command.name.endsWith('.diff'),
      });
  } catch (error) {
    if (error instanceof Refusal) printRefusal(terminal, error, { json });
    else printNote(terminal, `bug: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function refusePiped(): void {
  refuse('invalid_input', 'Standard input is the prompt itself here: it cannot be a value.', {
    details: [{ path: '-', wanted: 'the value itself', got: '-' }],
    hint: 'Write the value, quoted, or call docket once from a shell.',
  });
}
