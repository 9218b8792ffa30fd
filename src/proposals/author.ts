// Who writes a proposal: the agent is the author, the repository's identity commits.
import type { Person } from '../repo/index.ts';
import type { Agent } from './proposal.ts';

const DOMAIN = 'agents.docket.invalid';

/** A client's name in letters that are safe in names, addresses, trailers and paths; `agent` when nothing is left. */
export function reducedName(name: string): string {
  const reduced = reduced64(name);
  return reduced === '' ? 'agent' : reduced;
}

/** The agent as the author of a commit at the committer's moment. */
export function agentPerson(agent: Agent, at: Pick<Person, 'at' | 'zone'>): Person {
  const name = reducedName(agent.name);
  return { name, email: `${name}@${DOMAIN}`, at: at.at, zone: at.zone };
}

/** `name/version` as a trailer says it. */
export function agentLabel(agent: Agent): string {
  const version = reduced64(agent.version ?? '');
  return version === '' ? reducedName(agent.name) : `${reducedName(agent.name)}/${version}`;
}

/** The agent that a trailer names. */
export function agentFrom(label: string): Agent {
  const [name = '', version] = label.split('/');
  return version === undefined ? { name } : { name, version };
}

/** Whether a commit's author is an agent of docket's. */
export function isAgentAddress(email: string): boolean {
  return email.endsWith(`@${DOMAIN}`);
}

function reduced64(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[-.]+/, '')
    .slice(0, 64)
    .replace(/[-.]+$/, '');
}
