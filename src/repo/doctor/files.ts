// What is to be known of the tracked files and of the place that they are kept in.
import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { formOf } from '../forms.ts';
import { readIndex } from '../git-index.ts';
import { hasRawBytes } from '../names.ts';
import type { Repo } from '../repo.ts';
import { counted, type Finding, note, problem, some, warning } from './finding.ts';

export async function fileFindings(repo: Repo): Promise<Finding[]> {
  const index = await readIndex(repo);
  const paths = [...index].filter(([, [entry]]) => entry?.mode.startsWith('100')).map(([path]) => path);
  return [...(await filtered(repo, paths)), ...twins([...index.keys()]), ...rawNames(paths)];
}

export function placeFindings(repo: Repo): Finding[] {
  return [...readOnly(repo), ...littleSpace(repo)];
}

async function filtered(repo: Repo, paths: readonly string[]): Promise<Finding[]> {
  const forms = await formOf(repo, paths);
  const refused = paths.filter((path) => forms.get(path)?.refused);
  if (refused.length === 0) return [];
  const attributes = [...new Set(refused.map((path) => forms.get(path)!.refused))].join(', ');
  const what = `${counted(refused.length, 'file passes', 'files pass')} the git attribute ${attributes}: ${some(refused)}.`;
  return [
    note(
      'filtered',
      what,
      'Docket runs no filter (LFS is one): it neither opens these files nor lands changes of them; everything else is not affected.',
    ),
  ];
}

function twins(paths: readonly string[]): Finding[] {
  const byName = new Map<string, string[]>();
  for (const path of paths) {
    const name = path.normalize('NFC').toLowerCase();
    byName.set(name, [...(byName.get(name) ?? []), path]);
  }
  const found = [...byName.values()].filter((same) => same.length > 1).map((same) => same.join(' and '));
  if (found.length === 0) return [];
  const why =
    'On disks that do not tell letter case or Unicode forms apart they are one file, and one overwrites the other.';
  return [
    warning(
      'twins',
      `Tracked names that are one on some disks: ${some(found)}.`,
      why,
      'Rename one of them: git mv',
    ),
  ];
}

function rawNames(paths: readonly string[]): Finding[] {
  const raw = paths.filter(hasRawBytes);
  if (raw.length === 0) return [];
  return [
    note(
      'raw_names',
      `${counted(raw.length, 'name is', 'names are')} not UTF-8.`,
      'Such files are carried along unchanged and are no docs.',
    ),
  ];
}

function readOnly(repo: Repo): Finding[] {
  const places = [
    repo.root,
    repo.gitDir,
    repo.commonDir,
    ...IN_GIT.map((name) => join(repo.commonDir, name)),
    repo.stateDir,
  ];
  const closed = [...new Set(places)].filter((place) => existsSync(place) && !isWritable(place));
  if (closed.length === 0) return [];
  const why = 'What has to be written there is refused as read_only; reading works.';
  return [
    problem(
      'read_only',
      `Not writable for you: ${some(closed)}.`,
      why,
      'Make them writable: chmod, chown, or mount the disk for writing',
    ),
  ];
}

const IN_GIT = ['objects', 'refs', 'refs/heads'];

function isWritable(place: string): boolean {
  try {
    accessSync(place, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** An approval of large docs needs a few times their size for a moment. */
const ENOUGH_BYTES = 64 << 20;

function littleSpace(repo: Repo): Finding[] {
  const low = [...new Set([repo.root, repo.commonDir])].filter((place) => {
    const { bavail, bsize } = statfsSync(place);
    return bavail * bsize < ENOUGH_BYTES;
  });
  if (low.length === 0) return [];
  const why =
    'Docket writes aside before it replaces anything, so what does not fit is refused as no_space and nothing is half written.';
  return [warning('little_space', `The disk is nearly full: ${some(low)}.`, why, 'Free some space.')];
}
