// A hint that something may have changed: files of the folders of open docs, and refs. Never a proof.
import type { FSWatcher } from 'chokidar';
import { diskStamp } from './disk-stamp.ts';
import { bytesOfName } from './names.ts';
import { refsStamp } from './refs.ts';
import type { Repo } from './repo.ts';

export interface FolderWatch {
  /** Watches these paths, and no others, from now on. */
  paths(list: readonly string[]): void;
  close(): Promise<void>;
}

export interface Seen {
  /** The watched paths whose files may have changed. */
  readonly files: readonly string[];
  /** Whether a branch, HEAD or an ending may have moved. */
  readonly refs: boolean;
}

/** Changes within this time are told at once. */
const BATCH_MS = 40;
/**
 * Refs are looked at by a few stats, so that a thousand of them need no watcher each; files by one stat each, for
 * what a watcher misses (while it starts, on network disks, when there are too many).
 */
const LOOK_MS = 250;

/**
 * Calls `changed` after files at these paths, or refs, may have changed; what comes together is told together. The
 * folders are watched, so that a file replaced by another is seen. Until `close` it keeps the process alive.
 */
export function watchFolders(
  repo: Repo,
  { paths }: { readonly paths: readonly string[] },
  changed: (what: Seen) => void,
): FolderWatch {
  const batch = new Batch(changed);
  const files = new FileWatch(repo, (path) => batch.add(path));
  files.paths(paths);
  let stamp = refsStamp(repo);
  const poll = setInterval(() => {
    const now = refsStamp(repo);
    if (now !== stamp || now === '') batch.add(null);
    stamp = now;
    files.look();
  }, LOOK_MS);
  return {
    paths: (list) => files.paths(list),
    close: async () => {
      clearInterval(poll);
      batch.end();
      await files.close();
    },
  };
}

/** Gathers what changed for a moment, then tells it once. */
class Batch {
  readonly #tell: (what: Seen) => void;
  #files = new Set<string>();
  #refs = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(tell: (what: Seen) => void) {
    this.#tell = tell;
  }

  /** A path, or null for refs. */
  add(path: string | null): void {
    if (path === null) this.#refs = true;
    else this.#files.add(path);
    this.#timer ??= setTimeout(() => this.#flush(), BATCH_MS);
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #flush(): void {
    const what = { files: [...this.#files].sort(), refs: this.#refs };
    this.#timer = undefined;
    this.#files = new Set();
    this.#refs = false;
    this.#tell(what);
  }
}

/** Chokidar over the folders of the wanted paths; it is loaded when there is something to watch. */
class FileWatch {
  readonly #repo: Repo;
  readonly #seen: (path: string) => void;
  #wanted = new Map<string, string>();
  #folders = new Set<string>();
  #watcher: Promise<FSWatcher> | null = null;
  #closed = false;
  readonly #stamps = new Map<string, string>();

  constructor(repo: Repo, seen: (path: string) => void) {
    this.#repo = repo;
    this.#seen = seen;
  }

  paths(list: readonly string[]): void {
    if (this.#closed) return;
    this.#wanted = new Map(
      list.map((path) => [bytesOfName(`${this.#repo.root}/${path}`).toString('utf8'), path]),
    );
    const folders = new Set([...this.#wanted.keys()].map((file) => file.slice(0, file.lastIndexOf('/'))));
    const [before, now] = [this.#folders, folders];
    this.#folders = folders;
    this.#forgetUnwanted(list);
    this.look();
    if (folders.size === 0 && !this.#watcher) return;
    this.#watcher ??= this.#start();
    void this.#watcher.then((watcher) => {
      watcher.unwatch([...before].filter((folder) => !now.has(folder)));
      // Files that were not wanted before are not looked at until their folder is added again.
      watcher.add([...now, ...this.#wanted.keys()]);
    });
  }

  /** Tells of files whose stamps are others than at the last look. */
  look(): void {
    for (const path of this.#wanted.values()) {
      const now = diskStamp(this.#repo, path);
      const before = this.#stamps.get(path);
      if (before !== undefined && before !== now) this.#seen(path);
      this.#stamps.set(path, now);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await (await this.#watcher)?.close();
  }

  #forgetUnwanted(list: readonly string[]): void {
    for (const path of this.#stamps.keys()) if (!list.includes(path)) this.#stamps.delete(path);
  }

  async #start(): Promise<FSWatcher> {
    const { watch } = await import('chokidar');
    const watcher = watch([], {
      depth: 0,
      ignoreInitial: true,
      ignored: (path) => !this.#folders.has(path) && !this.#wanted.has(path),
    });
    watcher.on('all', (_event, file) => {
      const path = this.#wanted.get(file);
      if (path !== undefined) this.#seen(path);
    });
    // Too many watches, or a folder that went: what is not seen here is seen at the next look.
    watcher.on('error', () => {});
    return watcher;
  }
}
