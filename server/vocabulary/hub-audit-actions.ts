/** What the audit log of the hub records. */
export const HUB_AUDIT_ACTIONS = [
  'session.begun',
  'session.refused',
  'session.ended',
  'operator.created',
  'operator.changed',
  'operator.password_changed',
  'operator.password_reset',
] as const;

export type HubAuditAction = (typeof HUB_AUDIT_ACTIONS)[number];
