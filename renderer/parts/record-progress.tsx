import type { ProgressAnswer } from '../../server/contract/events.ts';
import { stepLabel, t } from '../text/text.ts';
import { Icon } from './button.tsx';
import { Section } from './page.tsx';
import { KYB_STEPS, KYC_STEPS, type RecordHead, type RecordKind } from './record-head.ts';
import './record-progress.css';

type Progress = Pick<ProgressAnswer, 'step' | 'done'> | null;

interface RecordProgressProps {
  kind: RecordKind;
  record: Pick<RecordHead, 'status'> & { progress: Progress };
  /** From the stream; null: use the record's progress. */
  told: Progress;
}

/** Shows the progress of the checks. */
export function RecordProgress({ kind, record, told }: RecordProgressProps) {
  const steps = kind === 'kyc' ? KYC_STEPS : KYB_STEPS;
  const progress = told ?? record.progress;
  const done = progress?.done ?? 0;
  const total = steps.length;
  return (
    <Section title={t(record.status === 'pending' ? 'progress.pending' : 'progress.running')} id="progress">
      <progress class="progress" aria-label={t('progress.label')} value={done} max={total} />
      <ol class="steps stack">
        {steps.map((step, i) => {
          const state = i < done ? 'done' : step === progress?.step ? 'now' : 'open';
          return (
            <li key={step} class={`${state} row gap-8 faint`} aria-current={state === 'now' ? 'step' : undefined}>
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
