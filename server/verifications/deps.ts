import type { BaseDeps } from '../audit/deps.ts';
import type { EventLog } from '../events/log.ts';
import type { JobQueue } from '../jobs/queue.ts';

/** What is needed to read what is stored of records. */
export type ReadDeps = Pick<VerificationDeps, 'db' | 'vault'>;
export type DbDeps = Pick<VerificationDeps, 'db'>;

/** What the functions of this room work with. */
export interface VerificationDeps extends Pick<BaseDeps, 'db' | 'keys' | 'vault' | 'clock' | 'audit'> {
  events: EventLog;
  queue: JobQueue;
  /** Most jobs that may wait or run at once. */
  queueLengthMax: number;
  /** Bytes that are free where the data lives. */
  diskFreeBytes: () => number;
}
