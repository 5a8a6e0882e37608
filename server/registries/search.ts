import type { RegisterCompany, RegisterOwnership, RegisterVersion } from './types.ts';

export interface FoundCompany {
  company: RegisterCompany;
  register: RegisterVersion;
}

export interface FoundOwnership {
  ownership: RegisterOwnership;
  register: RegisterVersion;
}

/** The search of the active registers. Every call answers at once, from SQLite. */
export interface RegisterSearch {
  /** What is searched. Empty: no register is loaded. */
  versions(): RegisterVersion[];
  /** Companies that have this key (`keys.ts`), by register. */
  byKey(key: string): FoundCompany[];
  /** Companies with a name like this one, the likeliest first; a former or trading name counts too. */
  byName(name: string, options: { country?: string; limit: number }): FoundCompany[];
  /** What registers state of the owners of the company with any of these keys, now: what has ended is left out. */
  ownersOf(keys: readonly string[]): FoundOwnership[];
}
