/** What to check. */
export interface CheckAsk {
  readonly docs?: readonly string[];
  readonly proposal?: string;
  readonly staged?: boolean;
  readonly changed?: boolean;
}

/** A doc as it was read: bytes, or the text of a working copy. */
export interface Found {
  readonly file: string;
  readonly bytes?: Buffer;
  readonly text?: string;
  /** Of the bytes, `absent` where a working copy has no file. */
  readonly sha256: string;
  /** The working copy was checked: it has edits that the file lacks. */
  readonly dirty?: true;
}

/** A doc that was not checked, or not all of it. */
export interface Skipped {
  readonly doc: string;
  readonly why: string;
  readonly message: string;
}

/** A doc to check. */
export interface Candidate {
  readonly doc: string;
  /** Somebody asked for it by name. */
  readonly named: boolean;
  /** Refuses what stands in the way of a named doc; any other is skipped. */
  read(): Promise<Found | Skipped>;
}

export interface Candidates {
  readonly candidates: readonly Candidate[];
  readonly skipped: readonly Skipped[];
  readonly proposal?: string;
  readonly tip?: string;
}

/** Of these paths, those that refs name, by path or by a bare name that fits one; what fits none is skipped. */
export function chosen(
  paths: readonly string[],
  refs: readonly string[] | undefined,
  otherwise: Omit<Skipped, 'doc'>,
): { paths: readonly string[]; skipped: Skipped[] } {
  if (!refs) return { paths, skipped: [] };
  const found = refs.map((ref) => ({ ref, path: meant(paths, ref) }));
  const fitting = new Set(found.flatMap(({ path }) => path ?? []));
  return {
    paths: paths.filter((path) => fitting.has(path)),
    skipped: found.filter(({ path }) => path === null).map(({ ref }) => ({ doc: ref, ...otherwise })),
  };
}

function meant(paths: readonly string[], ref: string): string | null {
  if (paths.includes(ref)) return ref;
  const last = (path: string) => path.slice(path.lastIndexOf('/') + 1);
  const fits = paths.filter((path) => [last(path), last(path).replace(/\.[^.]+$/, '')].includes(ref));
  return fits.length === 1 ? fits[0]! : null;
}
