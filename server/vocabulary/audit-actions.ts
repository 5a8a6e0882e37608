/** How serious an event is: the severities of RFC 5424 (table 2) that the security log uses, with their codes. */
export const SEVERITIES = { alert: 1, error: 3, warning: 4, notice: 5, info: 6 } as const;

export type Severity = keyof typeof SEVERITIES;

/** What people and companies go through: ordinary work. */
const STATES = {
  created: 'info',
  completed: 'info',
  needs_review: 'info',
  failed: 'info',
  reopened: 'info',
  overdue: 'info',
  relationship_set: 'info',
  held: 'notice',
  released: 'notice',
  biometrics_erased: 'notice',
  exported: 'notice',
  erased: 'notice',
} as const satisfies Record<string, Severity>;

const DATASET = {
  uploaded: 'info',
  activated: 'notice',
  removed: 'notice',
  age_limit_set: 'notice',
} as const satisfies Record<string, Severity>;

type Prefixed<P extends string, T> = { [K in keyof T & string as `${P}.${K}`]: T[K] };

function prefixed<const P extends string, T extends object>(prefix: P, table: T): Prefixed<P, T> {
  return Object.fromEntries(Object.entries(table).map(([name, it]) => [`${prefix}.${name}`, it])) as Prefixed<P, T>;
}

/** Every action that the audit log records, with its severity outside. An action that is missing here does not compile. */
export const AUDIT_ACTIONS = {
  ...prefixed('verification', STATES),
  ...prefixed('kyb.verification', STATES),
  ...prefixed('watchlist', DATASET),
  ...prefixed('register', DATASET),
  'alert.created': 'info',
  'alert.released': 'info',
  'assignment.removed': 'info',
  'assignment.set': 'info',
  'audit.exported': 'notice',
  'audit.verified': 'notice',
  'backup.created': 'info',
  'backup.recovery_key_confirmed': 'notice',
  'backup.recovery_key_made': 'notice',
  'backup.recovery_key_proposed': 'notice',
  'backup.recovery_key_sealed': 'notice',
  'backup.restored': 'warning',
  'clock.confirmed': 'notice',
  'clock.doubted': 'warning',
  'clock.trusted': 'notice',
  'comparison.rescreened': 'info',
  'directory.changed': 'notice',
  'document.corrected': 'info',
  'document.taken': 'notice',
  'documents.added': 'info',
  'documents.requested': 'info',
  'evidence.taken': 'notice',
  'face.chosen': 'info',
  'faces.calibrated': 'notice',
  'faces.renewed': 'notice',
  'first_run.dismissed': 'info',
  'hit.confirmed': 'info',
  'hit.dismissed': 'info',
  'key.created': 'notice',
  'key.imported': 'notice',
  'key.revoked': 'notice',
  'key.rotated': 'notice',
  'kyb.documents.added': 'info',
  'kyb.person.linked': 'info',
  'lan.certificate_imported': 'notice',
  'lan.certificate_made': 'notice',
  'lan.certificate_renewed': 'notice',
  'lan.moved': 'notice',
  'lan.switched_off': 'notice',
  'lan.switched_on': 'notice',
  'master_key.moved': 'warning',
  'note.added': 'info',
  'operator.changed': 'notice',
  'operator.created': 'notice',
  'operator.password_changed': 'notice',
  'operator.password_reset': 'notice',
  'operator.second_factor_given_up': 'notice',
  'operator.second_factor_removed': 'notice',
  'operator.second_factor_set': 'notice',
  'operator.sessions_ended': 'notice',
  'password.refused': 'warning',
  'policy.changed': 'notice',
  'report.taken': 'notice',
  'review.decided': 'info',
  'review.proposed': 'info',
  'review.withdrawn': 'info',
  'row.quarantined': 'error',
  'rows.accepted': 'warning',
  'rows.authenticated': 'notice',
  'security_log.receiver_added': 'notice',
  'security_log.receiver_changed': 'notice',
  'security_log.receiver_removed': 'warning',
  'security_log.receiver_tested': 'info',
  'session.begun': 'info',
  'session.code_refused': 'warning',
  'session.directory_refused': 'warning',
  'session.ended': 'info',
  'session.refused': 'warning',
  'settings.changed': 'notice',
  'setup.refused': 'warning',
  'update.applied': 'notice',
  'update.chosen': 'notice',
  'update.failed': 'warning',
  'update.handed_over': 'notice',
  'update.taken': 'notice',
  'webhook_endpoint.changed': 'notice',
  'webhook_endpoint.created': 'notice',
  'webhook_endpoint.deleted': 'notice',
  'webhook_endpoint.disabled': 'notice',
  'webhook_endpoint.enabled': 'notice',
  'webhook_endpoint.replayed': 'info',
  'webhook_endpoint.secret_rotated': 'notice',
  'webhook_endpoint.tested': 'info',
  'webhook_origin.allowed': 'notice',
  'webhook_origin.removed': 'notice',
  'webhook_secret.read': 'notice',
  'webhook_secret.rotated': 'notice',
  'webhook_url.replayed': 'info',
} as const satisfies Record<string, Severity>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** Events that the security log sends about itself. */
export const OWN_EVENTS = {
  'chain.head': 'info',
  'chain.shortened': 'alert',
  'security_log.test': 'info',
} as const satisfies Record<string, Severity>;
