import type { ComponentType } from 'preact';
import type { PageName } from './routes.ts';

/** The code of every screen, which comes when it is first shown. */
export const SCREENS: Readonly<Record<PageName, () => Promise<{ default: ComponentType }>>> = {
  queue: () => import('./pages/queue/page.tsx'),
  create: () => import('./pages/create/page.tsx'),
  createCompany: () => import('./pages/create-company/page.tsx'),
  verification: () => import('./pages/verification/page.tsx'),
  company: () => import('./pages/company/page.tsx'),
  screening: () => import('./pages/screening/page.tsx'),
  alerts: () => import('./pages/alerts/page.tsx'),
  lists: () => import('./pages/lists/page.tsx'),
  list: () => import('./pages/lists/version-page.tsx'),
  registers: () => import('./pages/registers/page.tsx'),
  webhooks: () => import('./pages/webhooks/page.tsx'),
  webhook: () => import('./pages/webhooks/endpoint-page.tsx'),
  keys: () => import('./pages/keys/page.tsx'),
  operators: () => import('./pages/operators/page.tsx'),
  policy: () => import('./pages/policy/page.tsx'),
  system: () => import('./pages/system/page.tsx'),
  audit: () => import('./pages/audit/page.tsx'),
  setup: () => import('./pages/setup/page.tsx'),
};
