import type { Migration } from '../migrate.ts';

/**
 * Files that came may be WebP or TIFF. SQLite changes no CHECK, and a new table in the place of the old one would take what refers to it
 * along as the old one goes: the column alone is made anew.
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
