import type { ComponentChildren } from 'preact';
import { Choice } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { chooseLocale, LANGUAGES, locale } from '../../text/locale.ts';
import { t } from '../../text/text.ts';
import { type Checklist, STEPS, type StepName } from './steps.ts';

interface FrameProps {
  /** The step that is shown; null: none of them. */
  current: StepName | null;
  /** What is done; absent: nothing yet. */
  checklist?: Checklist;
  /** Where steps can be gone to. */
  onStep?: (step: StepName) => void;
  children: ComponentChildren;
}

/** What stands around the steps: how far it has come, and the language. */
export function Frame({ current, checklist, onStep, children }: FrameProps) {
  return (
    <div class="setup">
      <header class="setup-head">
        <span class="setup-brand">Custos</span>
        <Choice
          class="flat"
          label={t('account.language')}
          options={LANGUAGES.map(([value, name]) => [
            value,
            <span key={value} lang={value}>
              {name}
            </span>,
          ])}
          chosen={locale.value}
          onChoose={chooseLocale}
        />
      </header>
      <nav aria-label={t('setup.steps')} hidden={current === null && !checklist}>
        <ol class="setup-steps">
          {STEPS.map((step, i) => (
            <li
              key={step}
              class={classOf(step, current, checklist)}
              aria-current={step === current ? 'step' : undefined}
            >
              <span class="setup-mark" aria-hidden="true">
                {checklist?.[step] ? <Icon name="check" /> : i + 1}
              </span>
              {onStep && step !== 'administrator' && step !== current ? (
                <button type="button" onClick={() => onStep(step)}>
                  {t(`setup.step_${step}`)}
                </button>
              ) : (
                <span>{t(`setup.step_${step}`)}</span>
              )}
              {checklist?.[step] && <span class="unseen">{t('setup.step_done')}</span>}
            </li>
          ))}
        </ol>
      </nav>
      <main class="setup-main">{children}</main>
    </div>
  );
}

function classOf(step: StepName, current: StepName | null, checklist: Checklist | undefined): string {
  return [step === current && 'current', checklist?.[step] && 'done'].filter(Boolean).join(' ');
}
