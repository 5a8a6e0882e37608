import type { Migration } from '../migrate.ts';

/** Finds face templates that are due for erasure without reading every record: the record's age is stored with its faces. */
export const agesOfFaces: Migration = {
  version: 15,
  name: 'ages of faces',
  sql: `
    ALTER TABLE face_marks ADD COLUMN record_created_at INTEGER NOT NULL DEFAULT 0;
    UPDATE face_marks SET record_created_at = (SELECT created_at FROM verifications v WHERE v.id = verification_id);
    CREATE INDEX face_marks_by_age ON face_marks (record_created_at, verification_id);
  `,
};
