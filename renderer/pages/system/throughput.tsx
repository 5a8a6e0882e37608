import { useState } from 'preact/hooks';
import type { ThroughputAnswer } from '../../../server/contract/system-state.ts';
import { mode, useGet } from '../../client/api.ts';
import { Bars, type ChartPoint, Lines, type Series } from '../../parts/chart.tsx';
import { Choice } from '../../parts/form.tsx';
import { Loaded, Section } from '../../parts/page.tsx';
import { dateFormat, formatDuration, formatNumber, t } from '../../text/text.ts';

const RANGES = ['24', '168', '720'] as const;
type Range = (typeof RANGES)[number];
const KINDS = ['both', 'kyc', 'kyb'] as const;
const TONES = { completed: 'good', needs_review: 'warn', failed: 'bad' } as const;

/** Shows how many verifications ended and how long they took, over time. */
export function Throughput() {
  const [range, setRange] = useState<Range>('24');
  const [kind, setKind] = useState<Kind>('both');
  const answer = useGet(`/v1/system/throughput?hours=${range}`, mode.value);
  return (
    <Section
      title={t('system.throughput')}
      id="throughput"
      actions={
        <>
          <Choice
            class="flat system-switch"
            label={t('system.kind')}
            options={KINDS.map((one) => [one, t(one === 'both' ? 'queue.all' : `queue.kind_${one}`)])}
            chosen={kind}
            onChoose={setKind}
          />
          <Choice
            class="flat system-switch"
            label={t('system.range')}
            options={RANGES.map((one) => [one, t(`system.range_${one}`)])}
            chosen={range}
            onChoose={setRange}
          />
        </>
      }
    >
      <Loaded of={answer}>{(found) => <Charts answer={found} kind={kind} />}</Loaded>
    </Section>
  );
}

function Charts({ answer, kind }: { answer: ThroughputAnswer; kind: Kind }) {
  const sums = totals(answer, kind);
  const spread: Series[] = [
    { key: 'p50', label: t('system.p50'), tone: 'accent' },
    { key: 'p95', label: t('system.p95'), tone: 'busy', dashed: true },
  ];
  return (
    <>
      <p class="system-sums flex wrap faint">
        {(['created', ...OUTCOMES] as const).map((what) => (
          <span key={what}>
            <strong class="number">{formatNumber(sums[what])}</strong> {t(`system.sum_${what}`)}
          </span>
        ))}
      </p>
      <div class="system-charts stack">
        <div>
          <h3>{t('system.chart_ended')}</h3>
          <Bars
            label={t('system.chart_ended')}
            place={t('system.time')}
            series={OUTCOMES.map((key) => ({ key, label: t(`status.${key}`), tone: TONES[key] }))}
            points={endedPoints(answer, kind)}
          />
        </div>
        {(['waiting_ms', 'run_ms'] as const).map((of) => (
          <div key={of}>
            <h3>{t(`system.chart_${of}`)}</h3>
            <Lines
              label={t(`system.chart_${of}`)}
              place={t('system.time')}
              kind="time"
              format={formatDuration}
              series={spread}
              points={spreadPoints(answer, of)}
            />
          </div>
        ))}
      </div>
    </>
  );
}

type Bucket = ThroughputAnswer['buckets'][number];

const OUTCOMES = ['completed', 'needs_review', 'failed'] as const;
type Kind = 'both' | 'kyc' | 'kyb';

/** Returns how many ended in each way, over time. */
function endedPoints({ buckets, bucket_hours: hours }: ThroughputAnswer, kind: Kind): ChartPoint[] {
  return buckets.map((bucket) =>
    point(
      bucket,
      hours,
      OUTCOMES.map((outcome) => countOf(bucket, kind, outcome)),
    ),
  );
}

/** Returns the median and the 95th percentile of the waiting or running time over time, in ms. */
function spreadPoints(answer: ThroughputAnswer, of: 'waiting_ms' | 'run_ms'): ChartPoint[] {
  return answer.buckets.map((bucket) =>
    point(bucket, answer.bucket_hours, [bucket[of]?.p50 ?? null, bucket[of]?.p95 ?? null]),
  );
}

/** Returns the sums over the whole range. */
function totals({ buckets }: ThroughputAnswer, kind: Kind): Record<keyof Bucket['kyc'], number> {
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

/** Formats a range of time for the pointer and the table: with its day, and with its hours if it is not a whole day. */
function formatBucket(from: string, to: string, hours: number): string {
  const format = dateFormat({
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(hours < 24 && { hour: '2-digit', minute: '2-digit' }),
  });
  return hours < 24 ? format.formatRange(new Date(from), new Date(to)) : format.format(new Date(from));
}

/** The short form, for the axis. */
function formatBucketTick(from: string, hours: number): string {
  const format = hours === 1 ? { hour: 'numeric' } : { day: 'numeric', month: 'short' };
  return dateFormat(format as Intl.DateTimeFormatOptions).format(new Date(from));
}
