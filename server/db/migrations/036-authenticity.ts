import type { Migration } from '../migrate.ts';

/**
 * Files of chips and mobile documents have no picture's type: as in migration 27, only the column is recreated. `chip_challenges` holds what chips are asked
 * to sign, until one has signed it. `used_trust_versions` says which versions of trust lists a record names, so that they are kept for a replay.
 */
export const authenticity: Migration = {
  version: 36,
  name: 'authenticity',
  sql: `
    ALTER TABLE documents RENAME COLUMN media_type TO former_media_type;
    ALTER TABLE documents ADD COLUMN media_type TEXT CHECK (media_type IN
      ('image/jpeg', 'image/png', 'image/webp', 'image/tiff', 'application/pdf', 'application/octet-stream'));
    UPDATE documents SET media_type = former_media_type;
    ALTER TABLE documents DROP COLUMN former_media_type;
    ALTER TABLE documents ALTER COLUMN media_type SET NOT NULL;

    CREATE TABLE chip_challenges (
      id TEXT PRIMARY KEY,
      livemode INTEGER NOT NULL CHECK (livemode IN (0, 1)),
      created_by TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      challenge BLOB NOT NULL,
      mac BLOB
    ) STRICT;

    CREATE TABLE used_trust_versions (
      verification_id TEXT NOT NULL REFERENCES verifications (id),
      version_id TEXT NOT NULL,
      PRIMARY KEY (verification_id, version_id)
    ) STRICT, WITHOUT ROWID;
  `,
};
