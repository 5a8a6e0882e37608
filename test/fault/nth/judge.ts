import { expect } from 'vitest';
import { isDiskFull } from '../../../server/lib/disk-full.ts';
import { AppError, ERROR_KINDS, type ErrorCode } from '../../../server/lib/errors.ts';
import type { Outcome } from './rig.ts';

/** What a fault of the machine may be told as. */
const TOLD: readonly ErrorCode[] = [
  'internal',
  'disk_full',
  'backup_failed',
  'file_lost',
  'lists_not_ready',
  'registers_not_ready',
];
/** What a file that is to be imported may be told as besides: where it cannot be read to the end, it is the file that is broken. */
const TOLD_OF_FILES = 'list_invalid';
/** Words of the inside that no answer holds. */
const INTERNALS =
  /SQLITE|disk I\/O|database or disk|readonly database|is locked|ENOSPC|\bEIO\b|EROFS|EMFILE|as the test asked|\.ts\b|node:|custos-test-|\bat \w+ \(/;
/** What no line of the log holds of the applicants of these tests. */
const PERSONAL = /Martello|1986-08-12|Anna Lucia/i;

/** Whether it went well. Throws where a failure was not told as this code's table says. */
export function wentWell(outcome: Outcome | Error, code: string): boolean {
  if (typeof outcome === 'string') return outcome === 'done';
  if (outcome instanceof Error) {
    // To whoever starts a program or calls it by a command, an error of the system is told as it is.
    if (outcome instanceof AppError) expect(Object.keys(ERROR_KINDS)).toContain(outcome.code);
    else expect((outcome as NodeJS.ErrnoException).code, `an error that nobody expected: ${outcome.stack}`).toBe(code);
    return false;
  }
  const { status, headers, body, text } = outcome;
  if (status < 400) return true;
  // By that clock the session has ended.
  if (code === 'a day ahead' && status === 401) return false;
  // A clock that jumps is doubted, and nothing is purged by it.
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
