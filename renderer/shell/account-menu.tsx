import { useState } from 'preact/hooks';
import { type Theme, theme } from '../client/appearance.ts';
import { mode } from '../client/mode.ts';
import { lock, logOut, operator } from '../client/session.ts';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { chooseLocale, locale } from '../text/locale.ts';
import { t } from '../text/text.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { SecondFactorDialog } from './second-factor-dialog.tsx';

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
const LANGUAGES = [
  ['en', 'English'],
  ['fr', 'Français'],
] as const;

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
          label={t('account.theme')}
          options={THEMES.map((name) => [name, t(`theme.${name}`)] as const)}
          chosen={theme.value}
          onChoose={(value) => {
            theme.value = value;
          }}
        />
        <Choice label={t('account.language')} options={LANGUAGES} chosen={locale.value} onChoose={chooseLocale} />
        <hr />
        <button type="button" class="menu-item" onClick={() => setChanging('password')}>
          <Icon name="key" /> {t('account.password')}
        </button>
        <button type="button" class="menu-item" onClick={() => setChanging('factor')}>
          <Icon name="lock" /> {t('factor.title')}
        </button>
        <button type="button" class="menu-item" onClick={() => void lock()}>
          <Icon name="lock" /> {t('account.lock')}
        </button>
        <button type="button" class="menu-item" onClick={() => void logOut()}>
          <Icon name="logout" /> {t('account.log_out')}
        </button>
      </Menu>
      {changing === 'password' && <PasswordDialog onClose={() => setChanging(null)} />}
      {changing === 'factor' && <SecondFactorDialog onClose={() => setChanging(null)} />}
    </>
  );
}

function Choice<T extends string>({
  label,
  options,
  chosen,
  onChoose,
}: {
  label: string;
  options: readonly (readonly [value: T, label: string])[];
  chosen: string;
  onChoose: (value: T) => void;
}) {
  return (
    <fieldset class="choice">
      <legend>{label}</legend>
      {options.map(([value, text]) => (
        <button key={value} type="button" aria-pressed={chosen === value} onClick={() => onChoose(value)}>
          {text}
        </button>
      ))}
    </fieldset>
  );
}
