/** A failed item of a request or record, as the API returns it. `field` is a JSON path such as `applicant.dob`. */
export interface ErrorItem {
  code: string;
  message: string;
  field?: string;
  document_index?: number;
}

interface ErrorKind {
  status: number;
  title: string;
  /** Whether the same request may succeed later, unchanged. */
  retryable: boolean;
  /** Raised by a start or a command, never as the answer to a request. */
  local?: true;
  /** The answer of a hub, never of an appliance. */
  hub?: true;
}

/** Every expected failure: its HTTP status, its title, and whether a retry can help. */
export const ERROR_KINDS = {
  invalid_request: { status: 400, title: 'The request is not valid', retryable: false },
  unknown_parameter: { status: 400, title: 'A query parameter is not known', retryable: false },
  documents_missing: { status: 400, title: 'No document was sent', retryable: false },
  too_many_documents: { status: 400, title: 'Too many documents were sent', retryable: false },
  documents_meta_mismatch: { status: 400, title: 'documents_meta does not match documents[]', retryable: false },
  malformed_json: { status: 400, title: 'A part is not valid JSON', retryable: false },
  malformed_http: { status: 400, title: 'The request is not valid HTTP', retryable: false },
  malformed_body: { status: 400, title: 'The body cannot be read', retryable: false },
  unreadable_file: { status: 400, title: 'A file cannot be read', retryable: false },
  picture_page_count: { status: 400, title: 'A picture has more than one page or frame', retryable: false },
  pdf_page_count: { status: 400, title: 'A PDF has the wrong number of pages', retryable: false },
  pdf_encrypted: { status: 400, title: 'A PDF is encrypted', retryable: false },
  invalid_cursor: { status: 400, title: 'The cursor is not valid', retryable: false },
  invalid_idempotency_key: { status: 400, title: 'The Idempotency-Key is not a UUID', retryable: false },
  unauthorized: { status: 401, title: 'An API key or a session is required', retryable: false },
  login_failed: { status: 401, title: 'The login was refused', retryable: false },
  directory_refused: { status: 401, title: "The directory's answer was refused", retryable: false },
  second_factor_required: { status: 401, title: 'A second-factor code is required', retryable: false },
  forbidden: { status: 403, title: 'You are not allowed to do this', retryable: false },
  directory_no_role: { status: 403, title: 'No group of this person has a role', retryable: false },
  window_required: { status: 403, title: "Only the desktop app's window can do this", retryable: false },
  cross_site_request: { status: 403, title: "The request is not from the appliance's own pages", retryable: false },
  not_found: { status: 404, title: 'Not found', retryable: false },
  erased: { status: 404, title: 'The verification was erased', retryable: false },
  method_not_allowed: { status: 405, title: 'The method is not allowed here', retryable: false },
  not_acceptable: { status: 406, title: 'The response is not available in an accepted media type', retryable: false },
  request_timeout: { status: 408, title: 'The request took too long to arrive', retryable: true },
  idempotency_in_progress: {
    status: 409,
    title: 'A request with this Idempotency-Key is still running',
    retryable: true,
  },
  setup_required: { status: 409, title: 'No operator exists yet', retryable: false },
  directory_off: { status: 409, title: 'Login by the directory is switched off', retryable: false },
  state_conflict: { status: 409, title: 'Not allowed in this state', retryable: false },
  chip_challenge_invalid: { status: 409, title: 'The challenge for the chip is not valid', retryable: false },
  approval_blocked: { status: 409, title: 'The record cannot be approved yet', retryable: false },
  picture_unavailable: { status: 409, title: 'The file cannot be shown as a picture', retryable: false },
  file_too_large: { status: 413, title: 'A file is too large', retryable: false },
  body_too_large: { status: 413, title: 'The body is too large', retryable: false },
  unsupported_file_type: { status: 415, title: 'A file is not JPEG, PNG, WebP, TIFF or PDF', retryable: false },
  heic_unsupported: { status: 415, title: 'A file is HEIC, HEIF or AVIF', retryable: false },
  unsupported_media_type: { status: 415, title: 'The media type of the body is not supported', retryable: false },
  expectation_failed: { status: 417, title: 'The expectation cannot be met', retryable: false },
  misdirected_host: { status: 421, title: 'The Host header is not allowed', retryable: false },
  idempotency_key_reused: {
    status: 422,
    title: 'The Idempotency-Key was used with a different payload',
    retryable: false,
  },
  headers_too_large: { status: 431, title: 'The headers are too large', retryable: false },
  rate_limited: { status: 429, title: 'Too many requests', retryable: true },
  internal: { status: 500, title: 'The appliance failed', retryable: true },
  file_lost: { status: 500, title: 'A stored file is damaged or missing', retryable: false },
  row_refused: { status: 500, title: 'A stored row was changed outside the appliance', retryable: false },
  queue_full: { status: 503, title: 'The queue is full', retryable: true },
  directory_unavailable: { status: 503, title: 'The directory does not answer', retryable: true },
  disk_full: { status: 503, title: 'The disk is full', retryable: true },
  lists_not_ready: { status: 503, title: 'The watchlists are not ready', retryable: true },
  backup_failed: { status: 503, title: 'The backup failed', retryable: true },
  registers_not_ready: { status: 503, title: 'The registers are not ready', retryable: true },
  list_invalid: { status: 400, title: 'The list file cannot be imported', retryable: false },
  update_invalid: { status: 400, title: 'The update package was refused', retryable: false },
  update_failed: { status: 409, title: 'The update failed', retryable: false },
  folder_in_use: { status: 409, title: 'The data folder is in use', retryable: true, local: true },
  folder_newer: { status: 409, title: 'The data folder was written by a newer version', retryable: false, local: true },
  master_key_missing: { status: 409, title: 'The master key is missing', retryable: false, local: true },
  keystore_unavailable: {
    status: 409,
    title: "The system's keystore does not return the master key",
    retryable: false,
    local: true,
  },
  port_taken: { status: 409, title: 'The port is in use', retryable: true, local: true },
  master_key_wrong: { status: 409, title: 'The master key does not fit the data', retryable: false, local: true },
  backup_invalid: { status: 400, title: 'The file is not a complete backup', retryable: false, local: true },
  recovery_key_wrong: { status: 400, title: 'The recovery key is wrong', retryable: false, local: true },
  invalid_configuration: { status: 400, title: 'The configuration is not valid', retryable: false, local: true },
  invalid_command: { status: 400, title: 'The command is not valid', retryable: false, local: true },
  clock_wrong: { status: 400, title: 'The clock of the branch is wrong', retryable: false, hub: true },
  unknown_branch: { status: 401, title: 'The hub does not know the branch', retryable: false, hub: true },
  certificate_expired: { status: 401, title: "The branch's certificate has expired", retryable: false, hub: true },
  revoked: { status: 403, title: 'The branch was revoked', retryable: false, hub: true },
  quarantined: { status: 403, title: 'The branch is in quarantine', retryable: false, hub: true },
  database_unavailable: {
    status: 503,
    title: 'The hub cannot use its database',
    retryable: true,
    hub: true,
  },
  parcel_gap: { status: 409, title: 'Entries before the parcel are missing', retryable: false, hub: true },
  line_behind: { status: 409, title: 'The hub has later entries of the line', retryable: false, hub: true },
  line_forked: { status: 409, title: 'Two appliances write the same line', retryable: false, hub: true },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERROR_KINDS;

export interface AppErrorDetails {
  /** A sentence for a person: what is wrong and what to do about it. Never holds personal data. */
  detail: string;
  items?: ErrorItem[];
  /** Seconds after which a retry makes sense. */
  retryAfterSeconds?: number;
  /** What a program needs to go on: further members of the problem (RFC 9457, section 3.2). */
  members?: Readonly<Record<string, string | number>>;
}

/** An expected failure. Any other thrown error is a bug. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly details: AppErrorDetails;

  constructor(code: ErrorCode, details: AppErrorDetails | string, cause?: unknown) {
    const full = typeof details === 'string' ? { detail: details } : details;
    super(full.detail, cause === undefined ? undefined : { cause });
    this.code = code;
    this.details = full;
  }
}

/** Returns an expected failure of one item, whose message is also that of the whole. */
export function itemError(code: ErrorCode, item: ErrorItem, cause?: unknown): AppError {
  return new AppError(code, { detail: item.message, items: [item] }, cause);
}

/** Returns `invalid_request` for one field; `message` names it and the remedy. */
export function invalidField(field: string, message: string, code = 'invalid_value'): AppError {
  return itemError('invalid_request', { code, message, field });
}

/** Returns `state_conflict`: it cannot be done now; `detail` says why, and what to do. */
export const conflict = (detail: string, cause?: unknown): AppError => new AppError('state_conflict', detail, cause);
