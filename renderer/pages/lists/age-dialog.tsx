import { useState } from 'preact/hooks';
import { patch } from '../../client/api.ts';
import { FormDialog } from '../../parts/dialog.tsx';
import { Field, typing } from '../../parts/field.tsx';
import { toast } from '../../parts/toast.tsx';
import { t } from '../../text/text.ts';
import { API, type Dataset, type Kind } from './dataset.ts';

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
      onSubmit={async () => {
        await patch(`${API[kind]}/${code}`, { age_days_max: days.trim() === '' ? null : Number(days) });
        toast(t('lists.age_saved'));
        onChanged();
      }}
    >
      <p class="faint">{t(`${kind}.age_why`)}</p>
      <Field label={t('lists.age_max')} hint={t('lists.age_max_hint')}>
        <input type="number" min="1" max="3650" value={days} onInput={typing(setDays)} />
      </Field>
    </FormDialog>
  );
}
