export interface AgentName {
  readonly name: string;
  readonly version?: string;
}

const LONGEST = 64;

/** What a client calls itself, reduced to what may stand in a commit's author and trailers; `agent` where nothing is left. */
export function agentOf(client: { name?: unknown; version?: unknown } | undefined): AgentName {
  const name = reduced(client?.name) || 'agent';
  const version = reduced(client?.version);
  return version ? { name, version } : { name };
}

function reduced(word: unknown): string {
  if (typeof word !== 'string') return '';
  return word
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, LONGEST);
}
