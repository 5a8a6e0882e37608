/** The codes of the hub's problem documents that a branch knows. */
export const HUB_PROBLEMS = [
  'parcel_gap',
  'line_behind',
  'line_forked',
  'clock_wrong',
  'unknown_branch',
  'unauthorized',
  'revoked',
  'quarantined',
  'rate_limited',
  'database_unavailable',
  'parcel_damaged',
  'parcel_signature',
  'parcel_other_hub',
  'parcel_too_large',
] as const;

export type HubProblem = (typeof HUB_PROBLEMS)[number];

/** Why the hub was not reached, or what it answered; the codes are stable. */
export const CONTACT_ERRORS = [
  'name_not_resolved',
  'address_not_allowed',
  'connection_refused',
  'connection_failed',
  'timeout',
  'certificate_untrusted',
  'certificate_name',
  'certificate_expired',
  'client_certificate_refused',
  'tls_failed',
  'closed',
  'bad_answer',
  'settings_changed',
  'disk_full',
  ...HUB_PROBLEMS,
] as const;

export type ContactError = (typeof CONTACT_ERRORS)[number];

/** An expected failure of an exchange with the hub: nothing is lost, and it is tried again. */
export class ContactFailure extends Error {
  override name = 'ContactFailure';
  readonly code: ContactError;
  readonly retryAfterMs: number | null;
  /** Further members of the hub's problem document. */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(
    code: ContactError,
    {
      cause,
      retryAfterMs = null,
      members = {},
    }: { cause?: unknown; retryAfterMs?: number | null; members?: Record<string, unknown> } = {},
  ) {
    super(code, { cause });
    this.code = code;
    this.retryAfterMs = retryAfterMs;
    this.members = members;
  }
}
