import { AppError } from './errors.ts';

/** The error codes of the system and SQLite for a full disk. */
const CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'];
const RETRY_AFTER_SECONDS = 300;

/** Returns whether a write failed because the disk, or this user's quota, is full. */
export function isDiskFull(error: unknown): boolean {
  return CODES.includes((error as { code?: unknown } | null)?.code);
}

/** Returns the `disk_full` error for a request of which nothing was stored. */
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

/** Does an optional write, such as recording that something was used: a full disk skips it, so stored data can still be read. */
export function unlessDiskFull(write: () => unknown): void {
  try {
    write();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}
