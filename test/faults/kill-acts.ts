// What is killed: each act on a repository of its own, prepared once and copied for each kill.

import type { TestRepo } from '../helpers/make-repo.ts';
import { text } from '../proposals/apply/sides.ts';
import { docket, proposeOn } from './kill.ts';

export interface Act {
  readonly name: string;
  /** Makes the repository and returns the command line of the act. */
  prepare(repo: TestRepo): string[];
  /** Lines on standard input. */
  readonly input?: readonly object[];
  /** Words of the owner, and of a client, that may never be lost. */
  readonly owners: readonly string[];
  /** States that are neither the first nor the last and still whole: commands that bring them about from the first. */
  between?(repo: TestRepo): void;
  /** Done again after it was done, it is refused or changes nothing. */
  readonly repeatable: boolean;
  /** Writes that the suite always stops at: faults were found there. */
  readonly always?: RegExp;
}

const OWNERS = ["staged's line", "unstaged's line", 'o staged'];

/** Three docs and an owner with staged and uncommitted edits in one of them; the proposal's target moved on. */
function begun(repo: TestRepo, how: 'merge' | 'fast-forward'): { tip: string } {
  repo.commit({ 'a.md': text(), 'gone.md': 'gone\n', 'o.md': 'o\n', 'deep/d.md': 'd\n' });
  const change = { 'a.md': text('agent'), 'gone.md': null, '0/new/n.md': 'n\n', 'deep/d.md': 'd agent\n' };
  const tip = proposeOn(repo, 'x', change);
  if (how === 'merge') repo.commit({ 'a.md': text('target') });
  const target = how === 'merge' ? (['target'] as const) : [];
  repo.write({ 'a.md': text(...target, 'staged'), 'o.md': 'o staged\n' });
  repo.git('add', '-A');
  repo.write({ 'a.md': text(...target, 'staged', 'unstaged') });
  // What came by plain git stands in the log once somebody has looked.
  docket(repo.root, 'log');
  return { tip };
}

function approving(repo: TestRepo): string[] {
  return ['approve', 'x', '--token', docket(repo.root, 'preflight', 'x').token, '--yes', '--json'];
}

function approved(repo: TestRepo): void {
  docket(repo.root, ...approving(repo).slice(0, -1));
}

const hello = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'scribe', version: '1' } },
  },
  { method: 'notifications/initialized' },
];
const tool = (id: number, name: string, args: object) => ({
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});
const edit = (doc: string, oldText: string, newText: string) => ({ doc, edits: [{ oldText, newText }] });

export const ACTS: readonly Act[] = [
  {
    name: 'approve, as a merge',
    prepare: (repo) => {
      begun(repo, 'merge');
      return approving(repo);
    },
    owners: OWNERS,
    repeatable: true,
  },
  {
    name: 'approve, as a fast-forward',
    prepare: (repo) => {
      begun(repo, 'fast-forward');
      return approving(repo);
    },
    owners: OWNERS,
    repeatable: true,
  },
  {
    name: 'reject',
    prepare: (repo) => {
      const { tip } = begun(repo, 'merge');
      return ['reject', 'x', '--tip', tip, '--reason', 'not so', '--yes', '--json'];
    },
    owners: OWNERS,
    repeatable: true,
  },
  {
    name: 'undo of an apply, back',
    prepare: (repo) => {
      begun(repo, 'merge');
      approved(repo);
      return ['undo', 'x', '--yes', '--json'];
    },
    owners: OWNERS,
    repeatable: true,
  },
  {
    name: 'undo of an apply, by a revert',
    prepare: (repo) => {
      begun(repo, 'merge');
      approved(repo);
      repo.git('branch', 'holds');
      return ['undo', 'x', '--yes', '--json'];
    },
    owners: OWNERS,
    repeatable: true,
  },
  {
    name: 'undo of a reject',
    prepare: (repo) => {
      const { tip } = begun(repo, 'merge');
      docket(repo.root, 'reject', 'x', '--tip', tip, '--yes');
      return ['undo', 'x', '--yes', '--json'];
    },
    owners: OWNERS,
    repeatable: true,
  },
  {
    name: 'redo of an undone apply',
    prepare: (repo) => {
      begun(repo, 'merge');
      approved(repo);
      docket(repo.root, 'undo', 'x', '--yes');
      return ['redo', 'x', '--yes', '--json'];
    },
    owners: OWNERS,
    repeatable: true,
  },
  {
    name: 'save of what disk holds, a new doc too',
    prepare: (repo) => {
      begun(repo, 'merge');
      repo.git('reset', '-q', '--', 'a.md');
      repo.write({ 'fresh.md': 'a fresh doc\n' });
      return ['save', 'a.md', 'fresh.md', '--summary', 'Saved', '--json'];
    },
    owners: [...OWNERS, 'a fresh doc'],
    repeatable: true,
    always: /^spawn commit/,
  },
  {
    name: 'an owner’s edit and doc.save in a session',
    prepare: (repo) => {
      repo.commit({ 'a.md': text(), 'o.md': 'o\n' });
      repo.write({ 'o.md': 'o staged\n' });
      repo.git('add', '-A');
      return ['session'];
    },
    input: [
      { id: 1, command: 'doc.edit', input: edit('a.md', 'line 5\n', 'line 5 typed\n') },
      { id: 2, command: 'doc.save', input: { doc: 'a.md', summary: 'Typed' } },
    ],
    between: (repo) => repo.write({ 'a.md': text().replace('line 5\n', 'line 5 typed\n') }),
    owners: ['o staged'],
    repeatable: false,
  },
  {
    name: 'an agent’s edit, doc_save and a revision',
    prepare: (repo) => {
      begun(repo, 'merge');
      return ['mcp'];
    },
    input: [
      ...hello,
      tool(2, 'doc_edit', edit('deep/d.md', 'd\n', 'd proposed\n')),
      tool(3, 'doc_save', { doc: 'deep/d.md', summary: 'Proposed' }),
    ].map((message) => ({ jsonrpc: '2.0', ...message })),
    owners: OWNERS,
    repeatable: false,
  },
];
