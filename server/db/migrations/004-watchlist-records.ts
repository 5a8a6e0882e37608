import type { Migration } from '../migrate.ts';

/** The numbers of a list in search form: only capitals and digits, as `foldIdentifier` of server/screening makes them. */
const FOLDED = [' ', '-', '.', '/', '_', ',', '(', ')', ':', '#', "''"].reduce(
  (sql, sign) => `replace(${sql}, '${sign}', '')`,
  "upper(json_extract(i.value, '$.value'))",
);

/**
 * Each entity (`watchlist_entities`) keeps its id from version to version, and each distinct content is stored once (`watchlist_records`), however
 * many versions hold it. `names` and `rest` together are the whole entry. The names are separate, as `[name, kind, quality]`, because a start reads
 * all of them and none of the rest. A version is `staged`, and invisible, while it is imported or deleted.
 *
 * `key` is `s:` and the publisher's number, or `n:` and, as JSON, type, primary name, birth dates, and a counter for
 * entries of a file that are equal in those. The data of the previous schema is migrated; the hash of such a record is
 * the id of its entry, so the list's next import stores its entries again.
 */
export const watchlistRecords: Migration = {
  version: 4,
  name: 'watchlist records',
  sql: `
    ALTER TABLE watchlists ADD COLUMN pack_created_at INTEGER;

    CREATE TABLE versions (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      code TEXT NOT NULL REFERENCES watchlists (code),
      state TEXT NOT NULL CHECK (state IN ('staged', 'ready')),
      format TEXT NOT NULL,
      importer_version INTEGER NOT NULL,
      content_hash TEXT NOT NULL,
      file_hashes TEXT NOT NULL,
      published_at TEXT,
      imported_at INTEGER NOT NULL,
      imported_by TEXT,
      entries INTEGER NOT NULL,
      names INTEGER NOT NULL,
      types TEXT NOT NULL,
      orphans TEXT NOT NULL,
      records_declared INTEGER,
      active INTEGER NOT NULL CHECK (active IN (0, 1)),
      CHECK (state = 'ready' OR active = 0),
      UNIQUE (code, content_hash, importer_version)
    ) STRICT;

    CREATE TABLE watchlist_entities (
      row INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      code TEXT NOT NULL REFERENCES watchlists (code),
      key TEXT NOT NULL,
      UNIQUE (code, key)
    ) STRICT;

    CREATE TABLE watchlist_records (
      row INTEGER PRIMARY KEY,
      entity INTEGER NOT NULL REFERENCES watchlist_entities (row),
      hash BLOB NOT NULL,
      type TEXT NOT NULL CHECK (type IN ('person', 'entity', 'vessel', 'aircraft', 'unknown')),
      names TEXT NOT NULL,
      rest TEXT NOT NULL,
      UNIQUE (entity, hash)
    ) STRICT;

    CREATE TABLE watchlist_identifiers (
      value TEXT NOT NULL,
      record INTEGER NOT NULL REFERENCES watchlist_records (row) ON DELETE CASCADE,
      PRIMARY KEY (value, record)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX watchlist_identifiers_by_record ON watchlist_identifiers (record);

    CREATE TABLE entries (
      version INTEGER NOT NULL REFERENCES versions (seq),
      position INTEGER NOT NULL,
      entity INTEGER NOT NULL REFERENCES watchlist_entities (row),
      record INTEGER NOT NULL REFERENCES watchlist_records (row),
      PRIMARY KEY (version, position),
      UNIQUE (entity, version)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX watchlist_entries_by_record ON entries (record);

    CREATE TEMPORARY TABLE old_entries AS
      SELECT v.seq AS version, v.code, e.id, e.position, e.type, e.source_id, e.names, e.birth_dates, e.countries,
        e.identifiers, e.programs, e.topics, e.listed_at, e.original,
        CASE WHEN e.source_id IS NOT NULL THEN 's:' || e.source_id
          ELSE 'n:' || json_array(e.type, e.name, json(e.birth_dates), row_number() OVER (
            PARTITION BY v.seq, e.source_id, e.type, e.name, e.birth_dates ORDER BY e.position)) END AS key
      FROM watchlist_entries e JOIN watchlist_versions v ON v.id = e.version_id;

    INSERT INTO versions
      SELECT v.seq, v.id, v.code, 'ready', v.format, v.importer_version, v.content_hash, '[]', v.published_at,
        v.imported_at, NULL, v.entries, v.names,
        (SELECT json_group_object(type, n) FROM
          (SELECT type, count(*) AS n FROM old_entries o WHERE o.version = v.seq GROUP BY type)),
        CASE WHEN v.rows_skipped = 0 THEN '{}' ELSE json_object('rows', v.rows_skipped) END,
        NULL, v.active
      FROM watchlist_versions v;

    -- Of several ids of one entity, the one of the newest version stays: SQLite takes the row of the maximum.
    INSERT INTO watchlist_entities (id, code, key)
      SELECT id, code, key FROM (SELECT id, code, key, max(version) FROM old_entries GROUP BY code, key);

    INSERT INTO watchlist_records (entity, hash, type, names, rest)
      SELECT t.row, CAST(o.id AS BLOB), o.type,
        (SELECT json_group_array(json_array(json_extract(n.value, '$.name'),
            CASE json_extract(n.value, '$.kind') WHEN 'weak' THEN 'alias' ELSE json_extract(n.value, '$.kind') END,
            CASE json_extract(n.value, '$.kind') WHEN 'weak' THEN 'weak' ELSE
              coalesce(json_extract(n.value, '$.quality'), 'strong') END)
          ORDER BY n.key) FROM json_each(o.names) n),
        json_object('sourceId', o.source_id, 'birthDates', json(o.birth_dates), 'birthPlaces', json_array(),
          'genders', json_array(), 'nationalities', json_array(), 'countries', json(o.countries),
          'identifiers', json(o.identifiers), 'addresses', json_array(), 'roles', json_array(),
          'relations', json_array(), 'media', json_array(), 'programs', json(o.programs),
          'topics', json((SELECT json_group_array(DISTINCT CASE WHEN t.value IN ('sanction', 'pep',
              'relative_or_associate', 'crime', 'adverse_media', 'export_control', 'debarment')
            THEN t.value ELSE 'other' END) FROM json_each(o.topics) t)),
          'listedAt', o.listed_at, 'original', json(o.original))
      FROM old_entries o JOIN watchlist_entities t ON t.code = o.code AND t.key = o.key;

    INSERT INTO entries
      SELECT o.version, o.position, t.row, r.row
      FROM old_entries o
      JOIN watchlist_entities t ON t.code = o.code AND t.key = o.key
      JOIN watchlist_records r ON r.entity = t.row AND r.hash = CAST(o.id AS BLOB);

    INSERT OR IGNORE INTO watchlist_identifiers
      SELECT folded, record FROM (
        SELECT ${FOLDED} AS folded, r.row AS record
        FROM watchlist_records r JOIN json_each(r.rest, '$.identifiers') i)
      WHERE length(folded) >= 6 AND folded GLOB '*[0-9]*' AND folded NOT GLOB '*[^A-Z0-9]*';

    DROP TABLE old_entries;
    DROP TABLE watchlist_entries;
    DROP TABLE watchlist_versions;
    ALTER TABLE entries RENAME TO watchlist_entries;
    ALTER TABLE versions RENAME TO watchlist_versions;
    CREATE UNIQUE INDEX watchlist_versions_active ON watchlist_versions (code) WHERE active = 1;
    CREATE INDEX watchlist_versions_staged ON watchlist_versions (state) WHERE state = 'staged';
  `,
};
