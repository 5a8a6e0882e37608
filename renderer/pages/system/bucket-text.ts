import { dateFormat } from '../../text/format.ts';

/** A span of time as it stands under the pointer and in the table: with its day, and its hours where it is no whole day. */
export function formatBucket(from: string, to: string, hours: number): string {
  const format = dateFormat({
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(hours < 24 && { hour: '2-digit', minute: '2-digit' }),
  });
  return hours < 24 ? format.formatRange(new Date(from), new Date(to)) : format.format(new Date(from));
}

/** The same in a few signs, for the axis. */
export function formatBucketTick(from: string, hours: number): string {
  const format = hours === 1 ? { hour: 'numeric' } : { day: 'numeric', month: 'short' };
  return dateFormat(format as Intl.DateTimeFormatOptions).format(new Date(from));
}
