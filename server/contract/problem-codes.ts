import { ERROR_KINDS, type ErrorCode } from '../lib/errors.ts';
import { createFormSchema } from './create.ts';
import { addedDocumentsFormSchema } from './person-documents.ts';
import type { TaggedRoute } from './route.ts';

/** Statuses that every route can return, including those sent before the route is known. */
const COMMON_STATUSES = [400, 408, 417, 421, 431, 500];
/** Statuses of every route that needs a key or a session. 503: on a full disk the lookup of the key may fail. */
const KEY_STATUSES = [401, 403, 405, 406, 429, 503];

const isOf =
  (...tags: readonly TaggedRoute['tag'][]) =>
  ({ tag }: TaggedRoute): boolean =>
    tags.includes(tag);
const isAt =
  (part: string) =>
  ({ at }: TaggedRoute): boolean =>
    at.includes(part);
const changes = ({ at }: TaggedRoute): boolean => !at.startsWith('GET ');
const hasBody = ({ body, form }: TaggedRoute): boolean => Boolean(body ?? form);
const isOnce = ({ once }: TaggedRoute): boolean => once === true;
const RECORDS = [
  'Verifications',
  'KYB verifications',
  'Review',
  'Evidence',
  'Retention',
  'Alerts',
  'Audit',
  'Events',
] as const;
const takesDocuments = (row: TaggedRoute): boolean =>
  Boolean(row.form) && isOf('Verifications', 'KYB verifications', 'Review')(row);

/** Codes that only some routes can return, and which routes. */
const SOME: Partial<Record<ErrorCode, (row: TaggedRoute) => boolean>> = {
  unknown_parameter: ({ query, at }) => query !== undefined || at.startsWith('GET '),
  documents_missing: takesDocuments,
  too_many_documents: takesDocuments,
  documents_meta_mismatch: takesDocuments,
  unreadable_file: takesDocuments,
  picture_page_count: takesDocuments,
  pdf_page_count: takesDocuments,
  pdf_encrypted: takesDocuments,
  unsupported_file_type: takesDocuments,
  heic_unsupported: takesDocuments,
  malformed_json: hasBody,
  malformed_body: hasBody,
  file_too_large: ({ form }) => form !== undefined,
  invalid_cursor: ({ query }) => query !== undefined && 'starting_after' in query.shape,
  invalid_idempotency_key: isOnce,
  idempotency_in_progress: isOnce,
  idempotency_key_reused: isOnce,
  login_failed: isAt(' /session'),
  directory_refused: isAt(' /session/directory'),
  directory_no_role: isAt(' /session/directory'),
  directory_off: isAt(' /session/directory'),
  directory_unavailable: isAt(' /session/directory'),
  second_factor_required: isAt(' /session'),
  setup_required: isAt(' /session'),
  cross_site_request: changes,
  erased: isOf(...RECORDS),
  chip_challenge_invalid: ({ form }) => form === createFormSchema || form === addedDocumentsFormSchema,
  approval_blocked: isAt('/review'),
  picture_unavailable: isAt('/documents/'),
  file_lost: isOf('Verifications', 'KYB verifications', 'Evidence', 'Retention', 'Review'),
  row_refused: isOf(...RECORDS, 'Search', 'Webhooks', 'API keys', 'Operators'),
  list_invalid: isOf('Watchlists', 'Registers'),
  update_invalid: isAt('/updates'),
  update_failed: isAt('/updates'),
  backup_failed: isOf('Backups'),
  queue_full: ({ counts }) => counts === 'creates' || counts === 'inspections' || counts === 'screenings',
  lists_not_ready: isOf('Screenings', 'Alerts', 'Policy', 'Verifications', 'KYB verifications'),
  registers_not_ready: isOf('KYB verifications', 'Registers'),
};

/** Returns the statuses of a route's failures; its row implies most of them. */
export function problemsOf({ open, office, path, once, body, form, problems = [] }: TaggedRoute): number[] {
  const implied = [
    ...COMMON_STATUSES,
    ...(open === 'anybody' ? [] : open === 'pages' ? [403, 405, 429, 503] : KEY_STATUSES),
    ...(office ? [401, 403, 429] : []),
    ...(path ? [404] : []),
    ...(once ? [404, 409, 422] : []),
    ...(body || form ? [413, 415] : []),
  ];
  return [...new Set([...implied, ...problems])].sort();
}

/** Returns the codes that a route's failures with one status can have. */
export function codesOf(row: TaggedRoute, status: number): ErrorCode[] {
  return (Object.keys(ERROR_KINDS) as ErrorCode[]).filter((code) => {
    const kind = ERROR_KINDS[code];
    return kind.status === status && !('local' in kind) && !('hub' in kind) && (SOME[code]?.(row) ?? true);
  });
}
