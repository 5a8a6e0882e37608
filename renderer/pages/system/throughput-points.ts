import type { ThroughputAnswer } from '../../../server/contract/system-state.ts';
import type { ChartPoint } from '../../parts/chart.tsx';
import { dateFormat } from '../../text/text.ts';

type Bucket = ThroughputAnswer['buckets'][number];

export const OUTCOMES = ['completed', 'needs_review', 'failed'] as const;
export type Kind = 'both' | 'kyc' | 'kyb';

/** How many ended in each way, by the time. */
export function endedPoints({ buckets, bucket_hours: hours }: ThroughputAnswer, kind: Kind): ChartPoint[] {
  return buckets.map((bucket) =>
    point(
      bucket,
      hours,
      OUTCOMES.map((outcome) => countOf(bucket, kind, outcome)),
    ),
  );
}

/** How long half and nineteen of twenty waited, or were worked on, in milliseconds. */
export function spreadPoints(answer: ThroughputAnswer, of: 'waiting_ms' | 'run_ms'): ChartPoint[] {
  return answer.buckets.map((bucket) =>
    point(bucket, answer.bucket_hours, [bucket[of]?.p50 ?? null, bucket[of]?.p95 ?? null]),
  );
}

/** Sums over the whole range. */
export function totals({ buckets }: ThroughputAnswer, kind: Kind): Record<keyof Bucket['kyc'], number> {
  const sum = (what: keyof Bucket['kyc']): number =>
    buckets.reduce((total, bucket) => total + countOf(bucket, kind, what), 0);
  return {
    created: sum('created'),
    completed: sum('completed'),
    failed: sum('failed'),
    needs_review: sum('needs_review'),
  };
}

function countOf(bucket: Bucket, kind: Kind, what: keyof Bucket['kyc']): number {
  return kind === 'both' ? bucket.kyc[what] + bucket.kyb[what] : bucket[kind][what];
}

function point({ from, to }: Bucket, hours: number, values: (number | null)[]): ChartPoint {
  return { key: from, label: formatBucket(from, to, hours), tick: formatBucketTick(from, hours), values };
}

/** A span of time as it stands under the pointer and in the table: with its day, and its hours where it is no whole day. */
function formatBucket(from: string, to: string, hours: number): string {
  const format = dateFormat({
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(hours < 24 && { hour: '2-digit', minute: '2-digit' }),
  });
  return hours < 24 ? format.formatRange(new Date(from), new Date(to)) : format.format(new Date(from));
}

/** The same in a few signs, for the axis. */
function formatBucketTick(from: string, hours: number): string {
  const format = hours === 1 ? { hour: 'numeric' } : { day: 'numeric', month: 'short' };
  return dateFormat(format as Intl.DateTimeFormatOptions).format(new Date(from));
}
