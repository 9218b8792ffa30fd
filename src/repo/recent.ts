/** Values by key, the longest unused forgotten first once their sizes pass `most`. */
export class Recent<V> {
  readonly #values = new Map<string, { readonly value: V; readonly size: number }>();
  readonly #most: number;
  #size = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): V | undefined {
    const found = this.#values.get(key);
    if (!found) return undefined;
    this.#values.delete(key);
    this.#values.set(key, found);
    return found.value;
  }

  set(key: string, value: V, size = 1): void {
    const old = this.#values.get(key);
    if (old) this.#size -= old.size;
    this.#values.delete(key);
    this.#values.set(key, { value, size });
    this.#size += size;
    for (const [oldest, { size: freed }] of this.#values) {
      if (this.#size <= this.#most || oldest === key) break;
      this.#values.delete(oldest);
      this.#size -= freed;
    }
  }
}
