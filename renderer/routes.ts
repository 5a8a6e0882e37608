/** Every screen of the console, and where it is. `server/api/console.ts` answers these paths with the page. */
export const ROUTES = {
  queue: '/',
  create: '/new',
  createCompany: '/new/company',
  verification: '/verifications/:id',
  company: '/companies/:id',
  screening: '/screening',
  alerts: '/alerts',
  lists: '/lists',
  list: '/lists/:id',
  registers: '/registers',
  webhooks: '/webhooks',
  webhook: '/webhooks/:id',
  keys: '/keys',
  operators: '/operators',
  policy: '/policy',
  system: '/system',
  audit: '/audit',
  setup: '/setup',
} as const satisfies Record<string, string>;

export type PageName = keyof typeof ROUTES;
