import { useEffect, useState } from 'preact/hooks';
import type { WatchlistAnswer } from '../../../server/contract/watchlists.ts';
import { post } from '../../client/api.ts';
import { useGet } from '../../client/resource.ts';
import { Button, ButtonLink, Icon } from '../../parts/button.tsx';
import { Field, typing } from '../../parts/form.tsx';
import { SecretDialog } from '../../parts/leave-guard.tsx';
import { Page } from '../../parts/page.tsx';
import { PRESET_NAMES, PRESETS, type Preset } from '../../parts/scopes.ts';
import { ActError, asApiError, submitting, useAct } from '../../parts/states.tsx';
import { t } from '../../text/text.ts';
import { staleText } from './first-list.tsx';
import { Option, Skip } from './frame.tsx';
import { type Checklist, missing, STEPS, type StepName } from './steps.ts';

/** What is ready, and what is still missing. */
export function Finish({ checklist, onStep }: { checklist: Checklist; onStep: (step: StepName) => void }) {
  const lists = useGet<{ data: WatchlistAnswer[] }>('/v1/watchlists?active=true');
  const loaded = lists.state.value;
  const stale = lists.known()?.data.filter((list) => list.stale) ?? [];
  const left = missing(checklist);
  const isDone = left.length === 0;
  const isGood = (step: StepName): boolean => checklist[step] && (step !== 'list_loaded' || stale.length === 0);
  useEffect(() => {
    // Nothing hangs on it: an appliance that is away is told at the next visit.
    if (isDone) post('/v1/system/first-run/dismiss').catch(asApiError);
  }, [isDone]);
  if (loaded.status === 'loading') return null;
  const intro = isDone && stale.length > 0 ? 'setup.finish_intro_stale' : 'setup.finish_intro_missing';
  const isReady = STEPS.every(isGood);
  return (
    <Page
      title={t(isReady ? 'setup.finish_title' : 'setup.finish_title_missing')}
      intro={t(isReady ? 'setup.finish_intro' : intro)}
      width="text"
    >
      <ul class="setup-summary">
        {STEPS.map((step) => (
          <li key={step}>
            <Icon name={isGood(step) ? 'check' : 'alert'} />
            <span>
              <strong>{t(`setup.step_${step}`)}</strong>
              <span class="hint">{t(checklist[step] ? `setup.ready_${step}` : `setup.missing_${step}`)}</span>
              {step === 'list_loaded' &&
                stale.map((list) => (
                  <span key={list.id} class="hint">
                    {staleText(list)}
                  </span>
                ))}
            </span>
            {!isGood(step) && (
              <button type="button" class="button" onClick={() => onStep(step)}>
                {t('setup.skip_not')}
              </button>
            )}
          </li>
        ))}
      </ul>
      <div class="actions setup-actions">
        <ButtonLink look="primary" href="/" label={t('action.home')} />
        <ButtonLink href="/new" label={t('nav.create')} />
      </div>
    </Page>
  );
}

/** Makes the key of the program that will send verifications. Its secret is shown this once. */
export function ApiKeyStep({ onPassed }: { onPassed: () => void }) {
  const [label, setLabel] = useState('');
  const [use, setUse] = useState<Preset>('verify');
  const [secret, setSecret] = useState<string | null>(null);
  const { busy, error, run } = useAct();
  const make = async (): Promise<void> =>
    setSecret((await post<{ secret: string }>('/v1/api-keys', { label, scopes: PRESETS[use] })).secret);
  return (
    <Page title={t('setup.key_title')} intro={t('setup.key_intro')} width="text">
      <form onSubmit={submitting(() => run(make))}>
        <Field label={t('setup.key_label')} hint={t('setup.key_label_hint')}>
          <input autocomplete="off" required value={label} onInput={typing(setLabel)} />
        </Field>
        <fieldset class="setup-options">
          <legend>{t('setup.key_use')}</legend>
          {PRESET_NAMES.map((one) => (
            <Option
              key={one}
              name="use"
              label={t(`setup.key_${one}`)}
              checked={use === one}
              onChoose={() => setUse(one)}
            >
              {t(`setup.key_${one}_why`)}
            </Option>
          ))}
        </fieldset>
        <ActError error={error} />
        <div class="actions setup-actions">
          <Button look="primary" type="submit" busy={busy} label={t('setup.key_make')} />
          <Skip warning={t('setup.key_skip')} onSkip={onPassed} />
        </div>
      </form>
      {secret !== null && (
        <SecretDialog
          title={t('setup.key_made_title')}
          label={t('setup.key_secret')}
          secret={secret}
          onClose={onPassed}
        >
          {t('setup.key_made_use', { address: location.origin })}
        </SecretDialog>
      )}
    </Page>
  );
}
