// Refs and objects that are damaged: told in plain words by whatever is asked, and no other proposal is hindered.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeDoors } from '../commands/proposal/doors.ts';
import type { TestRepo } from '../helpers/make-repo.ts';
import { refusalOf } from '../session/actors.ts';

const MISSING = '1234567890123456789012345678901234567890';

function pointTo(disk: TestRepo, oid: string): void {
  mkdirSync(join(disk.root, '.git/refs/heads/proposals'), { recursive: true });
  writeFileSync(join(disk.root, '.git/refs/heads/proposals/x'), `${oid}\n`);
}

function loose(disk: TestRepo, oid: string): void {
  rmSync(join(disk.root, '.git/objects', oid.slice(0, 2), oid.slice(2)));
}

function committed(disk: TestRepo, change: () => void): void {
  disk.git('switch', '-q', '-c', 'proposals/x');
  change();
  disk.git('switch', '-q', 'main');
}

const DAMAGES: [string, (disk: TestRepo) => void, RegExp][] = [
  ['a missing commit', (disk) => pointTo(disk, MISSING), /names the commit 123456789012, which/],
  [
    'a tag',
    (disk) => {
      disk.git('tag', '-a', '-m', 'v1', 'v1');
      pointTo(disk, disk.git('rev-parse', 'v1'));
    },
    /names a tag \([0-9a-f]{12}\), not a commit/,
  ],
  ['a blob', (disk) => pointTo(disk, disk.git('rev-parse', 'main:a.md')), /names a blob/],
  [
    'a tree that lacks a blob',
    (disk) => {
      committed(disk, () => disk.commit({ 'a.md': 'lost\n' }));
      loose(disk, disk.git('rev-parse', 'proposals/x:a.md'));
    },
    /needs objects that the repository does not have/,
  ],
  [
    'a history that lacks a commit',
    (disk) => {
      committed(disk, () => {
        disk.commit({ 'a.md': 'one\n' });
        disk.commit({ 'a.md': 'two\n' });
      });
      loose(disk, disk.git('rev-parse', 'proposals/x~1'));
    },
    /needs objects that the repository does not have/,
  ],
];

describe.each(DAMAGES)('a ref to %s', (_, damage, words) => {
  test('S49: is refused in plain words, reported by doctor, and hinders no other proposal', async () => {
    const { disk, owner, agent } = await makeDoors({ 'a.md': 'a\n', 'b.md': 'b\n' });
    damage(disk);
    const { tip } = { tip: disk.git('rev-parse', 'refs/heads/proposals/x') };
    const asks: [string, object][] = [
      ['proposal.show', {}],
      ['proposal.diff', {}],
      ['proposal.preflight', {}],
      ['proposal.apply', { tip }],
      ['proposal.reject', { tip }],
    ];
    for (const [name, input] of asks) {
      const refusal = await refusalOf(owner.ask(name, { proposal: 'x', ...input }));
      expect([name, refusal.code, refusal.message]).toEqual([name, 'blocked', expect.stringMatching(words)]);
      expect(refusal.message).toMatch(/^refs\/heads\/proposals\/x /);
      expect(refusal.hint).toMatch(/git fsck.*git update-ref -d refs\/heads\/proposals\/x/);
    }
    const { findings } = await owner.ask<{ findings: object[] }>('doctor');
    expect(findings).toMatchObject([
      { severity: 'problem', code: 'damaged_proposal', what: expect.stringMatching(words) },
    ]);
    await agent.ask('doc.edit', { doc: 'b.md', edits: [{ oldText: 'b', newText: 'B' }] });
    const saved = await agent.ask<{ proposals: { proposal: string }[] }>('doc.save');
    const listed = await owner.ask<{ proposals: { proposal: string }[] }>('proposal.list');
    expect(JSON.stringify(listed)).toContain(saved.proposals[0]!.proposal);
  });
});

test('S12: where the disk tells names apart by case, each twin is shown and rejected by its exact name', async () => {
  const { disk, owner } = await makeDoors({ 'a.md': 'a\n' });
  if (disk.tryGit('config', 'core.ignorecase').stdout.trim() === 'true') return;
  for (const name of ['dotGIT', 'dotgit']) {
    disk.git('switch', '-q', '-c', `proposals/${name}`, 'main');
    disk.commit({ 'a.md': `${name}\n` });
  }
  disk.git('switch', '-q', 'main');
  for (const proposal of ['dotGIT', 'dotgit']) {
    const tip = disk.git('rev-parse', `refs/heads/proposals/${proposal}`);
    expect(await owner.ask('proposal.show', { proposal })).toMatchObject({ proposal, tip });
    expect(await owner.ask('proposal.reject', { proposal, tip })).toMatchObject({
      proposal,
      outcome: 'rejected',
    });
  }
});
