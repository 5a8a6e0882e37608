import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button, Icon } from '../../parts/button.tsx';
import { Choice } from '../../parts/form.tsx';
import { chooseLocale, LANGUAGES, locale } from '../../text/locale.ts';
import { t } from '../../text/text.ts';
import { type Checklist, STEPS, type StepName } from './steps.ts';

interface FrameProps {
  /** The current step; null: none. */
  current: StepName | null;
  /** The finished steps; missing: none yet. */
  checklist?: Checklist;
  /** Called with the step to go to, if steps can be chosen. */
  onStep?: (step: StepName) => void;
  children: ComponentChildren;
}

/** The frame of the setup: the progress, and the language. */
export function Frame({ current, checklist, onStep, children }: FrameProps) {
  return (
    <div class="setup stack">
      <header class="setup-head between row">
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
        <ol class="setup-steps stack gap-4">
          {STEPS.map((step, i) => (
            <li
              key={step}
              class={classOf(step, current, checklist)}
              aria-current={step === current ? 'step' : undefined}
            >
              <span class="setup-mark stack number" aria-hidden="true">
                {checklist?.[step] ? <Icon name="check" /> : i + 1}
              </span>
              {onStep && step !== 'administrator' && step !== current ? (
                <button type="button" class="bare" onClick={() => onStep(step)}>
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
  return ['row faint', step === current && 'current', checklist?.[step] && 'done'].filter(Boolean).join(' ');
}

interface OptionProps {
  name: string;
  label: string;
  checked: boolean;
  onChoose: () => void;
  /** What the option means. */
  children: ComponentChildren;
}

/** One of several options, with its label. */
export function Option({ name, label, checked, onChoose, children }: OptionProps) {
  return (
    <label class={checked ? 'setup-option flex gap-10 frame chosen' : 'setup-option flex gap-10 frame'}>
      <input type="radio" name={name} checked={checked} onChange={onChoose} />
      <span class="stack gap-2">
        <strong>{label}</strong>
        <span class="hint">{children}</span>
      </span>
    </label>
  );
}

/** The button to continue after a finished step. */
export function Continue({ onPassed }: { onPassed: () => void }) {
  return (
    <div class="actions setup-actions">
      <Button look="primary" onClick={onPassed} label={t('action.continue')} />
    </div>
  );
}

/** Skips a step after a warning about the consequences. */
export function Skip({ warning, onSkip }: { warning: string; onSkip: () => void }) {
  const [asked, setAsked] = useState(false);
  if (!asked) {
    return <Button look="quiet" onClick={() => setAsked(true)} label={t('setup.skip')} />;
  }
  return (
    <div class="setup-warning flex gap-10" role="alert">
      <Icon name="alert" />
      <div>
        <p>{warning}</p>
        <div class="actions">
          <Button onClick={onSkip} label={t('setup.skip_anyway')} />
          <Button look="quiet" onClick={() => setAsked(false)} label={t('setup.skip_not')} />
        </div>
      </div>
    </div>
  );
}
