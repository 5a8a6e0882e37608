import type { Migration } from '../migrate.ts';

/**
 * The subject of an alert, as the HMAC that decisions about hits also carry (`subjectMark`), so that one decision can
 * cover all alerts of one customer. Earlier alerts have none and are decided one by one.
 */
export const alertSubjects: Migration = {
  version: 24,
  name: 'subjects of alerts',
  sql: `
    ALTER TABLE alerts ADD COLUMN subject_mark BLOB;
    CREATE INDEX alerts_by_subject ON alerts (subject_mark, entity_id, revision);
  `,
};
