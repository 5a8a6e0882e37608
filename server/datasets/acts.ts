import type { ImportLedger } from './imports.ts';

/** What can be done with watchlists, and with registers. One act at a time: a second one waits for the first. `actor` is for the audit log. */
export interface DatasetActs<Version> {
  /** Searches this version of its list or register from now on: rolls back or forward. Throws `not_found`; `state_conflict` where a register's file is gone. */
  activate(versionId: string, actor: string): Promise<Version>;
  /** Searches no version of this code from now on; all of them stay. Throws `not_found` where none was searched. */
  remove(code: string, actor: string): Promise<void>;
  /** Sets after how many days it counts as too old; null: the appliance's limit. Throws `not_found`. */
  setAgeLimit(code: string, ageDaysMax: number | null, actor: string): Promise<void>;
  /** The imports since the start. */
  imports: Pick<ImportLedger, 'all' | 'running' | 'refuseMore'>;
}
