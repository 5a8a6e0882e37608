/** The kinds of events that go to receivers; the feed also has the other events of the log. */
export const WEBHOOK_KINDS = [
  'verification.created',
  'verification.processing',
  'verification.completed',
  'verification.failed',
  'verification.needs_review',
  'verification.overdue',
  'kyb.verification.created',
  'kyb.verification.processing',
  'kyb.verification.completed',
  'kyb.verification.failed',
  'kyb.verification.needs_review',
  'kyb.verification.overdue',
  'capture_session.created',
  'capture_session.claimed',
  'capture_session.consented',
  'capture_session.capturing',
  'capture_session.submitted',
  'capture_session.done',
  'capture_session.canceled',
  'capture_session.expired',
  'watchlist.alert.created',
  'webhook.test',
] as const;

export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

/** Sent only on request, and only to the endpoint of the request. */
export const TEST_KIND = 'webhook.test' satisfies WebhookKind;

export function isWebhookKind(kind: string): kind is WebhookKind {
  return (WEBHOOK_KINDS as readonly string[]).includes(kind);
}
