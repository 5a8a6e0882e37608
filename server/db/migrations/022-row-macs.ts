import type { Migration } from '../migrate.ts';

/** Rows that rights and outcomes hang on (`server/rows/tables.ts`). */
const GUARDED = [
  'api_keys',
  'operators',
  'sessions',
  'verifications',
  'documents',
  'step_results',
  'former_attempts',
  'former_results',
  'reviews',
  'document_requests',
  'notes',
  'hit_decisions',
  'alerts',
  'person_verifications',
  'policies',
  'webhook_endpoints',
  'webhook_origins',
  'webhook_attempts',
  'idempotency',
  'face_marks',
] as const;

/** Each of these rows gets a message authentication code over its columns. The first start makes those of the rows that are there. */
export const rowMacs: Migration = {
  version: 22,
  name: 'row-macs',
  sql: GUARDED.map((table) => `ALTER TABLE ${table} ADD COLUMN mac BLOB;`).join('\n'),
};
