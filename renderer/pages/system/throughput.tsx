import { useState } from 'preact/hooks';
import type { ThroughputAnswer } from '../../../server/contract/system-state.ts';
import { mode } from '../../client/api.ts';
import { useGet } from '../../client/resource.ts';
import { Bars, Lines, type Series } from '../../parts/chart.tsx';
import { Choice } from '../../parts/form.tsx';
import { Section } from '../../parts/page.tsx';
import { Loaded } from '../../parts/states.tsx';
import { formatDuration, formatNumber, t } from '../../text/text.ts';
import { endedPoints, type Kind, OUTCOMES, spreadPoints, totals } from './throughput-points.ts';

const RANGES = ['24', '168', '720'] as const;
type Range = (typeof RANGES)[number];
const KINDS = ['both', 'kyc', 'kyb'] as const;
const TONES = { completed: 'good', needs_review: 'warn', failed: 'bad' } as const;

/** How much was done, and how long it took, by the time. */
export function Throughput() {
  const [range, setRange] = useState<Range>('24');
  const [kind, setKind] = useState<Kind>('both');
  const answer = useGet<ThroughputAnswer>(`/v1/system/throughput?hours=${range}`, mode.value);
  return (
    <Section
      title={t('system.throughput')}
      id="throughput"
      actions={
        <>
          <Choice
            class="flat system-switch"
            label={t('system.kind')}
            options={KINDS.map((one) => [one, t(`system.kind_${one}`)])}
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
      <p class="system-sums">
        {(['created', ...OUTCOMES] as const).map((what) => (
          <span key={what}>
            <strong class="number">{formatNumber(sums[what])}</strong> {t(`system.sum_${what}`)}
          </span>
        ))}
      </p>
      <div class="system-charts">
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
