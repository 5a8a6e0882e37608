import type { ImportProgress } from '../datasets/progress.ts';
import { AppError } from '../lib/errors.ts';

/** What the commands about lists and about registers have in common. */

/** `name=Full name,aliases=Other names` */
export function readColumns(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => /^\s*([^=]+?)\s*=\s*(.+?)\s*$/.exec(pair));
  if (pairs.some((pair) => pair === null)) {
    throw new AppError('invalid_command', '--columns takes pairs such as name=Full name,aliases=Other names.');
  }
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']));
}

/** A number of days, null for `default`. */
export function readDays(text: string): number | null {
  const days = text === 'default' ? null : Number(text);
  if (days !== null && !(Number.isInteger(days) && days > 0)) {
    throw new AppError('invalid_command', 'DAYS is a whole number from 1, or "default".');
  }
  return days;
}

/** `12000 rows, 9000 entries, 42 %, 15000 rows/s, 3 s left` */
export function describeProgress({ rows, entries, bytesRead, bytesTotal, rate, remainingMs }: ImportProgress): string {
  const percent = bytesTotal === 0 ? 0 : Math.floor((bytesRead / bytesTotal) * 100);
  const left = remainingMs === null ? '' : `, ${Math.ceil(remainingMs / 1000)} s left`;
  return `${rows} rows, ${entries} entries, ${percent} %, ${rate} rows/s${left}   `;
}
