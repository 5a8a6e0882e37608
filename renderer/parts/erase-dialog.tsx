import { useState } from 'preact/hooks';
import { del } from '../client/api.ts';
import { t } from '../text/text.ts';
import { Field, FormDialog, typing } from './form.tsx';

/** So many last signs of the id are typed back, so that no record is erased in passing. */
const TYPED_SIGNS = 6;

/** Erases a record for ever, once its id was typed. */
export function EraseDialog({
  id,
  path,
  onErased,
  onClose,
}: {
  id: string;
  path: string;
  onErased: () => void;
  onClose: () => void;
}) {
  const [text, setText] = useState('');
  const wanted = id.slice(-TYPED_SIGNS);
  return (
    <FormDialog
      title={t('erase.title')}
      submitLabel={t('erase.submit')}
      look="danger"
      disabled={text.trim().toLowerCase() !== wanted.toLowerCase()}
      onClose={onClose}
      onSubmit={() => del(path)}
      onDone={onErased}
    >
      <p>{t('erase.what')}</p>
      <p class="mono erase-id">
        {id.slice(0, -TYPED_SIGNS)}
        <strong>{wanted}</strong>
      </p>
      <Field label={t('erase.type', { signs: wanted })}>
        <input autocomplete="off" spellcheck={false} value={text} onInput={typing(setText)} />
      </Field>
    </FormDialog>
  );
}
