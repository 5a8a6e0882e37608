import type { Expansion } from './expand.ts';

/** The number of words of all kept expansions together, about 21 bytes each. */
const WORDS_KEPT = 500_000;
/** The overhead of an expansion, in words. */
const OVERHEAD = 20;

/** The most recently used expansions of words. */
export class ExpansionCache {
  readonly #kept = new Map<string, Expansion>();
  #words = 0;

  /** Returns the expansion stored under this key, or the one that `make` creates. */
  get(key: string, make: () => Expansion): Expansion {
    const known = this.#kept.get(key);
    if (known) {
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known;
    }
    const made = make();
    this.#kept.set(key, made);
    this.#words += sizeOf(made);
    this.#dropOldest();
    return made;
  }

  #dropOldest(): void {
    for (const [key, expansion] of this.#kept) {
      if (this.#words <= WORDS_KEPT) return;
      this.#kept.delete(key);
      this.#words -= sizeOf(expansion);
    }
  }
}

function sizeOf(expansion: Expansion): number {
  return expansion.ids.length + OVERHEAD;
}
