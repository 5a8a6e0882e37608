import type { Migration } from '../migrate.ts';

/**
 * What is needed to recognise a file or a face. `mark` is an HMAC of the file's mode and SHA-256, so neither the table nor a copy of it reveals the
 * file. A face's embedding is sealed with its verification's key, so it ends with that key. Both are deleted with their record.
 */
export const duplicates: Migration = {
  version: 3,
  name: 'duplicates',
  sql: `
    CREATE TABLE file_marks (
      document_id TEXT PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
      verification_id TEXT NOT NULL REFERENCES verifications (id) ON DELETE CASCADE,
      mark BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX file_marks_by_mark ON file_marks (mark);
    CREATE INDEX file_marks_by_verification ON file_marks (verification_id);

    CREATE TABLE face_marks (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      document_id TEXT NOT NULL UNIQUE REFERENCES documents (id) ON DELETE CASCADE,
      verification_id TEXT NOT NULL REFERENCES verifications (id) ON DELETE CASCADE,
      livemode INTEGER NOT NULL CHECK (livemode IN (0, 1)),
      sealed_face BLOB NOT NULL
    ) STRICT;
    CREATE INDEX face_marks_by_mode ON face_marks (livemode, seq);
    CREATE INDEX face_marks_by_verification ON face_marks (verification_id);
  `,
};
