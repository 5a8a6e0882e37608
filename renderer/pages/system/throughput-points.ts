import type { ThroughputAnswer } from '../../../server/contract/system-state.ts';
import type { ChartPoint } from '../../parts/chart.tsx';
import { formatBucket, formatBucketTick } from './bucket-text.ts';

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
