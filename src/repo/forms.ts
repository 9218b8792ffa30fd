// The form of each path: git's attributes and settings, asked of git and kept while no file that could change them moved.
import { statSync } from 'node:fs';
import { isAbsent } from './disk-errors.ts';
import { diskPath, foldersAbove } from './disk-path.ts';
import { type Form, holdsCrlf } from './eol.ts';
import { git } from './git.ts';
import { indexStamp, readIndex } from './git-index.ts';
import { bytesOfName, nameOfBytes } from './names.ts';
import { findBlob } from './objects.ts';
import { Recent } from './recent.ts';
import type { Repo } from './repo.ts';

type Attributes = ReadonlyMap<string, string>;

interface Settings {
  readonly stamp: string;
  readonly autocrlf: 'true' | 'input' | 'false';
  readonly eolIsCrlf: boolean;
}

interface Kept {
  readonly attributes: Recent<Attributes>;
  settings?: Settings;
}

const kept = new WeakMap<Repo, Kept>();
const NAMES = ['text', 'crlf', 'eol', 'filter', 'ident', 'working-tree-encoding'];

/**
 * The form of each path, as `git add` and `git checkout` would treat it now. `refused` marks what passes a filter,
 * `ident` or a `working-tree-encoding`: its other fields then mean nothing.
 */
export async function formOf(repo: Repo, paths: readonly string[]): Promise<ReadonlyMap<string, Form>> {
  const [attributes, settings] = await Promise.all([attributesOf(repo, paths), settingsOf(repo)]);
  const forms = await Promise.all(
    paths.map(async (path): Promise<[string, Form]> => {
      const form = formFrom(attributes.get(path) ?? new Map(), settings);
      return [path, form.auto ? { ...form, keepCrlf: await indexHoldsCrlf(repo, path) } : form];
    }),
  );
  return new Map(forms);
}

/** As git's convert_attrs decides. */
function formFrom(attributes: Attributes, settings: Settings): Form {
  const refused = refusedBy(attributes);
  const as = (eol: Form['eol'], auto = false): Form => ({
    eol,
    auto,
    keepCrlf: false,
    ...(refused && { refused }),
  });
  const text = textAttribute(attributes.get('text')) ?? textAttribute(attributes.get('crlf'));
  const eol = attributes.get('eol');
  if (text === 'binary') return as('as-is');
  if (text === 'input' && eol !== 'crlf') return as('lf');
  if (eol === 'lf' || eol === 'crlf') return as(eol, text === 'auto');
  if (text === 'text' || text === 'auto') return as(settings.eolIsCrlf ? 'crlf' : 'lf', text === 'auto');
  if (settings.autocrlf === 'false') return as('as-is');
  return as(settings.autocrlf === 'true' ? 'crlf' : 'lf', true);
}

function textAttribute(value: string | undefined): 'text' | 'binary' | 'input' | 'auto' | undefined {
  if (value === 'set') return 'text';
  if (value === 'unset') return 'binary';
  return value === 'input' || value === 'auto' ? value : undefined;
}

function refusedBy(attributes: Attributes): Form['refused'] {
  const has = (name: string) => !['unspecified', 'unset'].includes(attributes.get(name) ?? 'unset');
  if (has('filter')) return 'filter';
  if (attributes.get('ident') === 'set') return 'ident';
  const encoding = attributes.get('working-tree-encoding') ?? 'unset';
  return has('working-tree-encoding') && !/^utf-?8$/i.test(encoding) ? 'working-tree-encoding' : undefined;
}

async function indexHoldsCrlf(repo: Repo, path: string): Promise<boolean> {
  const entries = (await readIndex(repo, [path])).get(path) ?? [];
  // Of an unmerged path git looks at our side.
  const entry = entries.find(({ stage }) => stage === 0) ?? entries.find(({ stage }) => stage === 2);
  const blob = entry && (await findBlob(repo, entry.oid));
  return blob ? holdsCrlf(blob) : false;
}

async function attributesOf(repo: Repo, paths: readonly string[]): Promise<ReadonlyMap<string, Attributes>> {
  const { attributes } = keptFor(repo);
  const common = commonStamp(repo);
  const stamps = new Map(paths.map((path) => [path, `${common} ${attributesStamp(repo, path)}\0${path}`]));
  const unknown = paths.filter((path) => !attributes.get(stamps.get(path)!));
  if (unknown.length > 0)
    for (const [path, found] of await askAttributes(repo, unknown))
      attributes.set(stamps.get(path) ?? '', found);
  return new Map(paths.map((path) => [path, attributes.get(stamps.get(path)!) ?? new Map()]));
}

async function askAttributes(
  repo: Repo,
  paths: readonly string[],
): Promise<Map<string, Map<string, string>>> {
  const input = Buffer.concat(paths.flatMap((path) => [bytesOfName(path), Buffer.from([0])]));
  const { stdout } = await git(repo, ['check-attr', '-z', '--stdin', ...NAMES], { input });
  const fields = nameOfBytes(stdout).split('\0');
  const found = new Map<string, Map<string, string>>();
  for (let i = 0; i + 2 < fields.length; i += 3) {
    const [path, name, value] = [fields[i]!, fields[i + 1]!, fields[i + 2]!];
    found.set(path, (found.get(path) ?? new Map<string, string>()).set(name, value));
  }
  return found;
}

/** What concerns every path. The index stands in for a file of attributes that is not on disk. */
function commonStamp(repo: Repo): string {
  return [fileStamp(`${repo.commonDir}/info/attributes`), indexStamp(repo), settingsStamp(repo)].join(' ');
}

/** Equal stamps: no file of attributes on the way to the path changed. */
function attributesStamp(repo: Repo, path: string): string {
  const files = ['', ...foldersAbove(path).map((folder) => `${folder}/`)].map(
    (folder) => `${folder}.gitattributes`,
  );
  return files.map((file) => fileStamp(diskPath(repo, file))).join(' ');
}

async function settingsOf(repo: Repo): Promise<Settings> {
  const now = keptFor(repo);
  const stamp = settingsStamp(repo);
  if (now.settings?.stamp === stamp) return now.settings;
  const { stdout } = await git(repo, ['config', '--null', '--get-regexp', '^core\\.(autocrlf|eol)$'], {
    allow: [1],
  });
  const pairs = stdout
    .toString('utf8')
    .split('\0')
    .filter(Boolean)
    .map((pair) => pair.split('\n'));
  const values = new Map(pairs.map(([key, value]) => [key!, (value ?? 'true').toLowerCase()]));
  now.settings = { stamp, ...endingsFrom(values.get('core.autocrlf'), values.get('core.eol')) };
  return now.settings;
}

function endingsFrom(autocrlf = 'false', eol = 'native'): Omit<Settings, 'stamp'> {
  if (autocrlf === 'input') return { autocrlf, eolIsCrlf: false };
  if (/^(true|yes|on|[1-9]\d*)$/.test(autocrlf)) return { autocrlf: 'true', eolIsCrlf: true };
  return { autocrlf: 'false', eolIsCrlf: eol === 'crlf' || (eol !== 'lf' && process.platform === 'win32') };
}

/** The configuration files of the repository and the user; a change further away is seen by the next process. */
function settingsStamp(repo: Repo): string {
  const { HOME = '', XDG_CONFIG_HOME = `${HOME}/.config`, GIT_CONFIG_GLOBAL } = process.env;
  const user = GIT_CONFIG_GLOBAL
    ? [GIT_CONFIG_GLOBAL]
    : [`${HOME}/.gitconfig`, `${XDG_CONFIG_HOME}/git/config`];
  const files = [`${repo.commonDir}/config`, `${repo.gitDir}/config.worktree`, ...user];
  return [...files, `${XDG_CONFIG_HOME}/git/attributes`].map(fileStamp).join(' ');
}

function fileStamp(path: string | Buffer): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return `${ino}:${size}:${mtimeNs}:${ctimeNs}`;
  } catch (error) {
    if (isAbsent(error)) return '-';
    throw error;
  }
}

function keptFor(repo: Repo): Kept {
  const found = kept.get(repo) ?? { attributes: new Recent<Attributes>(20_000) };
  kept.set(repo, found);
  return found;
}
