import { useState } from 'preact/hooks';
import { post } from '../client/api.ts';
import { t } from '../text/text.ts';
import { typeLabel } from '../text/words.ts';
import { Check, Field, FormDialog, typing } from './form.tsx';
import { toast } from './toast.tsx';

interface RequestDialogProps<T> {
  path: string;
  types: readonly string[];
  onChange: (record: T) => void;
  onClose: () => void;
}

/** Writes down which documents somebody is asked for. */
export function RequestDialog<T>({ path, types, onChange, onClose }: RequestDialogProps<T>) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [note, setNote] = useState('');
  return (
    <FormDialog
      title={t('request.label')}
      submitLabel={t('request.submit')}
      disabled={chosen.length === 0}
      onClose={onClose}
      onSubmit={async () => {
        const body = { types: chosen.map((type) => ({ type })), ...(note.trim() && { note: note.trim() }) };
        onChange(await post<T>(`${path}/request-documents`, body));
        toast(t('request.done'));
      }}
    >
      <p>{t('request.what')}</p>
      <fieldset class="choices">
        <legend class="unseen">{t('request.label')}</legend>
        {types.map((type) => (
          <Check
            key={type}
            label={typeLabel(type)}
            checked={chosen.includes(type)}
            onChange={(on) => setChosen(on ? [...chosen, type] : chosen.filter((one) => one !== type))}
          />
        ))}
      </fieldset>
      <Field label={t('decide.note')} optional={t('form.optional')}>
        <textarea rows={2} value={note} onInput={typing(setNote)} />
      </Field>
    </FormDialog>
  );
}
