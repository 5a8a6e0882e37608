import { can } from '../client/session.ts';
import type { IconName } from '../parts/button.tsx';
import type { PageName } from '../routes.ts';
import type { TextKey } from '../text/text.ts';

export interface NavItem {
  to: string;
  label: TextKey;
  icon: IconName;
  /** The screens for which this is the way. */
  pages: readonly PageName[];
  allowed: boolean;
}

export interface NavGroup {
  label: TextKey;
  items: readonly NavItem[];
}

/** What whoever is logged in may go to. The appliance refuses the rest anyway. */
export function navGroups(): NavGroup[] {
  const admin = can('admin');
  const groups: NavGroup[] = [
    {
      label: 'nav.work',
      items: [
        {
          to: '/',
          label: 'nav.queue',
          icon: 'queue',
          pages: ['queue', 'verification', 'company'],
          allowed: can('kyc:read', 'kyb:read'),
        },
        {
          to: '/new',
          label: 'nav.create',
          icon: 'plus',
          pages: ['create', 'createCompany'],
          allowed: can('kyc:write', 'kyb:write'),
        },
        { to: '/alerts', label: 'nav.alerts', icon: 'alert', pages: ['alerts'], allowed: can('kyc:read', 'kyb:read') },
        { to: '/screening', label: 'nav.screening', icon: 'search', pages: ['screening'], allowed: can('screening') },
      ],
    },
    {
      label: 'nav.data',
      items: [
        { to: '/lists', label: 'nav.lists', icon: 'list', pages: ['lists', 'list'], allowed: can('lists:read') },
        {
          to: '/registers',
          label: 'nav.registers',
          icon: 'register',
          pages: ['registers'],
          allowed: can('lists:read'),
        },
      ],
    },
    {
      label: 'nav.appliance',
      items: [
        { to: '/policy', label: 'nav.policy', icon: 'policy', pages: ['policy'], allowed: admin || can('audit:read') },
        { to: '/webhooks', label: 'nav.webhooks', icon: 'webhook', pages: ['webhooks', 'webhook'], allowed: admin },
        { to: '/keys', label: 'nav.keys', icon: 'key', pages: ['keys'], allowed: admin },
        { to: '/operators', label: 'nav.operators', icon: 'people', pages: ['operators'], allowed: admin },
        { to: '/audit', label: 'nav.audit', icon: 'audit', pages: ['audit'], allowed: can('audit:read') },
        { to: '/system', label: 'nav.system', icon: 'system', pages: ['system'], allowed: admin },
      ],
    },
  ];
  return groups
    .map((group) => ({ ...group, items: group.items.filter(({ allowed }) => allowed) }))
    .filter(({ items }) => items.length > 0);
}
