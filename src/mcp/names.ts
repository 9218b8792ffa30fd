/** The text with each command it names written as the tool it is here: rooms below say `doc.save`, agents `doc_save`. */
export function asTools(text: string, tools: ReadonlyMap<string, unknown>): string {
  return text.replace(/\b([a-z]+)\.([a-z]+)\b/g, (dotted, noun, verb) =>
    tools.has(`${noun}_${verb}`) ? `${noun}_${verb}` : dotted,
  );
}
