import { useState } from 'preact/hooks';
import { mode } from '../client/api.ts';
import { changePassword, lock, logOut, operator, ownFactor } from '../client/session.ts';
import { AppearanceChoices } from '../parts/appearance-choices.tsx';
import { Icon, Menu, MenuItem } from '../parts/button.tsx';
import { PasswordDialog } from '../parts/choose-password.tsx';
import { Choice } from '../parts/form.tsx';
import { SecondFactorDialog } from '../parts/second-factor.tsx';
import { t } from '../text/text.ts';

/** The current operator and their own settings. */
export function AccountMenu() {
  const [changing, setChanging] = useState<'password' | 'factor' | null>(null);
  const who = operator.value;
  if (!who) return null;
  return (
    <>
      <Menu
        label={t('account.menu', { name: who.name, role: t(`role.${who.role}`) })}
        button={
          <span class="account row">
            <Icon name="person" />
            <span>
              <strong class="cut">{who.name}</strong> <span class="faint small">{t(`role.${who.role}`)}</span>
            </span>
          </span>
        }
      >
        <Choice
          labelled
          label={t('nav.data')}
          options={[
            ['live', t('account.data_live')],
            ['test', t('account.data_test')],
          ]}
          chosen={mode.value}
          onChoose={(value) => {
            mode.value = value;
          }}
        />
        <AppearanceChoices />
        <hr />
        {who.source === 'local' && (
          <MenuItem icon="key" label={t('account.password')} onClick={() => setChanging('password')} />
        )}
        <MenuItem icon="lock" label={t('factor.title')} onClick={() => setChanging('factor')} />
        <MenuItem icon="lock" label={t('account.lock')} onClick={() => void lock()} />
        <MenuItem icon="logout" label={t('account.log_out')} onClick={() => void logOut()} />
      </Menu>
      {changing === 'password' && <PasswordDialog onChange={changePassword} onClose={() => setChanging(null)} />}
      {changing === 'factor' && <SecondFactorDialog of={ownFactor.value} onClose={() => setChanging(null)} />}
    </>
  );
}
