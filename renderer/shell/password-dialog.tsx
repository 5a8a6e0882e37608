import { useState } from 'preact/hooks';
import { changePassword } from '../client/session.ts';
import { FormDialog } from '../parts/dialog.tsx';
import { PasswordFields } from '../parts/password-fields.tsx';
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
      <PasswordFields
        formerLabel={t('login.password_now')}
        former={former}
        onFormer={setFormer}
        chosen={chosen}
        onChosen={setChosen}
      />
    </FormDialog>
  );
}
