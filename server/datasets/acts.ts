import type { ImportLedger } from './imports.ts';

/** The operations on watchlists, and on registers. One runs at a time: a second one waits for the first. `actor` is for the audit log. */
export interface DatasetActs<Version> {
  /**
   * Searches this version of its list or register from now on: rolls back or forward. Throws `not_found`, and `state_conflict` if
   * a register's file is gone.
   */
  activate(versionId: string, actor: string): Promise<Version>;
  /** Stops searching this code. All of its versions stay. Throws `not_found` if none was searched. */
  remove(code: string, actor: string): Promise<void>;
  /** Sets after how many days it counts as stale. null: the appliance's limit. Throws `not_found`. */
  setAgeLimit(code: string, ageDaysMax: number | null, actor: string): Promise<void>;
  /** The imports since the start. */
  imports: Pick<ImportLedger, 'all' | 'running' | 'refuseMore'>;
}
