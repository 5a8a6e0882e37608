import { useState } from 'preact/hooks';
import { changePassword } from '../client/session.ts';
import { FormDialog } from '../parts/dialog.tsx';
import { Field, typed } from '../parts/field.tsx';
import { toast } from '../parts/toast.tsx';
import { t } from '../text/text.ts';

/** Changes the own password; every other session of the same operator ends. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const [former, setFormer] = useState('');
  const [chosen, setChosen] = useState('');
  return (
    <FormDialog
      title={t('account.password')}
      submitLabel={t('account.password')}
      onClose={onClose}
      onSubmit={async () => {
        await changePassword(former, chosen);
        toast(t('account.password_changed'));
      }}
    >
      <Field label={t('login.password_now')}>
        <input
          type="password"
          autocomplete="current-password"
          required
          value={former}
          onInput={(e) => setFormer(typed(e))}
        />
      </Field>
      <Field label={t('login.password_new')} hint={t('login.password_rule')}>
        <input
          type="password"
          autocomplete="new-password"
          required
          value={chosen}
          onInput={(e) => setChosen(typed(e))}
        />
      </Field>
    </FormDialog>
  );
}
