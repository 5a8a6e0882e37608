import type { ProgressAnswer } from '../../server/contract/events.ts';
import { stepLabel, t } from '../text/text.ts';
import { Icon } from './button.tsx';
import { Section } from './page.tsx';
import type { RecordHead } from './record-head.ts';
import './record-progress.css';

interface RecordProgressProps {
  status: RecordHead['status'];
  /** All steps of its kind, in their order. */
  steps: readonly string[];
  /** As the stream tells it; else as the record did. */
  progress: Pick<ProgressAnswer, 'step' | 'done'> | null;
}

/** How far the checks are. */
export function RecordProgress({ status, steps, progress }: RecordProgressProps) {
  const done = progress?.done ?? 0;
  const total = steps.length;
  return (
    <Section title={t(status === 'pending' ? 'progress.pending' : 'progress.running')} id="progress">
      <progress class="progress" aria-label={t('progress.label')} value={done} max={total} />
      <ol class="steps">
        {steps.map((step, i) => {
          const state = i < done ? 'done' : step === progress?.step ? 'now' : 'open';
          return (
            <li key={step} class={state} aria-current={state === 'now' ? 'step' : undefined}>
              <Icon name={state === 'done' ? 'check' : state === 'now' ? 'play' : 'clock'} />
              {stepLabel(step)}
              <span class="unseen"> {t(`progress.${state}`)}</span>
            </li>
          );
        })}
      </ol>
      <p class="faint">{t('progress.leave')}</p>
    </Section>
  );
}
