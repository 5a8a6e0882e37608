import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { MANUAL_TAB } from '../client/manual.ts';
import { AppearanceChoices } from '../parts/appearance-choices.tsx';
import { Icon, IconButton, type IconName, Menu, MenuItem } from '../parts/button.tsx';
import { PasswordDialog } from '../parts/choose-password.tsx';
import { SecondFactorDialog } from '../parts/second-factor.tsx';
import { t } from '../text/text.ts';
import { screenHelp } from './help.ts';
import { FOR_ADMINISTRATORS, linkTo, place, type ScreenName } from './place.ts';
import { changePassword, isAdministrator, logOut, operator, ownFactor, session } from './session.ts';
import { h } from './text/text.ts';

const GROUPS: readonly { label: 'nav.work' | 'nav.hub'; items: readonly [ScreenName, IconName][] }[] = [
  {
    label: 'nav.work',
    items: [
      ['branches', 'company'],
      ['records', 'queue'],
    ],
  },
  {
    label: 'nav.hub',
    items: [
      ['rollouts', 'policy'],
      ['files', 'file'],
      ['operators', 'people'],
      ['audit', 'audit'],
    ],
  },
];

/** The frame of every screen: the navigation and the current operator. */
export function Frame({ children }: { children: ComponentChildren }) {
  const [open, setOpen] = useState(false);
  const [changing, setChanging] = useState<'password' | 'factor' | null>(null);
  const who = operator.value;
  const role = who ? h(`operators.role_${who.role}`) : '';
  useEffect(() => setOpen(false), [place.value]);
  return (
    <div class="shell">
      <a class="skip" href="#main">
        {t('shell.skip')}
      </a>
      <nav class={open ? 'side flex open' : 'side flex'} aria-label={t('shell.navigation')}>
        <div class="brand gap-8 row">
          <IconButton
            class="side-toggle"
            icon="menu"
            label={t('shell.menu')}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          />
          <span class="breaks">{session.value?.hub}</span>
        </div>
        <div class="side-body flex">
          {GROUPS.map(({ label, items }) => {
            const shown = items.filter(([screen]) => isAdministrator.value || !FOR_ADMINISTRATORS.has(screen));
            return (
              shown.length > 0 && (
                <div class="nav-group" key={label}>
                  <h2 class="faint">{h(label)}</h2>
                  <ul>
                    {shown.map(([screen, icon]) => (
                      <li key={screen}>
                        <a
                          class="nav-item bare row"
                          href={linkTo(screen)}
                          aria-current={place.value.screen === screen ? 'page' : undefined}
                        >
                          <Icon name={icon} />
                          {h(`nav.${screen}`)}
                        </a>
                      </li>
                    ))}
                  </ul>
                </div>
              )
            );
          })}
          <div class="side-end stack gap-4">
            <a class="nav-item bare row" href={screenHelp(place.value.screen)} target={MANUAL_TAB}>
              <Icon name="help" />
              {t('shell.help')}
            </a>
            <Menu
              label={t('account.menu', { name: who?.name ?? '', role })}
              button={
                <span class="account row">
                  <Icon name="person" />
                  <span>
                    <strong class="cut">{who?.name}</strong> <span class="faint small">{role}</span>
                  </span>
                </span>
              }
            >
              <AppearanceChoices />
              <hr />
              <MenuItem icon="key" label={t('account.password')} onClick={() => setChanging('password')} />
              <MenuItem icon="lock" label={t('factor.title')} onClick={() => setChanging('factor')} />
              <MenuItem icon="logout" label={t('account.log_out')} onClick={() => void logOut()} />
            </Menu>
            <p class="small faint hub-version">{h('frame.version', { version: session.value?.version ?? '' })}</p>
          </div>
        </div>
      </nav>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {changing === 'password' && <PasswordDialog onChange={changePassword} onClose={() => setChanging(null)} />}
      {changing === 'factor' && <SecondFactorDialog of={ownFactor.value} onClose={() => setChanging(null)} />}
    </div>
  );
}
