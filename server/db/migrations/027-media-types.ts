import type { Migration } from '../migrate.ts';

/**
 * Received files may be WebP or TIFF. SQLite cannot change a CHECK, and dropping the table to replace it would delete
 * the rows that refer to it. So only the column is recreated.
 */
export const mediaTypes: Migration = {
  version: 27,
  name: 'WebP and TIFF',
  sql: `
    ALTER TABLE documents RENAME COLUMN media_type TO former_media_type;
    ALTER TABLE documents ADD COLUMN media_type TEXT
      CHECK (media_type IN ('image/jpeg', 'image/png', 'image/webp', 'image/tiff', 'application/pdf'));
    UPDATE documents SET media_type = former_media_type;
    ALTER TABLE documents DROP COLUMN former_media_type;
    ALTER TABLE documents ALTER COLUMN media_type SET NOT NULL;
  `,
};
