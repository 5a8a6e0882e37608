import { useState } from 'preact/hooks';
import { changePassword, logOut } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { PasswordFields } from '../../parts/password-fields.tsx';
import { ActError } from '../../parts/states.tsx';
import { useAct } from '../../parts/use-act.ts';
import { t } from '../../text/text.ts';

/** A one-time password opens this page alone: choose your own. */
export function PasswordPage() {
  const [former, setFormer] = useState('');
  const [chosen, setChosen] = useState('');
  const { busy, error, run } = useAct();
  return (
    <main class="gate">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run(() => changePassword(former, chosen));
        }}
      >
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
        <Button look="primary" type="submit" busy={busy}>
          {t('login.choose_password')}
        </Button>
        <Button look="quiet" onClick={() => void logOut()}>
          {t('account.log_out')}
        </Button>
      </form>
    </main>
  );
}
