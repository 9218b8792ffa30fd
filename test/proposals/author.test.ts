import { expect, test } from 'vitest';
import { agentFrom, agentLabel, agentPerson, reducedName } from '../../src/proposals/author.ts';

test.each([
  ['claude-code', 'claude-code'],
  ['Claude Code', 'Claude-Code'],
  ['a<b>@c\n', 'a-b-c'],
  ['', 'agent'],
  ['日本', 'agent'],
  ['../..', 'agent'],
  ['x'.repeat(80), 'x'.repeat(64)],
  ['é', 'e'],
])('S71: the client name %j is reduced to %j', (name, wanted) => {
  expect(reducedName(name)).toBe(wanted);
});

test('S71: the author is the agent', () => {
  const at = { at: '2026-01-01T00:00:00.000Z', zone: '+0000' };
  expect(agentPerson({ name: 'my agent', version: '1' }, at)).toEqual({
    name: 'my-agent',
    email: 'my-agent@agents.docket.invalid',
    ...at,
  });
});

test('S71: name and version go through a trailer', () => {
  expect(agentLabel({ name: 'my agent', version: '1.2.3' })).toBe('my-agent/1.2.3');
  expect(agentLabel({ name: 'x' })).toBe('x');
  expect(agentFrom('x/1.0')).toEqual({ name: 'x', version: '1.0' });
  expect(agentFrom('x')).toEqual({ name: 'x' });
});
