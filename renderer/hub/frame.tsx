import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { AppearanceChoices } from '../parts/appearance-choices.tsx';
import { Icon, IconButton, type IconName, Menu, MenuItem } from '../parts/button.tsx';
import { t } from '../text/text.ts';
import { linkTo, place, type ScreenName } from './place.ts';
import { isAdministrator, logOut, operator, session } from './session.ts';
import { h } from './text/text.ts';

const GROUPS: readonly { label: 'nav.work' | 'nav.hub'; items: readonly [ScreenName, IconName, forAll: boolean][] }[] =
  [
    {
      label: 'nav.work',
      items: [
        ['branches', 'company', true],
        ['records', 'queue', true],
      ],
    },
    {
      label: 'nav.hub',
      items: [
        ['rollouts', 'policy', false],
        ['files', 'file', false],
        ['operators', 'people', false],
        ['audit', 'audit', false],
      ],
    },
  ];

/** The frame of every screen: the navigation and the current operator. */
export function Frame({ children }: { children: ComponentChildren }) {
  const [open, setOpen] = useState(false);
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
            const shown = items.filter(([, , forAll]) => forAll || isAdministrator.value);
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
              <MenuItem icon="logout" label={t('account.log_out')} onClick={() => void logOut()} />
            </Menu>
            <p class="small faint hub-version">{h('frame.version', { version: session.value?.version ?? '' })}</p>
          </div>
        </div>
      </nav>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
