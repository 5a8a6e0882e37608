import { useState } from 'preact/hooks';
import { patch, post } from '../../client/api.ts';
import { Field, FormDialog, typing } from '../../parts/form.tsx';
import { formatDay, plural, t } from '../../text/text.ts';
import { API, type Dataset, type Kind, sizeOf, stepOf, type Version } from './dataset.ts';

interface ActivateDialogProps {
  kind: Kind;
  dataset: Dataset;
  version: Version;
  onChanged: () => void;
  onClose: () => void;
}

/** Asks before another version is searched, and says what follows from it. */
export function ActivateDialog({ kind, dataset, version, onChanged, onClose }: ActivateDialogProps) {
  const step = stepOf(dataset, version);
  const { active, name } = dataset;
  return (
    <FormDialog
      title={t(`lists.${step}_title`, { name })}
      submitLabel={t(`lists.step_${step}`)}
      onClose={onClose}
      onSubmit={() => post(`${API[kind]}/${version.id}/activate`)}
      done={t('lists.now_searched', { name, version: version.version })}
      onDone={onChanged}
    >
      <ul class="dataset-follows">
        <li>
          {t('lists.follows_searched', {
            day: formatDay(version.dated),
            size: plural(`${kind}.size`, sizeOf(version)),
          })}
        </li>
        {active && (
          <li>
            {t('lists.follows_instead', {
              day: formatDay(active.dated),
              size: plural(`${kind}.size`, sizeOf(active)),
            })}
          </li>
        )}
        <li>{t(`${kind}.follows`)}</li>
      </ul>
    </FormDialog>
  );
}

interface AgeDialogProps {
  kind: Kind;
  dataset: Dataset;
  onChanged: () => void;
  onClose: () => void;
}

/** After how many days a list or register counts as too old. */
export function AgeDialog({ kind, dataset, onChanged, onClose }: AgeDialogProps) {
  const { code, name, active, versions } = dataset;
  const now = (active ?? versions[0]).age_days_max;
  const [days, setDays] = useState(now === null ? '' : String(now));
  return (
    <FormDialog
      title={t('lists.age_title', { name })}
      submitLabel={t('action.save')}
      onClose={onClose}
      onSubmit={() => patch(`${API[kind]}/${code}`, { age_days_max: days.trim() === '' ? null : Number(days) })}
      done={t('lists.age_saved')}
      onDone={onChanged}
    >
      <p class="faint">{t(`${kind}.age_why`)}</p>
      <Field label={t('lists.age_max')} hint={t('lists.age_max_hint')}>
        <input type="number" min="1" max="3650" value={days} onInput={typing(setDays)} />
      </Field>
    </FormDialog>
  );
}

interface DeactivateDialogProps {
  kind: Kind;
  /** The one that is searched. */
  version: Version;
  onChanged: () => void;
  onClose: () => void;
}

/** Asks before nothing of a list or register is searched any more. */
export function DeactivateDialog({ kind, version, onChanged, onClose }: DeactivateDialogProps) {
  return (
    <FormDialog
      title={t('lists.deactivate_title', { name: version.name })}
      submitLabel={t('lists.deactivate')}
      look="danger"
      onClose={onClose}
      onSubmit={() => post(`${API[kind]}/${version.id}/deactivate`)}
      done={t('lists.deactivated', { name: version.name })}
      onDone={onChanged}
    >
      <ul class="dataset-follows">
        <li>{t(`${kind}.deactivate_follows`)}</li>
        <li>{t('lists.deactivate_kept')}</li>
      </ul>
    </FormDialog>
  );
}
