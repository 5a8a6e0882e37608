import type { PageName } from '../../../renderer/routes.ts';
import type { Role } from '../../../server/vocabulary/roles.ts';
import type { Specimens } from './specimens.ts';

type Ids = Pick<Specimens, 'person' | 'waiting' | 'company' | 'list' | 'endpoint'>;

export interface Screen {
  /** The name in the file names of its pictures. */
  name: string;
  page: PageName;
  path: (ids: Ids) => string;
  /** Its roles; all others see that the screen is not for their role. */
  roles: readonly Role[];
  /** Also pictured on a tablet and on a wide screen. */
  main?: boolean;
}

const ALL: readonly Role[] = ['administrator', 'reviewer', 'operator', 'auditor'];
const WORKERS: readonly Role[] = ['administrator', 'reviewer', 'operator'];
const LIST_READERS: readonly Role[] = ['administrator', 'reviewer', 'auditor'];
const ADMINS: readonly Role[] = ['administrator'];

/** Every screen of the console for logged-in operators, with the roles that may open it. */
export const SCREENS: readonly Screen[] = [
  { name: 'queue', page: 'queue', path: () => '/', roles: ALL, main: true },
  { name: 'new-person', page: 'create', path: () => '/new', roles: WORKERS, main: true },
  { name: 'new-company', page: 'createCompany', path: () => '/new/company', roles: WORKERS },
  { name: 'captures', page: 'captures', path: () => '/captures', roles: ALL },
  { name: 'person', page: 'verification', path: ({ waiting }) => `/verifications/${waiting}`, roles: ALL, main: true },
  { name: 'person-completed', page: 'verification', path: ({ person }) => `/verifications/${person}`, roles: ALL },
  { name: 'company', page: 'company', path: ({ company }) => `/companies/${company}`, roles: ALL, main: true },
  { name: 'screening', page: 'screening', path: () => '/screening', roles: WORKERS },
  { name: 'alerts', page: 'alerts', path: () => '/alerts', roles: ALL },
  { name: 'lists', page: 'lists', path: () => '/lists', roles: LIST_READERS, main: true },
  { name: 'list', page: 'list', path: ({ list }) => `/lists/${list}`, roles: LIST_READERS },
  { name: 'registers', page: 'registers', path: () => '/registers', roles: LIST_READERS },
  { name: 'trust-lists', page: 'trust', path: () => '/trust', roles: LIST_READERS },
  // All roles may read the rules of a decision.
  { name: 'policy', page: 'policy', path: () => '/policy', roles: ALL },
  { name: 'webhooks', page: 'webhooks', path: () => '/webhooks', roles: ADMINS },
  { name: 'webhook', page: 'webhook', path: ({ endpoint }) => `/webhooks/${endpoint}`, roles: ADMINS },
  { name: 'keys', page: 'keys', path: () => '/keys', roles: ADMINS },
  { name: 'operators', page: 'operators', path: () => '/operators', roles: ADMINS },
  { name: 'figures', page: 'figures', path: () => '/figures', roles: ['administrator', 'auditor'] },
  { name: 'audit', page: 'audit', path: () => '/audit', roles: ['administrator', 'auditor'] },
  { name: 'system', page: 'system', path: () => '/system', roles: ADMINS, main: true },
  { name: 'setup', page: 'setup', path: () => '/setup', roles: ADMINS },
];
