import type { Migration } from '../migrate.ts';

/** KYC verifications of the people of a company. `holds`: the company's verification waits until this one ends. */
export const kyb: Migration = {
  version: 6,
  name: 'kyb',
  sql: `
    CREATE TABLE person_verifications (
      kyb_id TEXT NOT NULL REFERENCES verifications (id) ON DELETE CASCADE,
      person_id TEXT NOT NULL,
      verification_id TEXT NOT NULL REFERENCES verifications (id) ON DELETE CASCADE,
      holds INTEGER NOT NULL DEFAULT 0 CHECK (holds IN (0, 1)),
      linked_at INTEGER NOT NULL,
      linked_by TEXT NOT NULL,
      PRIMARY KEY (kyb_id, person_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX person_verifications_by_verification ON person_verifications (verification_id);
  `,
};
