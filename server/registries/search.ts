import type { RegisterCompany, RegisterOwnership, RegisterVersion } from './types.ts';

export interface FoundCompany {
  company: RegisterCompany;
  register: RegisterVersion;
}

export interface FoundOwnership {
  ownership: RegisterOwnership;
  register: RegisterVersion;
}

/** The search of the active registers. Every call answers synchronously, from SQLite. */
export interface RegisterSearch {
  /** Returns what is searched. Empty: no register is loaded. */
  versions(): RegisterVersion[];
  /** Returns companies with this key (`keys.ts`), by register. */
  byKey(key: string): FoundCompany[];
  /** Returns companies with a similar name, the likeliest first. A former or trading name counts too. */
  byName(name: string, options: { country?: string; limit: number }): FoundCompany[];
  /** Returns what registers state now about the owners of the company with any of these keys. Ended ownership is left out. */
  ownersOf(keys: readonly string[]): FoundOwnership[];
}
