/** A table whose rows carry a message authentication code. */
export interface GuardedTable {
  /** The columns that identify a row: unique, except that a session is identified by its operator. */
  id: readonly string[];
  /** The primary key, by which the database finds a row. */
  key: readonly string[];
  /** What the code covers, in this order: every column except the code and `open`. Changing the lists requires new codes for all rows. */
  columns: readonly string[];
  /** Columns that change often and that nothing depends on. */
  open: readonly string[];
}

const guarded = (id: string, columns: string, { key = id, open = '' } = {}): GuardedTable => ({
  id: id.split(' '),
  key: key.split(' '),
  columns: columns.split(' '),
  open: open.split(' ').filter(Boolean),
});

/** The rows that rights and outcomes depend on, and those whose encrypted values are bound only to their record and not to their row. */
export const GUARDED = {
  api_keys: guarded('id', 'id livemode label hash scopes created_at expires_at revoked_at replaced_by', {
    open: 'last_used_at',
  }),
  operators: guarded(
    'id',
    'id login_mark sealed_profile role active password_hash one_time_until created_at updated_at sealed_factor source',
  ),
  sessions: guarded(
    'operator_id',
    'token_hash operator_id created_at last_seen_at confirmed_until sealed_grant code_due',
    { key: 'token_hash' },
  ),
  verifications: guarded(
    'id',
    'seq id kind livemode status created_at updated_at created_by step policy_version sealed_submission sealed_decision assignee assigned_by assigned_at erasure ended_at relationship_ended_at legal_hold sealed_hold_reason review_since review_due_ms overdue_reported_ms',
  ),
  documents: guarded('id', 'id verification_id position media_type size_bytes sealed_description'),
  step_results: guarded('verification_id step', 'verification_id step finished_at duration_ms sealed_result'),
  former_attempts: guarded(
    'verification_id attempt',
    'verification_id attempt cause opened_by opened_at policy_version sealed_decision',
  ),
  former_results: guarded(
    'verification_id attempt step',
    'verification_id attempt step finished_at duration_ms sealed_result',
  ),
  reviews: guarded(
    'id',
    'seq id verification_id decision reason sealed_note decided_by decided_at state confirms withdrawn_by withdrawn_at',
  ),
  corrections: guarded('id', 'seq id verification_id document_id corrected_by corrected_at sealed_correction'),
  face_choices: guarded('id', 'seq id verification_id document_id chosen_by chosen_at sealed_choice'),
  document_requests: guarded('seq', 'seq verification_id requested_by requested_at sealed_request'),
  notes: guarded('id', 'seq id verification_id written_by written_at sealed_text'),
  hit_decisions: guarded(
    'seq',
    'seq verification_id livemode hit_id entity_id revision subject_mark decision reason decided_by decided_at expires_at sealed_note',
  ),
  alerts: guarded(
    'id',
    'seq id kind verification_id party livemode entity_id revision list_version_id change state created_at updated_at sealed_hit subject_mark',
  ),
  person_verifications: guarded('kyb_id person_id', 'kyb_id person_id verification_id holds linked_at linked_by'),
  policies: guarded('version', 'version created_at created_by note changes policy'),
  webhook_endpoints: guarded(
    'id',
    'seq id livemode sealed_url description kinds state disabled_reason created_at updated_at keep_answers',
    { open: 'failing_since' },
  ),
  webhook_origins: guarded('seq', 'seq id livemode lane sealed_origin confirmed created_at'),
  webhook_attempts: guarded('delivery_id number', 'delivery_id number at duration_ms status error sealed_exchange'),
  security_receivers: guarded(
    'id',
    'seq id sealed_settings position position_link taken_at head_count head_at shortened_at created_at',
  ),
  events: guarded('id', 'seq id kind subject_id livemode created_at body', { key: 'seq' }),
  idempotency: guarded(
    'key_id idempotency_key',
    'key_id method path idempotency_key fingerprint verification_id status sealed_body created_at',
    { key: 'key_id method path idempotency_key' },
  ),
  capture_sessions: guarded(
    'id',
    'seq id livemode state purpose verification_id client_reference language liveness created_by created_at claim_by expires_at ended_at token_mark pairing_mark device_mark device_kind device_network confirmation confirmation_code confirmed attended last_error steps idempotency_key fingerprint sealed_content',
    { key: 'seq' },
  ),
  trust_versions: guarded(
    'id',
    'seq id code format importer_version content_hash file_hashes published_at imported_at imported_by certificates revocation_lists countries skipped rests_on entries_hash activated_at active',
  ),
  chip_challenges: guarded('id', 'id livemode created_by created_at expires_at challenge'),
  uplink: guarded('id', 'id sealed_settings created_at', {
    open: 'line last head confirmed records_sent audit_count directives_through backfill_after stopped health_at received_at receipt',
  }),
  trust_anchors: guarded('kind item', 'kind item confirmed_at confirmed_by'),
  face_marks: guarded('seq', 'seq document_id verification_id livemode sealed_face record_created_at'),
} as const satisfies Record<string, GuardedTable>;

export type GuardedName = keyof typeof GUARDED;
export const GUARDED_NAMES = Object.keys(GUARDED) as GuardedName[];
