import type { PageName } from '../routes.ts';

/** The anchor of each screen in `server/manual/console.md`. The French page has the same anchors. */
export const SCREEN_ANCHORS: Readonly<Record<PageName, string>> = {
  queue: 'queue',
  create: 'new-verification',
  createCompany: 'new-company',
  captures: 'applicant-capture',
  verification: 'verification',
  company: 'company',
  screening: 'screening',
  alerts: 'alerts',
  lists: 'lists',
  list: 'a-lists-version',
  registers: 'registers',
  trust: 'trust-lists',
  webhooks: 'webhooks',
  webhook: 'a-webhook-endpoint',
  keys: 'api-keys',
  operators: 'operators',
  policy: 'policy',
  system: 'system',
  figures: 'figures',
  audit: 'audit-log',
  setup: 'first-run',
};
