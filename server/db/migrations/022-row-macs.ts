import type { Migration } from '../migrate.ts';

/** Rows that decide about rights and outcomes (`server/rows/tables.ts`). */
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

/** Gives each of these rows a message authentication code over its columns. The first start computes the codes of existing rows. */
export const rowMacs: Migration = {
  version: 22,
  name: 'row-macs',
  sql: GUARDED.map((table) => `ALTER TABLE ${table} ADD COLUMN mac BLOB;`).join('\n'),
};
