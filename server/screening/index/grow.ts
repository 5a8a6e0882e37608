/** A list of 32-bit numbers whose length is not known in advance. */
export class NumberList {
  #values = new Uint32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Uint32Array(this.#values.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length] = value;
    this.length += 1;
  }

  at(index: number): number {
    return this.#values[index] as number;
  }

  truncate(length: number): void {
    this.length = length;
  }

  toArray(): Uint32Array<ArrayBuffer> {
    return this.#values.slice(0, this.length);
  }
}

/**
 * Returns lists of numbers, one after the other. `[owner, member]` pairs come in any order of owners and are sorted by counting.
 * `visit` must call back with the same pairs both times.
 */
export function groupByOwner(
  owners: number,
  visit: (pair: (owner: number, member: number) => void) => void,
): { starts: Uint32Array<ArrayBuffer>; members: Uint32Array<ArrayBuffer> } {
  const starts = new Uint32Array(owners + 1);
  visit((owner) => {
    starts[owner + 1] = (starts[owner + 1] as number) + 1;
  });
  for (let i = 0; i < owners; i++) starts[i + 1] = (starts[i + 1] as number) + (starts[i] as number);
  const members = new Uint32Array(starts[owners] as number);
  const next = starts.slice(0, owners);
  visit((owner, member) => {
    const at = next[owner] as number;
    members[at] = member;
    next[owner] = at + 1;
  });
  return { starts, members };
}

/** Returns ASCII texts as consecutive bytes, and where each begins. */
export function packTexts(texts: readonly string[]): {
  bytes: Uint8Array<ArrayBuffer>;
  starts: Uint32Array<ArrayBuffer>;
} {
  const starts = new Uint32Array(texts.length + 1);
  texts.forEach((text, i) => {
    starts[i + 1] = (starts[i] as number) + text.length;
  });
  const bytes = new Uint8Array(starts[texts.length] as number);
  texts.forEach((text, i) => {
    const start = starts[i] as number;
    for (let at = 0; at < text.length; at++) bytes[start + at] = text.charCodeAt(at);
  });
  return { bytes, starts };
}
