import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { mode } from '../client/api.ts';
import { MANUAL_TAB, screenHelp } from '../client/manual.ts';
import { can, session } from '../client/session.ts';
import { liveState, startLive } from '../live/events.ts';
import { Icon, IconButton, type IconName } from '../parts/button.tsx';
import { Check, Dialog } from '../parts/form.tsx';
import { chooseKeys, keyActs, keysOn, startKeys, useKeys } from '../parts/keys.ts';
import { navigate, place } from '../router.ts';
import { type PageName, ROUTES } from '../routes.ts';
import { type TextKey, t } from '../text/text.ts';
import { AccountMenu } from './account-menu.tsx';

/** The frame of every screen: the navigation, the current operator, the current mode. */
export function Layout({ children }: { children: ComponentChildren }) {
  const [showsKeys, setShowsKeys] = useState(false);
  const help = screenHelp(place.value.page);
  const [open, setOpen] = useState(false);
  useEffect(startKeys, []);
  useEffect(startLive, []);
  useEffect(() => setOpen(false), [place.value]);
  useKeys(
    [
      { key: '?', label: t('shell.help'), run: () => window.open(help, MANUAL_TAB) },
      ...(can('kyc:write') ? [{ key: 'n', label: t('nav.create'), run: () => navigate('/new') }] : []),
      { key: 'q', label: t('nav.queue'), run: () => navigate('/') },
    ],
    [help],
  );
  return (
    <div class={mode.value === 'test' ? 'shell testing' : 'shell'}>
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
          <span>Custos</span>
          <LiveDot />
        </div>
        <div class="side-body flex">
          {navGroups().map((group) => (
            <Group key={group.label} group={group} />
          ))}
          <div class="side-end stack gap-4">
            <a class="nav-item bare row" href={help} target={MANUAL_TAB}>
              <Icon name="help" />
              {t('shell.help')}
              <kbd aria-hidden="true">?</kbd>
            </a>
            <button type="button" class="nav-item bare row" onClick={() => setShowsKeys(true)}>
              <Icon name="keyboard" />
              {t('keys.help')}
            </button>
            <AccountMenu />
          </div>
        </div>
      </nav>
      <main id="main" tabIndex={-1}>
        <ReportsTo />
        {mode.value === 'test' && <p class="test-band medium">{t('shell.test_band')}</p>}
        {children}
      </main>
      {showsKeys && <KeysDialog onClose={() => setShowsKeys(false)} />}
    </div>
  );
}

function Group({ group }: { group: NavGroup }) {
  return (
    <div class="nav-group">
      <h2 class="faint">{t(group.label)}</h2>
      <ul>
        {group.items.map((item) => (
          <li key={item.page}>
            <NavItem {...item} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function NavItem({ page, also = [], icon }: NavItem) {
  const isHere = [page, ...also].some((one) => one === place.value.page);
  return (
    <a class="nav-item bare row" href={ROUTES[page]} aria-current={isHere ? 'page' : undefined}>
      <Icon name={icon} />
      {t(`nav.${page}`)}
    </a>
  );
}

/** Says on every screen that a hub learns about this appliance, and what. */
function ReportsTo() {
  const reports = session.value?.reports_to;
  if (!reports) return null;
  const { hub, level } = reports;
  return (
    <p class="reports-to faint small" title={t(level === 0 ? 'hub.reports_0' : 'hub.reports_1', { hub })}>
      {t('hub.reports', { hub })}
    </p>
  );
}

/** Shows whether the content updates live. */
function LiveDot() {
  if (!can('events:read')) return null;
  const label = t(liveState.value === 'open' ? 'live.on' : 'live.off');
  return <span class={`live-dot ${liveState.value}`} role="img" aria-label={label} title={label} />;
}

/** Lists the keyboard shortcuts of the current screen. */
function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('keys.help')} onClose={onClose}>
      <Check label={t('keys.single')} hint={t('keys.single_why')} checked={keysOn.value} onChange={chooseKeys} />
      <dl class="facts">
        {keyActs.value.flat().map(({ key, label }) => (
          <div key={`${key}${label}`}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** The screens in the navigation. */
type NavPage = { [P in PageName]: `nav.${P}` extends TextKey ? P : never }[PageName];

interface NavItem {
  page: NavPage;
  /** Further screens that this entry stands for. */
  also?: readonly PageName[];
  icon: IconName;
  allowed: boolean;
}

interface NavGroup {
  label: TextKey;
  items: readonly NavItem[];
}

/** Returns the screens that the operator may open. The appliance refuses the others anyway. */
function navGroups(): NavGroup[] {
  const admin = can('admin');
  const groups: NavGroup[] = [
    {
      label: 'nav.work',
      items: [
        { page: 'queue', also: ['verification', 'company'], icon: 'queue', allowed: can('kyc:read', 'kyb:read') },
        { page: 'create', also: ['createCompany'], icon: 'plus', allowed: can('kyc:write', 'kyb:write') },
        { page: 'captures', icon: 'camera', allowed: can('kyc:read') },
        { page: 'alerts', icon: 'alert', allowed: can('kyc:read', 'kyb:read') },
        { page: 'screening', icon: 'search', allowed: can('screening') },
      ],
    },
    {
      label: 'nav.data',
      items: [
        { page: 'lists', also: ['list'], icon: 'list', allowed: can('lists:read') },
        { page: 'registers', icon: 'register', allowed: can('lists:read') },
        { page: 'trust', icon: 'shield', allowed: can('lists:read') },
      ],
    },
    {
      label: 'nav.appliance',
      items: [
        { page: 'policy', icon: 'policy', allowed: admin || can('audit:read') },
        { page: 'webhooks', also: ['webhook'], icon: 'webhook', allowed: admin },
        { page: 'keys', icon: 'key', allowed: admin },
        { page: 'operators', icon: 'people', allowed: admin },
        { page: 'figures', icon: 'figures', allowed: can('audit:read') },
        { page: 'audit', icon: 'audit', allowed: can('audit:read') },
        { page: 'system', icon: 'system', allowed: admin },
      ],
    },
  ];
  return groups
    .map((group) => ({ ...group, items: group.items.filter(({ allowed }) => allowed) }))
    .filter(({ items }) => items.length > 0);
}
