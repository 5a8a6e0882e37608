import { useEffect } from 'preact/hooks';
import { post } from '../../client/api.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Page } from '../../parts/page.tsx';
import { asApiError } from '../../parts/states.tsx';
import { t } from '../../text/text.ts';
import { type Checklist, missing, STEPS, type StepName } from './steps.ts';

/** What is ready, and what is still missing. */
export function Finish({ checklist, onStep }: { checklist: Checklist; onStep: (step: StepName) => void }) {
  const left = missing(checklist);
  const isDone = left.length === 0;
  useEffect(() => {
    // Nothing hangs on it: an appliance that is away is told at the next visit.
    if (isDone) post('/v1/system/first-run/dismiss').catch(asApiError);
  }, [isDone]);
  return (
    <Page
      title={t(isDone ? 'setup.finish_title' : 'setup.finish_title_missing')}
      intro={t(isDone ? 'setup.finish_intro' : 'setup.finish_intro_missing')}
      width="text"
    >
      <ul class="setup-summary">
        {STEPS.map((step) => (
          <li key={step}>
            <Icon name={checklist[step] ? 'check' : 'alert'} />
            <span>
              <strong>{t(`setup.step_${step}`)}</strong>
              <span class="hint">{t(checklist[step] ? `setup.ready_${step}` : `setup.missing_${step}`)}</span>
            </span>
            {!checklist[step] && (
              <button type="button" class="button" onClick={() => onStep(step)}>
                {t('setup.skip_not')}
              </button>
            )}
          </li>
        ))}
      </ul>
      <div class="actions setup-actions">
        <ButtonLink look="primary" href="/">
          {t('action.home')}
        </ButtonLink>
        <ButtonLink href="/new">{t('nav.create')}</ButtonLink>
      </div>
    </Page>
  );
}
