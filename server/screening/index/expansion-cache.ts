import type { Expansion } from './expand.ts';

/** Words of all kept expansions together; about 21 bytes each. */
const WORDS_KEPT = 500_000;
/** What an expansion costs beside its words, in words. */
const OVERHEAD = 20;

/** Expansions of the words asked for last. */
export class ExpansionCache {
  readonly #kept = new Map<string, Expansion>();
  #words = 0;

  /** The expansion known under this key, or the one that `make` makes. */
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
