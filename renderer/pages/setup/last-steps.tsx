import { useEffect, useRef, useState } from 'preact/hooks';
import type { DatasetImportAnswer } from '../../../server/contract/dataset-uploads.ts';
import type { WatchlistAnswer } from '../../../server/contract/watchlists.ts';
import { type ApiError, asApiError, get, post, upload, useGet } from '../../client/api.ts';
import { Button, ButtonLink, Icon } from '../../parts/button.tsx';
import { DropZone } from '../../parts/drop-zone.tsx';
import { Field, typing } from '../../parts/form.tsx';
import { SecretDialog } from '../../parts/leave-guard.tsx';
import { ActError, announce, Page, submitting, useAct } from '../../parts/page.tsx';
import { PRESET_NAMES, PRESETS, type Preset } from '../../parts/scopes.ts';
import { formatDay, formatNumber, formatShare, plural, t } from '../../text/text.ts';
import { Option, Skip } from './frame.tsx';
import { type Checklist, missing, STEPS, type StepName } from './steps.ts';

/** Shows what is ready, and what is missing. */
export function Finish({ checklist, onStep }: { checklist: Checklist; onStep: (step: StepName) => void }) {
  const lists = useGet('/v1/watchlists?active=true');
  const loaded = lists.state.value;
  const stale = lists.known()?.data.filter((list) => list.stale) ?? [];
  const left = missing(checklist);
  const isDone = left.length === 0;
  const isGood = (step: StepName): boolean => checklist[step] && (step !== 'list_loaded' || stale.length === 0);
  useEffect(() => {
    // Nothing depends on it: if the appliance is unavailable, the next visit tries again.
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
      <ul class="setup-summary frame">
        {STEPS.map((step) => (
          <li key={step} class="row">
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

/** Creates the key of the program that will send verifications. Its secret is shown only now. */
export function ApiKeyStep({ onPassed }: { onPassed: () => void }) {
  const [label, setLabel] = useState('');
  const [use, setUse] = useState<Preset>('verify');
  const [secret, setSecret] = useState<string | null>(null);
  const { busy, error, run } = useAct();
  const make = async (): Promise<void> =>
    setSecret((await post('/v1/api-keys', { label, scopes: PRESETS[use] })).secret);
  return (
    <Page title={t('setup.key_title')} intro={t('setup.key_intro')} width="text">
      <form onSubmit={submitting(() => run(make))}>
        <Field label={t('setup.key_label')} hint={t('setup.key_label_hint')}>
          <input autocomplete="off" required value={label} onInput={typing(setLabel)} />
        </Field>
        <fieldset class="setup-options stack gap-8">
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
          label={t('setup.step_api_key')}
          secret={secret}
          onClose={onPassed}
        >
          {t('setup.key_made_use', { address: location.origin })}
        </SecretDialog>
      )}
    </Page>
  );
}

const POLL_MS = 400;

/** Imports a first watchlist from dropped files. */
export function ListStep({ onPassed }: { onPassed: () => void }) {
  const [sending, setSending] = useState<Sending | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const leaving = useRef(new AbortController());
  useEffect(() => () => leaving.current.abort(), []);
  const send = async (files: File[]): Promise<void> => {
    const { signal } = leaving.current;
    setError(null);
    setSending({ is: 'sent', share: 0 });
    try {
      const ended = await load(files, signal, setSending);
      if (ended.state === 'done') announce(plural('setup.list_done', ended.entries));
    } catch (thrown) {
      if (signal.aborted) return;
      setSending(null);
      setError(asApiError(thrown));
    }
  };
  const shown = sending?.is === 'import' ? sending.import : null;
  const isOver = shown?.state === 'done' || shown?.state === 'failed';
  return (
    <Page title={t('setup.list_title')} intro={t('setup.list_intro')} width="text">
      {(sending === null || shown?.state === 'failed') && (
        <DropZone label={t('watchlist.drop')} hint={t('setup.list_hint')} onFiles={(files) => void send(files)} />
      )}
      {sending && <ListProgress sending={sending} />}
      <ActError error={error} />
      <div class="actions setup-actions">
        {shown?.state === 'done' ? (
          <>
            <Button look="primary" onClick={onPassed} label={t('action.continue')} />
            <Button onClick={() => setSending(null)} label={t('setup.list_another')} />
          </>
        ) : (
          (sending === null || isOver) && <Skip warning={t('setup.list_skip')} onSkip={onPassed} />
        )}
        {sending && !isOver && <Button look="quiet" onClick={onPassed} label={t('setup.list_meanwhile')} />}
      </div>
    </Page>
  );
}

/** Sends the files and follows the import to its end. Throws `ApiError`. */
async function load(
  files: readonly File[],
  signal: AbortSignal,
  show: (sending: Sending) => void,
): Promise<DatasetImportAnswer> {
  const form = new FormData();
  for (const file of files) form.append('files[]', file);
  const onProgress = (share: number): void => show({ is: 'sent', share });
  let now = await upload('/v1/watchlists/uploads', form, { onProgress, signal });
  for (;;) {
    if (now.state === 'done') {
      const lists = await Promise.all(now.lists.map((id) => get(`/v1/watchlists/${id}`, signal)));
      show({ is: 'import', import: now, stale: lists.filter(({ stale }) => stale) });
      return now;
    }
    show({ is: 'import', import: now, stale: [] });
    if (now.state === 'failed') return now;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    now = await get(`/v1/watchlists/imports/${now.id}`, signal);
  }
}

/** The state of the files; `stale`: the imported lists that are too old. */
type Sending =
  | { is: 'sent'; share: number }
  | { is: 'import'; import: DatasetImportAnswer; stale: readonly WatchlistAnswer[] };

/** Shows the progress of a list's files, and the result. */
function ListProgress({ sending }: { sending: Sending }) {
  if (sending.is === 'sent') {
    return <Bar label={t('setup.list_sending', { share: formatShare(sending.share) })} share={sending.share} />;
  }
  const { state, phase, progress, entries, error, files } = sending.import;
  if (state === 'failed') {
    return (
      <div class="act-error note bad" role="alert">
        <Icon name="alert" />
        <p>{error?.detail ?? t('state.failed')}</p>
      </div>
    );
  }
  if (state === 'done') {
    return (
      <>
        <p class="setup-done flex gap-8">
          <Icon name="check" />
          <span>
            {plural('setup.list_done', entries)} <span class="faint">{files.join(', ')}</span>
          </span>
        </p>
        {sending.stale.map((list) => (
          <div key={list.id} class="act-error note bad" role="alert">
            <Icon name="alert" />
            <p>{staleText(list)}</p>
          </div>
        ))}
      </>
    );
  }
  const label = t(`setup.list_${phase ?? 'waiting'}`, { entries: formatNumber(entries) });
  return <Bar label={label} share={phase === 'reading' ? progress : null} />;
}

/** Returns a list's age, and the consequence. */
function staleText({ name, dated, age_days: days }: WatchlistAnswer): string {
  return plural('setup.list_stale', days, { name, date: formatDay(dated) });
}

function Bar({ label, share }: { label: string; share: number | null }) {
  return (
    <div class="setup-progress frame">
      <p aria-hidden="true">{label}</p>
      <progress class="progress" aria-label={label} max={1} {...(share !== null && { value: share })} />
    </div>
  );
}
