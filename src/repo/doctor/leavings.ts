// What docket itself left behind: files that were not whole yet, state that nobody can read. Each can be cleared
// away, and bytes that nothing else holds are kept in recovery first.
import { readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { git } from '../git.ts';
import { journalFolder } from '../landing/journal.ts';
import { nameOfBytes } from '../names.ts';
import { readObject } from '../objects.ts';
import { keepRecovery } from '../recovery.ts';
import type { Givens, Repo } from '../repo.ts';
import { hashBlob } from '../write-objects.ts';
import { counted, type Finding, note, some, warning } from './finding.ts';

export async function leavings(repo: Repo, now: number): Promise<Finding[]> {
  return [...temporaries(repo, now), ...(await strays(repo, now)), ...stateFindings(repo), ...copies(repo)];
}

/** A process that has this number may be another one by now, so a file this old is nobody's either. */
const OLD_MS = 60 * 60_000;

function temporaries(repo: Repo, now: number): Finding[] {
  const folder = join(repo.stateDir, 'tmp');
  const dead = listing(folder)
    .filter((name) => isAbandoned(join(folder, name), /^(?:taken-)?(\d+)-/.exec(name)?.[1], now))
    .map((name) => join(folder, name));
  if (dead.length === 0) return [];
  const what = `${counted(dead.length, 'unfinished file')} of docket in its own folder.`;
  return [leaving(repo, 'temporary', what, dead)];
}

/** In the work tree docket only puts files that are to be renamed into place. */
async function strays(repo: Repo, now: number): Promise<Finding[]> {
  const args = ['ls-files', '--others', '-z', '--', ':(glob)**/.docket-*'];
  const { stdout } = await git(repo, args, { patterns: true });
  const paths = nameOfBytes(stdout).split('\0').filter(Boolean);
  const dead = paths.filter((path) => isStray(repo, path, now));
  if (dead.length === 0) return [];
  const what = `${counted(dead.length, 'unfinished file')} of docket in the work tree: ${some(dead)}.`;
  return [
    leaving(
      repo,
      'stray',
      what,
      dead.map((path) => join(repo.root, path)),
    ),
  ];
}

function isStray(repo: Repo, path: string, now: number): boolean {
  const name = basename(path);
  const landing = /^\.docket-(?:new|old)-\d+-([0-9a-f-]{36})$/.exec(name)?.[1];
  if (landing !== undefined) return !listing(journalFolder(repo)).includes(landing);
  const pid = /^\.docket-(?:taken-)?(\d+)-[0-9a-z-]+\.tmp$/.exec(name)?.[1];
  return pid !== undefined && isAbandoned(join(repo.root, path), pid, now);
}

function isAbandoned(file: string, pid: string | undefined, now: number): boolean {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile()) return false;
  return pid === undefined || !isRunning(Number(pid)) || now - stat.mtimeMs > OLD_MS;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function leaving(repo: Repo, code: string, what: string, files: readonly string[]): Finding {
  const why = 'A docket was killed in the middle of a write. Nothing reads them.';
  const found = note(
    code,
    what,
    why,
    'Clear them away: docket doctor --mend. Bytes that git lacks are kept in recovery.',
  );
  return {
    ...found,
    mend: async (givens) => {
      for (const file of files) await clear(repo, file, givens);
    },
  };
}

async function clear(repo: Repo, file: string, givens: Givens): Promise<void> {
  const bytes = readFileSync(file);
  const held = isState(bytes) || (await readObject(repo, hashBlob(repo, bytes))) !== null;
  if (!held && bytes.length > 0)
    await keepRecovery(repo, `lost-${basename(file)}`, bytes, 'left by a docket that was killed', givens);
  rmSync(file, { force: true });
}

/** Docket's own words: a lock's owner, a state file that was not put in place. */
function isState(bytes: Buffer): boolean {
  return versionOf(bytes.toString('utf8')) !== undefined;
}

function stateFindings(repo: Repo): Finding[] {
  const names = ['', 'open/', 'drafts/', 'recovery/'].flatMap((folder) =>
    listing(join(repo.stateDir, folder)).map((name) => folder + name),
  );
  const json = names.filter((name) => name.endsWith('.json'));
  const versions = new Map(json.map((name) => [name, versionOf(textAt(join(repo.stateDir, name)))]));
  const broken = json.filter((name) => versions.get(name) === undefined);
  const newer = json.filter((name) => versions.get(name) !== undefined && versions.get(name) !== 1);
  return [
    ...brokenFindings(repo, broken),
    ...newerFindings(newer),
    ...asideFindings(
      repo,
      names.filter((name) => name.endsWith('.broken')),
    ),
  ];
}

function brokenFindings({ stateDir }: Repo, broken: readonly string[]): Finding[] {
  return broken.map((name) => ({
    ...warning(
      'broken_state',
      `${name} in docket's folder cannot be read.`,
      'It counts as not there.',
      'Put it aside: docket doctor --mend. What it held can be looked at there.',
    ),
    mend: async () => renameSync(join(stateDir, name), join(stateDir, `${name}.broken`)),
  }));
}

function newerFindings(names: readonly string[]): Finding[] {
  if (names.length === 0) return [];
  const what = `Another version of docket wrote ${some(names)}.`;
  return [warning('other_version', what, 'What needs it is refused.', 'Use the newer docket here.')];
}

function asideFindings({ stateDir }: Repo, names: readonly string[]): Finding[] {
  if (names.length === 0) return [];
  const what = `Files that could not be read were put aside in ${stateDir}: ${some(names)}.`;
  return [
    note(
      'put_aside',
      what,
      'Nothing reads them. One of drafts/ may hold unsaved words.',
      'Look into them, then remove them.',
    ),
  ];
}

/** Copies of overwritten bytes whose note or whose bytes are missing. */
function copies(repo: Repo): Finding[] {
  const names = listing(join(repo.stateDir, 'recovery'));
  const of = (ending: string) =>
    names.filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length));
  const [notes, bytes] = [of('.json'), of('.bytes')];
  const lost = notes.filter((id) => !bytes.includes(id));
  if (lost.length === 0) return [];
  const what = `The bytes of ${counted(lost.length, 'kept copy', 'kept copies')} are gone: ${some(lost)}.`;
  return [
    warning(
      'lost_copy',
      what,
      'It cannot be restored.',
      'Look for the text in git, or in a backup of this disk.',
    ),
  ];
}

function versionOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'version' in value ? value.version : undefined;
  } catch {
    return undefined;
  }
}

function textAt(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function listing(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
