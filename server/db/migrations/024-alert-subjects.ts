import type { Migration } from '../migrate.ts';

/**
 * Whom an alert is about, by the HMAC that the decisions about hits bear (`subjectMark`), so that the alerts of one customer are decided
 * together. Alerts from before have none and are decided one by one.
 */
export const alertSubjects: Migration = {
  version: 24,
  name: 'subjects of alerts',
  sql: `
    ALTER TABLE alerts ADD COLUMN subject_mark BLOB;
    CREATE INDEX alerts_by_subject ON alerts (subject_mark, entity_id, revision);
  `,
};
