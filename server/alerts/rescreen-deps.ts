import type { Policy } from '../decision/policy.ts';
import type { NewId } from '../lib/ids.ts';
import type { Logger } from '../lib/log.ts';
import type { VerificationDeps } from '../verifications/deps.ts';
import type { RevisionOf } from './decisions.ts';
import type { Search } from './walk.ts';

/** What scans of those who were screened before work with. */
export interface RescreenDeps extends Pick<VerificationDeps, 'db' | 'clock' | 'vault' | 'keys' | 'audit' | 'events'> {
  newId: NewId;
  log: Logger;
  revisionOf: RevisionOf;
  policies: { current(): Pick<Policy, 'review'> };
  /**
   * A search over these entities (row numbers) of a version, or over more where there are too many to name (null), by
   * the very comparison that searches the whole lists. Resolves when nobody is screened with a former version any more;
   * with null where this one is not in force.
   */
  openSearch(versionId: string, changed: readonly number[] | null): Promise<Search | null>;
  /** A search over all lists in force. Resolves with null where they cannot be searched. */
  openWholeSearch(): Promise<Search | null>;
  /** Of the comparison of names, `ALGORITHM_VERSION`. */
  comparison: number;
}
