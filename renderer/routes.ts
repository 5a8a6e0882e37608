/** Every screen of the console, with its path. `server/api/console.ts` serves the page at these paths. */
export const ROUTES = {
  queue: '/',
  create: '/new',
  createCompany: '/new/company',
  captures: '/captures',
  verification: '/verifications/:id',
  company: '/companies/:id',
  screening: '/screening',
  alerts: '/alerts',
  lists: '/lists',
  list: '/lists/:id',
  registers: '/registers',
  trust: '/trust',
  webhooks: '/webhooks',
  webhook: '/webhooks/:id',
  keys: '/keys',
  operators: '/operators',
  policy: '/policy',
  system: '/system',
  figures: '/figures',
  audit: '/audit',
  setup: '/setup',
} as const satisfies Record<string, string>;

export type PageName = keyof typeof ROUTES;
