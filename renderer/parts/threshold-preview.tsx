import { useEffect, useState } from 'preact/hooks';
import type { PolicyPreviewAnswer } from '../../server/contract/policies.ts';
import { type ApiError, asApiError, get, post } from '../client/api.ts';
import { formatNumber, formatShare, plural, t } from '../text/text.ts';
import { Button } from './button.tsx';
import { Bars, type ChartPoint } from './chart.tsx';
import { Field, typed } from './form.tsx';
import { ActError } from './page.tsx';
import './threshold-preview.css';

const POLL_MS = 500;
/** What a preview can ask for: see `POST /v1/policies/preview`. */
const SCORE = { min: 0.7, max: 0.99, step: 0.01 } as const;

interface ThresholdPreviewProps {
  /** The code of one list; null: all of them. */
  list: string | null;
  /** The score being chosen. */
  value: number;
  /** The threshold in force; null: the list has none of its own. */
  current: number | null;
  onChange: (score: number) => void;
}

/** A threshold slider that shows how many stored records would have a possible hit from each score. Only for administrators. */
export function ThresholdPreview({ list, value, current, onChange }: ThresholdPreviewProps) {
  const { preview, error, begin } = usePreview(list);
  return (
    <div class="threshold-preview stack">
      <Field
        label={t('setting.screening.possible_from')}
        hint={current !== null && t('preview.now', { score: score(current) })}
      >
        <input
          type="range"
          {...SCORE}
          value={value}
          aria-valuetext={score(value)}
          onInput={(event) => onChange(Number(typed(event)))}
        />
      </Field>
      <output class="threshold-value strong number">{score(value)}</output>
      <div class="threshold-words" role="status">
        {preview ? (
          <Words preview={preview} value={value} current={current} />
        ) : (
          <p class="faint">{t('preview.intro')}</p>
        )}
      </div>
      {preview?.status !== 'running' && (
        <Button icon="search" onClick={() => void begin()} label={t(preview ? 'preview.again' : 'preview.count')} />
      )}
      {preview?.status === 'running' && (
        <progress
          class="progress"
          aria-label={t('preview.progress')}
          max={Math.max(1, preview.subjects)}
          value={preview.examined}
        />
      )}
      <ActError error={error} />
      {preview && preview.examined > 0 && (
        <Bars
          label={t('preview.chart')}
          place={t('setting.screening.possible_from')}
          series={[{ key: 'subjects', label: t('preview.subjects'), tone: 'accent' }]}
          points={preview.steps.map(toPoint)}
          from={stepIndex(preview.steps, value)}
        />
      )}
    </div>
  );
}

function Words({ preview, value, current }: { preview: PolicyPreviewAnswer; value: number; current: number | null }) {
  const { status, examined, subjects, complete, steps } = preview;
  if (status === 'running')
    return <p>{t('preview.running', { examined: formatNumber(examined), subjects: formatNumber(subjects) })}</p>;
  if (status === 'cancelled') return <p>{t('preview.cancelled')}</p>;
  if (status === 'failed') return <p>{t('preview.failed')}</p>;
  if (subjects === 0) return <p>{t('preview.none')}</p>;
  const hits = hitsAt(steps, value);
  const now = current === null ? null : hitsAt(steps, current);
  return (
    <>
      <p>
        <strong>{plural('preview.hits', hits, { score: score(value), examined: formatNumber(examined) })}</strong>{' '}
        <span class="faint">{formatShare(examined === 0 ? 0 : hits / examined, 1)}</span>
      </p>
      {now !== null && current !== value && (
        <p class="faint">{plural('preview.hits_now', now, { score: score(current ?? 0) })}</p>
      )}
      {!complete && <p class="faint">{t('preview.partial', { examined: formatNumber(examined) })}</p>}
    </>
  );
}

/** One count of hits: started by `begin`, and followed to its end. */
function usePreview(list: string | null) {
  const [preview, setPreview] = useState<PolicyPreviewAnswer | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const take = async (ask: () => Promise<PolicyPreviewAnswer>): Promise<void> => {
    try {
      setPreview(await ask());
      setError(null);
    } catch (thrown) {
      setPreview(null);
      setError(asApiError(thrown));
    }
  };
  useEffect(() => setPreview(null), [list]);
  useEffect(() => {
    if (preview?.status !== 'running') return;
    const timer = setTimeout(() => void take(() => get(`/v1/policies/preview/${preview.id}`)), POLL_MS);
    return () => clearTimeout(timer);
  }, [preview]);
  const begin = () => take(() => post('/v1/policies/preview', list === null ? {} : { list }));
  return { preview, error, begin };
}

function toPoint({ from, subjects }: PolicyPreviewAnswer['steps'][number]): ChartPoint {
  return { key: String(from), label: score(from), tick: score(from), values: [subjects] };
}

const score = (value: number): string => formatNumber(value);

interface Step {
  from: number;
  subjects: number;
}

/** Scores are hundredths; as floating-point numbers they are slightly off. */
const hundredths = (score: number): number => Math.round(score * 100);

/** Returns the index of a score among the steps: 0 below the first step, just after the last one above it. */
export function stepIndex(steps: readonly Step[], score: number): number {
  const found = steps.findIndex(({ from }) => hundredths(from) >= hundredths(score));
  return found < 0 ? steps.length : found;
}

/** Returns how many records have a hit from this score; above the last step none are known. */
export const hitsAt = (steps: readonly Step[], score: number): number => steps[stepIndex(steps, score)]?.subjects ?? 0;
