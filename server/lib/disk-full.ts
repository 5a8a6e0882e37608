import { AppError } from './errors.ts';

/** How the system and SQLite say that nothing more can be written. */
const CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'];
const RETRY_AFTER_SECONDS = 300;

/** Whether a write failed because the disk, or the share of it that we may use, is full. */
export function isDiskFull(error: unknown): boolean {
  return CODES.includes((error as { code?: unknown } | null)?.code);
}

/** `disk_full` for a request of which nothing was stored. */
export function diskFull(cause?: unknown): AppError {
  return new AppError(
    'disk_full',
    {
      detail: "The appliance's disk is full. Nothing was stored. Free some space, then send the request again.",
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    },
    cause,
  );
}

/** Does what nobody waits for, such as noting that something was used: on a full disk it is left out, so that what is stored can be read. */
export function unlessDiskFull(write: () => unknown): void {
  try {
    write();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}
