import { describe, expect, test } from 'vitest';
import type { Facts } from '../../../src/proposals/apply/facts.ts';
import { type DocPlan, planDoc } from '../../../src/proposals/apply/plan-doc.ts';
import { type Contents, factsFor, inIndex, onDisk, place, side, text } from './sides.ts';

type Owner = 'clean' | 'staged' | 'unstaged' | 'both';
type Party = 'agent' | 'target' | 'staged' | 'unstaged';

const OWNERS: Owner[] = ['clean', 'staged', 'unstaged', 'both'];
const EDITS: Record<Owner, { index: Party[]; disk: Party[] }> = {
  clean: { index: [], disk: [] },
  staged: { index: ['staged'], disk: ['staged'] },
  unstaged: { index: [], disk: ['unstaged'] },
  both: { index: ['staged'], disk: ['staged', 'unstaged'] },
};
const TARGETS = { 'fast-forward': [], merge: ['target'] } as const;

/** What branch, index and disk hold afterwards, read off the plan; 'stays' where it writes nothing. */
function planned(plan: DocPlan, path: string) {
  const tree = plan.tree.find((change) => change.path === path);
  const index = plan.index.find((change) => change.path === path);
  const file = plan.files.find((change) => change.path === path);
  const read = (bytes: Buffer | null | undefined) => (bytes ? bytes.toString() : null);
  return {
    branch: tree ? read(tree.side?.bytes) : 'stays',
    index: index ? read(index.after?.bytes) : 'stays',
    disk: file ? read(file.after) : 'stays',
  };
}

describe.each(['fast-forward', 'merge'] as const)('S14: %s', (how) => {
  const target: Party[] = [...TARGETS[how]];

  test.each(OWNERS)('a changed doc lands under %s edits of the owner', (owner) => {
    const { index, disk } = EDITS[owner];
    const plan = planDoc(
      factsFor({
        base: text(),
        tip: text('agent'),
        target: text(...target),
        index: text(...target, ...index),
        disk: text(...target, ...disk),
      }),
    );
    expect(plan.clashes).toEqual([]);
    expect(planned(plan, 'a.md')).toEqual({
      branch: text('agent', ...target),
      index: text('agent', ...target, ...index),
      disk: text('agent', ...target, ...disk),
    });
    expect(plan.path).toMatchObject({
      branch: how === 'merge' ? 'merged' : 'theirs',
      index: index.length > 0 ? 'merged' : 'clean',
      disk: disk.length > 0 ? 'merged' : 'clean',
      added: 1,
      removed: 1,
    });
    expect(plan.uncommitted).toBe(disk.length > 0);
  });

  test.each(OWNERS)('S15: a renamed doc carries %s edits of the owner to its new name', (owner) => {
    const { index, disk } = EDITS[owner];
    const plan = planDoc(
      factsFor({
        base: text(),
        tip: text('agent'),
        tipPath: 'b.md',
        target: text(...target),
        index: text(...target, ...index),
        disk: text(...target, ...disk),
      }),
    );
    expect(plan.clashes).toEqual([]);
    expect(planned(plan, 'a.md')).toEqual({ branch: null, index: null, disk: null });
    expect(planned(plan, 'b.md')).toEqual({
      branch: text('agent', ...target),
      index: text('agent', ...target, ...index),
      disk: text('agent', ...target, ...disk),
    });
    expect(plan.path).toMatchObject({ doc: 'b.md', from: 'a.md', what: 'rename' });
  });

  test.each(OWNERS)('S15: a deleted doc with %s edits of the owner', (owner) => {
    const { index, disk } = EDITS[owner];
    const plan = planDoc(factsFor({ base: text(), tip: null, index: text(...index), disk: text(...disk) }));
    const kinds = [
      ...(index.length > 0 ? [{ kind: 'staged_clash', shape: 'delete/modify' }] : []),
      ...(disk.length > 0 ? [{ kind: 'uncommitted_clash', shape: 'delete/modify' }] : []),
    ];
    expect(plan.clashes).toMatchObject(kinds);
    if (owner === 'clean') expect(planned(plan, 'a.md')).toEqual({ branch: null, index: null, disk: null });
  });

  test.each([
    ['nothing', { index: null, disk: null }, [], { branch: text(), index: text(), disk: text() }],
    [
      'the same, untracked',
      { index: null, disk: text() },
      [],
      { branch: text(), index: text(), disk: 'stays' },
    ],
    [
      'the same, staged',
      { index: text(), disk: text() },
      [],
      { branch: text(), index: 'stays', disk: 'stays' },
    ],
    ['other, untracked', { index: null, disk: 'other\n' }, ['untracked_in_the_way'], null],
    ['other, staged', { index: 'other\n', disk: 'other\n' }, ['staged_clash', 'uncommitted_clash'], null],
    ['the same staged, other on disk', { index: text(), disk: 'other\n' }, ['uncommitted_clash'], null],
  ] as const)('a new doc where the owner has %s', (_, here, kinds, wanted) => {
    const plan = planDoc(factsFor({ base: null, tip: text(), target: null, ...here }));
    expect(plan.clashes.map(({ kind }) => kind)).toEqual(kinds);
    if (wanted) expect(planned(plan, 'a.md')).toEqual(wanted);
  });
});

const other = (...parties: Party[]) => text(...parties).replace('line 3\n', 'other\n');

describe('what cannot be merged is refused, with its kind', () => {
  test.each<[string, Contents, string[]]>([
    [
      'the target changed the same line',
      { base: text(), tip: text('agent'), target: other() },
      ['merge_conflict lines'],
    ],
    [
      'a staged edit of the same line',
      { base: text(), tip: text('agent'), index: other(), disk: text() },
      ['staged_clash lines'],
    ],
    [
      'an uncommitted edit of the same line',
      { base: text(), tip: text('agent'), disk: other() },
      ['uncommitted_clash lines'],
    ],
    [
      'both',
      { base: text(), tip: text('agent'), index: other() },
      ['staged_clash lines', 'uncommitted_clash lines'],
    ],
    [
      'S15: the target deleted it',
      { base: text(), tip: text('agent'), target: null },
      ['merge_conflict delete/modify'],
    ],
    [
      'S15: it deletes what the target changed',
      { base: text(), tip: null, target: text('target') },
      ['merge_conflict delete/modify'],
    ],
    [
      'S15: the owner deleted the file',
      { base: text(), tip: text('agent'), disk: null },
      ['uncommitted_clash delete/modify'],
    ],
    [
      'S14: the owner staged its deletion',
      { base: text(), tip: text('agent'), index: null },
      ['staged_clash delete/modify', 'uncommitted_clash delete/modify'],
    ],
    ['both added it', { base: null, tip: text(), target: 'other\n' }, ['merge_conflict add/add']],
    [
      'renamed on both sides',
      { base: text(), tip: text(), tipPath: 'b.md', target: text(), targetPath: 'c.md' },
      ['merge_conflict rename/rename'],
    ],
    [
      'renamed here, deleted there',
      { base: text(), tip: text(), tipPath: 'b.md', target: null },
      ['merge_conflict delete/modify'],
    ],
    [
      'deleted here, renamed there',
      { base: text(), tip: null, target: text(), targetPath: 'c.md' },
      ['merge_conflict delete/modify'],
    ],
    ['binary on both sides', { base: 'a\0', tip: 'b\0', target: 'c\0' }, ['merge_conflict binary']],
    [
      'binary against an uncommitted edit',
      { base: 'a\0', tip: 'b\0', disk: 'c\0' },
      ['uncommitted_clash binary'],
    ],
  ])('%s', (_, contents, wanted) => {
    const plan = planDoc(factsFor(contents));
    expect(plan.clashes.map(({ kind, shape }) => `${kind} ${shape}`)).toEqual(wanted);
  });

  test('a clash names both sides’ lines', () => {
    const plan = planDoc(factsFor({ base: text(), tip: text('agent'), disk: other() }));
    expect(plan.clashes[0]!.hunks).toEqual([{ base: [3, 4], ours: ['other\n'], theirs: ["agent's line\n"] }]);
  });
});

describe('what is left alone', () => {
  test('the target is not checked out: no file, no entry', () => {
    const plan = planDoc(factsFor({ base: text(), tip: text('agent') }, { here: null }));
    expect(plan).toMatchObject({
      files: [],
      index: [],
      clashes: [],
      path: { disk: 'elsewhere', branch: 'theirs' },
    });
  });

  test('the owner has the same edit already: uncommitted, staged, or committed', () => {
    const same = text('agent');
    const uncommitted = planDoc(factsFor({ base: text(), tip: same, index: text(), disk: same }));
    expect(planned(uncommitted, 'a.md')).toEqual({ branch: same, index: same, disk: 'stays' });
    const staged = planDoc(factsFor({ base: text(), tip: same, index: same }));
    expect(planned(staged, 'a.md')).toEqual({ branch: same, index: 'stays', disk: 'stays' });
    const committed = planDoc(
      factsFor({ base: text(), tip: same, target: same, index: null, disk: 'mine\n' }),
    );
    expect(committed).toMatchObject({
      tree: [],
      files: [],
      index: [],
      clashes: [],
      path: { branch: 'same' },
    });
  });

  test('a doc that the target renamed is followed there', () => {
    const plan = planDoc(
      factsFor({ base: text(), tip: text('agent'), target: text('target'), targetPath: 'new.md' }),
    );
    expect(planned(plan, 'new.md').disk).toBe(text('agent', 'target'));
    expect(plan.path).toMatchObject({ doc: 'new.md', what: 'change' });
    expect(plan.tree.map(({ path }) => path)).toEqual(['new.md']);
  });

  test('S14: a staged mode stays, and clashes with a deletion', () => {
    const now = place('a.md', inIndex(text(), {}, '100755'), onDisk(text()));
    const here = { now, next: null, modesCount: true };
    const changed = planDoc(factsFor({ base: text(), tip: text('agent') }, { here }));
    expect(changed.index[0]!.after!.mode).toBe('100755');
    const deleted = planDoc(factsFor({ base: text(), tip: null }, { here }));
    expect(deleted.clashes).toMatchObject([{ kind: 'staged_clash', shape: 'delete/modify' }]);
  });

  test('S15: a mode on disk clashes with a deletion where modes count', () => {
    const disk = { ...onDisk(text()), executable: true } as ReturnType<typeof onDisk>;
    const here = (modesCount: boolean): Facts['here'] => ({
      now: place('a.md', inIndex(text()), disk),
      next: null,
      modesCount,
    });
    expect(planDoc(factsFor({ base: text(), tip: null }, { here: here(true) })).clashes).toHaveLength(1);
    expect(planDoc(factsFor({ base: text(), tip: null }, { here: here(false) })).clashes).toHaveLength(0);
  });
});

describe('S14: flagged entries', () => {
  const flagged = (flags: object, disk: string | null) =>
    planDoc(
      factsFor(
        { base: text(), tip: text('agent') },
        { here: { now: place('a.md', inIndex(text(), flags), onDisk(disk)), next: null, modesCount: true } },
      ),
    );

  test('skip-worktree: an absent file stays absent, the entry moves on with its flag', () => {
    const plan = flagged({ skipWorktree: true }, null);
    expect(plan).toMatchObject({ clashes: [], files: [], path: { disk: 'elsewhere' } });
    expect(plan.index[0]).toMatchObject({ before: { skipWorktree: true } });
  });

  test.each([{ skipWorktree: true }, { assumeUnchanged: true }])('%o: other bytes on disk clash', (flags) => {
    expect(flagged(flags, text('unstaged')).clashes).toMatchObject([{ kind: 'uncommitted_clash' }]);
    expect(flagged(flags, text())).toMatchObject({ clashes: [], path: { disk: 'clean' } });
  });

  test('assume-unchanged: a missing file clashes', () => {
    expect(flagged({ assumeUnchanged: true }, null).clashes).toMatchObject([{ kind: 'uncommitted_clash' }]);
  });

  test('intent to add: the new doc takes its place when it is the same, and is in the way when not', () => {
    const intended = (disk: string) =>
      planDoc(
        factsFor(
          { base: null, tip: text(), target: null },
          {
            here: {
              now: place('a.md', inIndex('', { intentToAdd: true }), onDisk(disk)),
              next: null,
              modesCount: true,
            },
          },
        ),
      );
    expect(planned(intended(text()), 'a.md')).toEqual({ branch: text(), index: text(), disk: 'stays' });
    expect(intended('other\n').clashes).toMatchObject([{ kind: 'uncommitted_clash', shape: 'add/add' }]);
  });
});

describe('something odd at the path', () => {
  const at = (index: Parameters<typeof place>[1], disk: Parameters<typeof place>[2]) =>
    planDoc(
      factsFor(
        { base: text(), tip: text('agent') },
        { here: { now: place('a.md', index, disk), next: null, modesCount: true } },
      ),
    ).clashes.map(({ kind, shape }) => `${kind} ${shape}`);

  test.each([
    ['unmerged', inIndex(text()), { at: 'other', what: 'a link' } as const, ['uncommitted_clash path']],
    ['a link on disk', { at: 'other', what: 'unmerged' } as const, onDisk(text()), ['staged_clash unmerged']],
    ['another type staged', { at: 'other', what: 'type' } as const, onDisk(text()), ['staged_clash type']],
  ])('%s', (_, index, disk, wanted) => {
    expect(at(index, disk)).toEqual(wanted);
  });

  test('a folder where a new doc comes, and anything where a renamed one comes', () => {
    const folder = { at: 'other', what: 'a folder' } as const;
    const added = factsFor(
      { base: null, tip: text(), target: null },
      {
        here: { now: place('a.md', inIndex(null), folder), next: null, modesCount: true },
      },
    );
    expect(planDoc(added).clashes).toMatchObject([{ kind: 'untracked_in_the_way', shape: 'path' }]);
    const taken = (index: string | null, disk: string | null) => ({
      now: place('a.md', inIndex(text()), onDisk(text())),
      next: place('b.md', inIndex(index), onDisk(disk)),
      modesCount: true,
    });
    const renamed = (index: string | null, disk: string | null) =>
      planDoc(factsFor({ base: text(), tip: text(), tipPath: 'b.md' }, { here: taken(index, disk) })).clashes;
    expect(renamed(null, text())).toMatchObject([{ kind: 'untracked_in_the_way' }]);
    expect(renamed(text(), null)).toMatchObject([{ kind: 'staged_clash' }]);
    const twice = factsFor({ base: text(), tip: text(), tipPath: 'b.md' }, { inTheWay: side(text()) });
    expect(planDoc(twice).clashes).toMatchObject([{ kind: 'merge_conflict', shape: 'add/add' }]);
  });
});
