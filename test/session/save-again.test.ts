// A save that is asked for again with the same request id, after its proposal ended or the server was started anew.
import { describe, expect, test } from 'vitest';
import {
  applyInSession,
  closeDoc,
  createDoc,
  editDoc,
  preflightInSession,
  rejectInSession,
  type SaveRequest,
  saveDocs,
} from '../../src/session/index.ts';
import { makeRepo, type TestRepo } from '../helpers/make-repo.ts';
import { type Actor, agentOn, line, lines, ownerOn, refusalOf, stateOf } from './actors.ts';

type Ended = 'applied' | 'rejected';

async function saved(ask: SaveRequest) {
  const repo = makeRepo({ 'a.md': lines(), 'guide/b.md': lines(), 'c.md': lines() });
  const agent = await agentOn(repo);
  for (const doc of ['a.md', 'guide/b.md']) await editDoc(agent.session, { doc, edits: [line(2, doc)] });
  if (ask.docs?.length === 1) await closeDoc(agent.session, { doc: 'b', discard: true });
  const first = (await saveDocs(agent.session, ask)).proposals![0]!;
  return { repo, agent, first };
}

async function end(repo: TestRepo, proposal: string, how: Ended): Promise<void> {
  const owner = await ownerOn(repo);
  if (how === 'applied') {
    const { token } = await preflightInSession(owner.session, { proposal });
    await applyInSession(owner.session, { proposal, token });
  } else {
    const tip = repo.git('rev-parse', `proposals/${proposal}`);
    await rejectInSession(owner.session, { proposal, tip, reason: 'Not now' });
  }
  await owner.end();
}

async function restarted(repo: TestRepo, agent: Actor): Promise<Actor> {
  await agent.end();
  return agentOn(repo);
}

const asks: [string, SaveRequest][] = [
  ['one named doc', { docs: ['a.md'], requestId: 'r1' }],
  ['several named docs', { docs: ['a.md', 'b'], requestId: 'r1' }],
  ['no named doc', { requestId: 'r1' }],
];

describe.each(asks)('of %s', (_, ask) => {
  test.each<Ended>(['applied', 'rejected'])('S8: once %s, the same call is answered with it', async (how) => {
    const { repo, agent, first } = await saved(ask);
    await end(repo, first.proposal, how);
    await agent.heard();
    const before = stateOf(repo);
    const replay = { proposal: first.proposal, tip: first.tip, replayed: true, outcome: how };
    expect((await saveDocs(agent.session, ask)).proposals).toMatchObject([replay]);
    const later = await restarted(repo, agent);
    expect((await saveDocs(later.session, ask)).proposals).toMatchObject([replay]);
    expect(stateOf(repo)).toBe(before);
  });
});

test('S8: other content or other docs under the same id are refused, also after the end', async () => {
  const ask = { docs: ['a.md'], requestId: 'r1' };
  const { repo, agent, first } = await saved(ask);
  await end(repo, first.proposal, 'applied');
  await agent.heard();
  await editDoc(agent.session, { doc: 'c.md', edits: [line(3, 'C')] });
  for (const other of [{ ...ask, docs: ['c.md'] }, { ...ask, docs: ['a.md', 'c.md'] }, { requestId: 'r1' }])
    expect((await refusalOf(saveDocs(agent.session, other))).code).toBe('request_reused');
  await editDoc(agent.session, { doc: 'a.md', edits: [line(5, 'A')] });
  expect((await refusalOf(saveDocs(agent.session, ask))).code).toBe('request_reused');
});

test('S8: what waits elsewhere does not matter to a call that names no doc, nor does what disk holds by now', async () => {
  const repo = makeRepo({ 'a.md': lines(), 'c.md': lines() });
  const { session } = await agentOn(repo);
  await createDoc(session, { doc: 'new.md', text: 'new\n' });
  const ask = { requestId: 'r1', expect: { 'new.md': 'absent' } };
  const first = (await saveDocs(session, ask)).proposals![0]!;
  await editDoc(session, { doc: 'c.md', edits: [line(2, 'C')] });
  await saveDocs(session, { docs: ['c.md'], requestId: 'r2' });
  expect((await saveDocs(session, ask)).proposals).toMatchObject([{ tip: first.tip, outcome: 'pending' }]);
  await end(repo, first.proposal, 'applied');
  expect((await saveDocs(session, ask)).proposals).toMatchObject([{ tip: first.tip, outcome: 'applied' }]);
});

test('S8: a new doc that was rejected is nowhere any more; its save is still answered', async () => {
  const repo = makeRepo({ 'a.md': lines() });
  const { session, heard } = await agentOn(repo);
  await createDoc(session, { doc: 'new.md', text: 'new\n' });
  const ask = { docs: ['new.md'], requestId: 'r1' };
  const { proposal } = (await saveDocs(session, ask)).proposals![0]!;
  await end(repo, proposal, 'rejected');
  await heard();
  expect((await saveDocs(session, ask)).proposals).toMatchObject([{ proposal, outcome: 'rejected' }]);
});

test('S8: edits of a server that was killed before it noted that they wait do so by the same call', async () => {
  const repo = makeRepo({ 'a.md': lines() });
  const { session } = await agentOn(repo);
  await editDoc(session, { doc: 'a.md', edits: [line(2, 'A')] });
  const ask = { docs: ['a.md'], requestId: 'r1' };
  const first = (await saveDocs(session, ask)).proposals![0]!;
  session.docs.set('a.md', { ...session.docs.get('a.md')!, waiting: null });
  expect((await saveDocs(session, ask)).proposals).toMatchObject([{ tip: first.tip, replayed: true }]);
  expect(session.docs.get('a.md')!.waiting).toMatchObject({ proposal: first.proposal });
});
