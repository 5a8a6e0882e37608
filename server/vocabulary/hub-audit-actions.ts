/** What the audit log of the hub records. */
export const HUB_AUDIT_ACTIONS = [
  'session.begun',
  'session.refused',
  'session.ended',
  'operator.created',
  'operator.changed',
  'operator.password_changed',
  'operator.password_reset',
  'invite.created',
  'enrolment.requested',
  'enrolment.approved',
  'enrolment.refused',
  'branch.renamed',
  'branch.quarantined',
  'branch.released',
  'branch.revoked',
  'directive.issued',
  'hub_keys.rotated',
  'pack.added',
  'pack.removed',
  'rollout.created',
  'rollout.wave_started',
  'rollout.stopped',
  'carried_file.to_hub',
  'carried_file.to_branch',
] as const;

export type HubAuditAction = (typeof HUB_AUDIT_ACTIONS)[number];
