/** The text with each command it names written as the tool it is here: rooms below say `doc.save`, agents `doc_save`. */
export function asTools(text: string, tools: ReadonlyMap<string, unknown>): string {
  return text.replace(/\b([a-z]+)\.([a-z]+)\b/g, (dotted, noun, verb) =>
    tools.has(`${noun}_${verb}`) ? `${noun}_${verb}` : dotted,
  );
}

/** An answer, the warnings in it with commands written as tools. */
export function warningsAsTools<T extends object>(answer: T, tools: ReadonlyMap<string, unknown>): T {
  const { warnings } = answer as { readonly warnings?: unknown };
  if (!Array.isArray(warnings)) return answer;
  return {
    ...answer,
    warnings: warnings.map((one) => (typeof one === 'string' ? asTools(one, tools) : one)),
  };
}
