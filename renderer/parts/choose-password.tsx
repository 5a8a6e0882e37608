import { useState } from 'preact/hooks';
import { t } from '../text/text.ts';
import { Button } from './button.tsx';
import { FormDialog } from './form.tsx';
import { ActError, submitting, useAct } from './page.tsx';
import { PasswordFields } from './secret-fields.tsx';

interface ChoosePasswordProps {
  onChoose: (former: string, chosen: string) => Promise<unknown>;
  onLogOut: () => Promise<unknown>;
}

/** The page of an operator who logged in with a one-time password. */
export function ChoosePassword({ onChoose, onLogOut }: ChoosePasswordProps) {
  const [former, setFormer] = useState('');
  const [chosen, setChosen] = useState('');
  const { busy, error, run } = useAct();
  return (
    <main class="gate stack">
      <form onSubmit={submitting(() => run(() => onChoose(former, chosen)))}>
        <h1>{t('login.choose_password')}</h1>
        <p>{t('login.choose_password_why')}</p>
        <PasswordFields
          formerLabel={t('login.password_one_time')}
          former={former}
          onFormer={setFormer}
          chosen={chosen}
          onChosen={setChosen}
        />
        <ActError error={error} />
        <Button look="primary" type="submit" busy={busy} label={t('login.choose_password')} />
        <Button look="quiet" onClick={() => void onLogOut()} label={t('account.log_out')} />
      </form>
    </main>
  );
}

interface PasswordDialogProps {
  onChange: (former: string, chosen: string) => Promise<unknown>;
  onClose: () => void;
}

/** Changes the operator's own password; all their other sessions end. */
export function PasswordDialog({ onChange, onClose }: PasswordDialogProps) {
  const [former, setFormer] = useState('');
  const [chosen, setChosen] = useState('');
  return (
    <FormDialog
      title={t('account.password')}
      onClose={onClose}
      onSubmit={() => onChange(former, chosen)}
      done={t('account.password_changed')}
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
