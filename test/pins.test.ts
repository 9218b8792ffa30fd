// What outsiders script against, as literals that are never taken from src. A red line here asks: was it meant?
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeRepo } from './helpers/make-repo.ts';
import { PROGRAM, startAgent } from './stories/actors.ts';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

test('S66: refs and trailers of a proposal, and the review event of its end', async () => {
  const repo = makeRepo({ 'guide/intro.md': 'one\ntwo\nthree\n' });
  const agent = await startAgent(repo.root, 'scribe');
  const { proposal, tip } = await agent.propose('guide/intro.md', 'two', 'TWO', {
    summary: 'Say two loudly',
    requestId: 'r-1',
  });
  expect(proposal).toMatch(/^say-two-loudly-[a-z2-7]{4}$/);
  expect(refs(repo, proposal)).toEqual([
    'refs/docket/revisions/ID/1',
    'refs/heads/main',
    'refs/heads/proposals/ID',
  ]);
  const message = repo.git('log', '-1', '--format=%an <%ae>%n%B', tip);
  expect(
    message
      .replace(proposal, 'ID')
      .replace(UUID, 'UUID')
      .replace(/Worktree: \w+/, 'Worktree: W'),
  ).toBe(
    `scribe <scribe@agents.docket.invalid>
Say two loudly

Edited line 2

Docket-Proposal: ID
Docket-Target: main
Docket-Agent: scribe/1.0
Docket-Session: UUID
Docket-Worktree: W
Docket-Doc: guide/intro.md
Docket-Request: r-1
`,
  );

  const ended = docket(repo.root, 'reject', proposal, '--tip', tip, '--reason', 'Too loud', '--yes');
  expect(ended.status).toBe(0);
  expect(refs(repo, proposal)).toEqual([
    'refs/docket/ended/ID',
    'refs/docket/reviews/ID',
    'refs/docket/revisions/ID/1',
    'refs/heads/main',
  ]);
  const review = `refs/docket/reviews/${proposal}`;
  const [file] = repo.git('ls-tree', '--name-only', review).split('\n');
  expect(file).toMatch(
    /^\d{8}T\d{6,9}Z-[0-9a-f-]{36}\.json$|^\d{4}-\d\d-\d\dT[\d.:-]+Z-[0-9a-f-]{36}\.json$/,
  );
  expect(JSON.parse(repo.git('show', `${review}:${file}`))).toMatchObject({
    version: 1,
    id: expect.stringMatching(UUID),
    kind: 'rejected',
    proposal,
    revision: 1,
    tip,
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    by: { name: 'Olive Owner', email: 'olive@example.com', role: 'owner' },
    reason: 'Too loud',
  });
  expect(repo.git('log', '--format=%s', review)).toBe(`docket: rejected ${proposal}`);
});

test('the trailers of a merge name the proposal and the tip that landed', async () => {
  const repo = makeRepo({ 'a.md': 'one\ntwo\nthree\nfour\nfive\n' });
  const agent = await startAgent(repo.root);
  const { proposal, tip } = await agent.propose('a.md', 'two', 'TWO', { summary: 'Two' });
  repo.commit({ 'b.md': 'b\n' }, 'Elsewhere');
  expect(docket(repo.root, 'approve', proposal, '--tip', tip, '--yes').status).toBe(0);
  expect(repo.git('log', '-1', '--format=%B').replaceAll(proposal, 'ID')).toBe(
    `Merge proposal ID: Two\n\nEdited line 2\n\nDocket-Applied: ID@${tip}\n`,
  );
  expect(repo.git('log', '-1', '--format=%P %an', 'main')).toBe(
    `${repo.git('rev-parse', 'main~1')} ${tip} Olive Owner`,
  );
});

test('S41: the file that says what is open', async () => {
  const repo = makeRepo({ 'a.md': 'one\n' });
  const agent = await startAgent(repo.root, 'scribe');
  await agent.ok('doc_edit', { doc: 'a.md', edits: [{ oldText: 'one', newText: 'ONE' }] });
  const folder = join(repo.root, '.git/docket/open');
  const [file] = readdirSync(folder);
  expect(file).toBe(`${agent.client.process.pid}.json`);
  expect(JSON.parse(readFileSync(join(folder, file!), 'utf8'))).toMatchObject({
    version: 1,
    pid: agent.client.process.pid,
    door: 'mcp',
    document: repo.root,
    docs: [{ doc: 'a.md', dirty: true }],
  });
  await agent.end();
  expect(readdirSync(folder)).toEqual([]);
});

test('S72: exit statuses and where a refusal is printed', () => {
  const repo = makeRepo({ 'a.md': 'one\n' });
  expect(docket(repo.root, '--version')).toMatchObject({ status: 0, stderr: '' });
  expect(docket(repo.root, 'doc', 'read', 'b.md')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^no_such_doc: .*\nhint: /),
  });
  expect(docket(repo.root, 'doc', 'read')).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^invalid_input: /),
  });
  expect(JSON.parse(docket(repo.root, 'doc', 'read', 'b.md', '--json').stdout)).toMatchObject({
    refusal: { code: 'no_such_doc', message: expect.any(String), hint: expect.any(String) },
  });
});

function docket(cwd: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    cwd,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

function refs(repo: { git(...args: string[]): string }, id: string): string[] {
  return repo.git('for-each-ref', '--format=%(refname)').replaceAll(id, 'ID').split('\n');
}
