import { expect } from 'vitest';
import { isDiskFull } from '../../../server/lib/disk-full.ts';
import { AppError, ERROR_KINDS, type ErrorCode } from '../../../server/lib/errors.ts';
import type { Outcome } from './rig.ts';

/** The codes that may report a fault of the machine. */
const TOLD: readonly ErrorCode[] = [
  'internal',
  'disk_full',
  'backup_failed',
  'file_lost',
  'lists_not_ready',
  'registers_not_ready',
];
/** Another code that may report a fault during the import of a file: a file that cannot be read to its end counts as broken. */
const TOLD_OF_FILES = 'list_invalid';
/** Internal words that no answer may contain. */
const INTERNALS =
  /SQLITE|disk I\/O|database or disk|readonly database|is locked|ENOSPC|\bEIO\b|EROFS|EMFILE|as the test asked|\.ts\b|node:|custos-test-|\bat \w+ \(/;
/** Personal data of these tests' applicants, which no log line may contain. */
const PERSONAL = /Martello|1986-08-12|Anna Lucia/i;

/** Whether the operation succeeded. Throws unless a failure was reported as this code's table allows. */
export function wentWell(outcome: Outcome | Error, code: string): boolean {
  if (typeof outcome === 'string') return outcome === 'done';
  if (outcome instanceof Error) {
    // A caller from the command line or of a start gets the system's error unchanged.
    if (outcome instanceof AppError) expect(Object.keys(ERROR_KINDS)).toContain(outcome.code);
    else expect((outcome as NodeJS.ErrnoException).code, `an error that nobody expected: ${outcome.stack}`).toBe(code);
    return false;
  }
  const { status, headers, body, text } = outcome;
  if (status < 400) return true;
  // By that clock the session has expired.
  if (code === 'a day ahead' && status === 401) return false;
  // A clock that jumps is distrusted, so a purge is refused.
  if (code.startsWith('a day') && status === 409 && body.code === 'state_conflict') return false;
  expect(headers.get('content-type'), text).toMatch(/^application\/problem\+json/);
  expect(code === 'EIO' ? [...TOLD, TOLD_OF_FILES] : TOLD, text).toContain(body.code);
  expect(headers.get('content-disposition'), 'a problem is no download').toBeNull();
  expect(status, text).toBe(ERROR_KINDS[body.code as ErrorCode].status);
  expect(text).not.toMatch(INTERNALS);
  if (isDiskFull({ code })) expect(['disk_full', 'backup_failed'], text).toContain(body.code);
  return false;
}

export function expectCleanLog(lines: readonly string[]): void {
  expect(lines.filter((line) => PERSONAL.test(line))).toEqual([]);
}
