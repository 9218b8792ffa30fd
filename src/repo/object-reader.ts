// One long-lived `git cat-file --batch-command` per repository: it sees new objects, packs and gc at once, and
// answers many requests in one go. Only object names are ever asked for: the protocol is one line a request.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { refuseMissing } from './child.ts';
import { gitEnvironment } from './environment.ts';
import { pinnedArgs } from './git.ts';
import { refusePromised } from './promised.ts';
import { Replies, type StoredObject } from './replies.ts';
import { checkOid, checkPinned, type Oid, onClose, type Repo } from './repo.ts';

interface Request {
  readonly oid: Oid;
  tries: number;
  resolve(object: StoredObject | null): void;
  reject(error: unknown): void;
}

/** An idle child is let go after this; on Windows soon, where its open packs would block gc. */
const IDLE_MS = process.platform === 'win32' ? 2_000 : 30_000;
/** No byte for this long while something is asked: the child hangs. */
const SILENCE_MS = 30_000;

const readers = new WeakMap<Repo, ObjectReader>();

/** The repository's reader. */
export function readerOf(repo: Repo): ObjectReader {
  const found = readers.get(repo);
  if (found) return found;
  const reader = new ObjectReader(repo);
  readers.set(repo, reader);
  onClose(repo, () => reader.close());
  return reader;
}

/** Reads objects through a child that is started on need, restarted once when it dies, and never keeps the process alive. */
class ObjectReader {
  readonly #repo: Repo;
  #child: ChildProcessWithoutNullStreams | null = null;
  #flying: Request[] = [];
  #outbox: Request[] = [];
  /** Who asks for what is asked for already gets the same answer. */
  readonly #asked = new Map<Oid, Promise<StoredObject | null>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(repo: Repo) {
    this.#repo = repo;
  }

  /** The object, or null where the repository has none of that name. */
  read(oid: Oid): Promise<StoredObject | null> {
    checkOid(this.#repo, oid);
    const asked = this.#asked.get(oid);
    if (asked) return asked;
    const reading = this.#ask(oid).finally(() => this.#asked.delete(oid));
    this.#asked.set(oid, reading);
    return reading;
  }

  /** Ends the child; a later read starts another. */
  async close(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    const gone = new Promise((resolve) => child.once('close', resolve));
    keepAlive(child, true);
    child.stdin.end();
    await gone;
  }

  #ask(oid: Oid): Promise<StoredObject | null> {
    return new Promise((resolve, reject) => {
      if (this.#outbox.length === 0) queueMicrotask(() => this.#send());
      this.#outbox.push({ oid, tries: 0, resolve, reject });
    });
  }

  #send(): void {
    const requests = this.#outbox;
    this.#outbox = [];
    try {
      const child = this.#running();
      this.#flying.push(...requests);
      keepAlive(child, true);
      this.#watchSilence();
      child.stdin.write(requests.map(({ oid }) => `contents ${oid}\n`).join(''));
    } catch (error) {
      for (const request of requests) request.reject(error);
    }
  }

  #running(): ChildProcessWithoutNullStreams {
    if (this.#child) return this.#child;
    checkPinned(this.#repo);
    const args = [...pinnedArgs(this.#repo), 'cat-file', '--batch-command'];
    const child = spawn('git', args, { cwd: this.#repo.commonDir, env: gitEnvironment(), windowsHide: true });
    const replies = new Replies((object) => this.#answer(object));
    let complaint = '';
    child.stdout.on('data', (chunk: Buffer) => {
      this.#watchSilence();
      replies.take(chunk);
      if (this.#flying.length === 0) this.#idle(child);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      complaint += chunk.toString('utf8');
    });
    // A child that ends while it is written to says why by its end.
    child.stdin.on('error', () => {});
    let failure: unknown;
    child.on('error', (error) => {
      failure = error;
    });
    child.on('close', () => this.#ended(child, failure ?? complaint));
    this.#child = child;
    return child;
  }

  #answer(object: StoredObject | null): void {
    this.#flying.shift()?.resolve(object);
  }

  #idle(child: ChildProcessWithoutNullStreams): void {
    clearTimeout(this.#timer);
    keepAlive(child, false);
    this.#timer = setTimeout(() => this.#letGo(child), IDLE_MS).unref();
  }

  #letGo(child: ChildProcessWithoutNullStreams): void {
    if (this.#child === child) this.#child = null;
    child.stdin.end();
  }

  #watchSilence(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#child?.kill('SIGTERM'), SILENCE_MS).unref();
  }

  /** The request at the front may be what killed it: it is tried once more, the rest are asked again. */
  #ended(child: ChildProcessWithoutNullStreams, why: unknown): void {
    if (this.#child !== child) return;
    this.#child = null;
    clearTimeout(this.#timer);
    const [first, ...rest] = this.#flying.splice(0);
    if (!first) return;
    first.tries++;
    const again = first.tries > 1 || typeof why !== 'string' ? rest : [first, ...rest];
    if (again !== rest) queueMicrotask(() => this.#send());
    else first.reject(endError(why, this.#repo));
    if (again === rest && rest.length > 0) queueMicrotask(() => this.#send());
    this.#outbox.unshift(...again);
  }
}

function endError(why: unknown, repo: Repo): unknown {
  try {
    if (typeof why !== 'string') return refuseMissing(why, repo.commonDir);
    refusePromised(why);
    return new Error(`git cat-file ended: ${why.trim()}`);
  } catch (error) {
    return error;
  }
}

function keepAlive(child: ChildProcessWithoutNullStreams, keep: boolean): void {
  const handles = [child, child.stdin, child.stdout, child.stderr] as unknown as {
    ref(): void;
    unref(): void;
  }[];
  for (const handle of handles) keep ? handle.ref() : handle.unref();
}
