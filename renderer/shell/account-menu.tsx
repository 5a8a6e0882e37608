import { useState } from 'preact/hooks';
import { type Theme, theme } from '../client/appearance.ts';
import { mode } from '../client/mode.ts';
import { lock, logOut, operator } from '../client/session.ts';
import { Choice } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Menu, MenuItem } from '../parts/menu.tsx';
import { chooseLocale, LANGUAGES, locale } from '../text/locale.ts';
import { t } from '../text/text.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { SecondFactorDialog } from './second-factor-dialog.tsx';

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

/** Who is logged in, and what is theirs to choose. */
export function AccountMenu() {
  const [changing, setChanging] = useState<'password' | 'factor' | null>(null);
  const who = operator.value;
  if (!who) return null;
  return (
    <>
      <Menu
        label={t('account.menu', { name: who.name, role: t(`role.${who.role}`) })}
        button={
          <span class="account">
            <Icon name="person" />
            <span>
              <strong>{who.name}</strong> <span class="faint small">{t(`role.${who.role}`)}</span>
            </span>
          </span>
        }
      >
        <Choice
          labelled
          label={t('account.data')}
          options={[
            ['live', t('account.data_live')],
            ['test', t('account.data_test')],
          ]}
          chosen={mode.value}
          onChoose={(value) => {
            mode.value = value;
          }}
        />
        <Choice
          labelled
          label={t('account.theme')}
          options={THEMES.map((name) => [name, t(`theme.${name}`)] as const)}
          chosen={theme.value}
          onChoose={(value) => {
            theme.value = value;
          }}
        />
        <Choice
          labelled
          label={t('account.language')}
          options={LANGUAGES}
          chosen={locale.value}
          onChoose={chooseLocale}
        />
        <hr />
        <MenuItem icon="key" label={t('account.password')} onClick={() => setChanging('password')} />
        <MenuItem icon="lock" label={t('factor.title')} onClick={() => setChanging('factor')} />
        <MenuItem icon="lock" label={t('account.lock')} onClick={() => void lock()} />
        <MenuItem icon="logout" label={t('account.log_out')} onClick={() => void logOut()} />
      </Menu>
      {changing === 'password' && <PasswordDialog onClose={() => setChanging(null)} />}
      {changing === 'factor' && <SecondFactorDialog onClose={() => setChanging(null)} />}
    </>
  );
}
