import type { BaseDeps } from '../audit/deps.ts';
import type { EventLog } from '../events/log.ts';
import type { JobQueue } from '../jobs/queue.ts';

/** The dependencies for reading stored records. */
export type ReadDeps = Pick<VerificationDeps, 'db' | 'vault'>;
export type DbDeps = Pick<VerificationDeps, 'db'>;

/** The dependencies of the functions in this folder. */
export interface VerificationDeps extends Pick<BaseDeps, 'db' | 'keys' | 'vault' | 'clock' | 'audit'> {
  events: EventLog;
  queue: JobQueue;
  /** The maximum number of jobs that may wait or run at once. */
  queueLengthMax: number;
  /** Free bytes on the disk of the data folder. */
  diskFreeBytes: () => number;
}
