// Takes the stream of `git cat-file --batch-command` apart into objects.

export interface StoredObject {
  readonly type: 'blob' | 'tree' | 'commit' | 'tag';
  readonly bytes: Buffer;
}

const NEWLINE = 0x0a;

/** Gathers chunks and hands on each object, or null for a missing one, in the order they were asked for. */
export class Replies {
  readonly #answer: (object: StoredObject | null) => void;
  #chunks: Buffer[] = [];
  #length = 0;
  #body: { readonly type: StoredObject['type']; readonly size: number } | null = null;

  constructor(answer: (object: StoredObject | null) => void) {
    this.#answer = answer;
  }

  take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    while (this.#body ? this.#takeBody(this.#body) : this.#takeHeader());
  }

  #takeHeader(): boolean {
    const bytes = this.#joined();
    const end = bytes.indexOf(NEWLINE);
    if (end < 0) return false;
    const [, type, size] = bytes.toString('latin1', 0, end).split(' ');
    this.#drop(end + 1);
    if (type === 'missing') this.#answer(null);
    else this.#body = { type: type as StoredObject['type'], size: Number(size) };
    return true;
  }

  #takeBody({ type, size }: { readonly type: StoredObject['type']; readonly size: number }): boolean {
    // A newline ends the content.
    if (this.#length < size + 1) return false;
    // Copied, so that a small object does not hold the whole chunk in memory.
    const bytes = Buffer.from(this.#joined().subarray(0, size));
    this.#drop(size + 1);
    this.#body = null;
    this.#answer({ type, bytes });
    return true;
  }

  #joined(): Buffer {
    if (this.#chunks.length !== 1) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0]!;
  }

  #drop(length: number): void {
    this.#chunks = [this.#joined().subarray(length)];
    this.#length -= length;
  }
}
