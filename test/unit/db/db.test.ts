import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { migrate } from '../../../server/db/migrate.ts';
import { agesOfFaces } from '../../../server/db/migrations/015-ages-of-faces.ts';
import { mediaTypes } from '../../../server/db/migrations/027-media-types.ts';
import { MIGRATIONS } from '../../../server/db/migrations/all.ts';
import { type Db, lockFolder, openDatabase } from '../../../server/db/open.ts';
import { transact, transactUnsynced } from '../../../server/db/transact.ts';
import { dueBiometrics } from '../../../server/retention/biometrics.ts';
import type { RetentionDeps } from '../../../server/retention/types.ts';
import { dropOldEntries } from '../../../server/uplink/entries.ts';
import type { UplinkRow } from '../../../server/uplink/store.ts';
import { linksOf, setHolds, waitingFor } from '../../../server/verifications/links.ts';
import { testClock } from '../../support/clock.ts';
import { memoryDatabase } from '../../support/database.ts';
import { tempFolder } from '../../support/folder.ts';

describe('database', () => {
  it('is durable and strict by its pragmas', () => {
    using folder = tempFolder();
    const db = openDatabase(join(folder.path, 'a.db'));
    const pragma = (name: string) => db.pragma(name, { simple: true });
    expect([pragma('journal_mode'), pragma('synchronous'), pragma('foreign_keys'), pragma('secure_delete')]).toEqual([
      'wal',
      2,
      1,
      1,
    ]);
    db.close();
  });

  it('has only STRICT tables', () => {
    const lax = memoryDatabase()
      .prepare(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'",
      )
      .pluck()
      .all();
    expect(lax).toEqual([]);
  });

  it('brings an older file to the newest form one step after the other, and does it once', () => {
    using folder = tempFolder();
    const db = openDatabase(join(folder.path, 'a.db'));
    expect(migrate(db, MIGRATIONS.slice(0, 1))).toEqual({ from: 0, to: 1 });
    expect(migrate(db, MIGRATIONS)).toEqual({ from: 1, to: MIGRATIONS.length });
    expect(migrate(db, MIGRATIONS)).toEqual({ from: MIGRATIONS.length, to: MIGRATIONS.length });
    expect(MIGRATIONS.map((migration) => migration.version)).toEqual(MIGRATIONS.map((_, index) => index + 1));
    db.close();
  });

  it('keeps the files of records, and what refers to them, as WebP and TIFF come to be taken', () => {
    using folder = tempFolder();
    const db = openDatabase(join(folder.path, 'a.db'));
    migrate(db, MIGRATIONS.slice(0, mediaTypes.version - 1));
    db.exec(`
      INSERT INTO verifications (id, kind, livemode, status, created_at, updated_at, created_by, sealed_submission)
        VALUES ('ver_1', 'kyc', 1, 'pending', 1, 1, 'key_1', x'00');
      INSERT INTO documents (id, verification_id, position, media_type, size_bytes, sealed_description, mac)
        VALUES ('doc_1', 'ver_1', 0, 'image/png', 7, x'01', x'02'), ('doc_2', 'ver_1', 1, 'application/pdf', 8, x'03', x'04');
      INSERT INTO file_marks (document_id, verification_id, mark) VALUES ('doc_1', 'ver_1', x'05');
    `);
    const held = () => [
      db
        .prepare('SELECT id, verification_id, position, media_type, size_bytes, sealed_description, mac FROM documents')
        .all(),
      db.prepare('SELECT * FROM file_marks').all(),
    ];
    const before = held();
    migrate(db, MIGRATIONS);
    expect(held()).toEqual(before);
    const retype = (type: string | null) =>
      db.prepare("UPDATE documents SET media_type = ? WHERE id = 'doc_1'").run(type);
    for (const type of ['image/webp', 'image/tiff']) expect(retype(type).changes).toBe(1);
    expect(() => retype('image/heic')).toThrow(/CHECK/);
    expect(() => retype(null)).toThrow(/NOT NULL/);
    db.close();
  });

  it('refuses a file of a newer program and leaves it as it is', () => {
    const db = memoryDatabase();
    db.pragma(`user_version = ${MIGRATIONS.length + 1}`);
    expect(() => migrate(db, MIGRATIONS)).toThrow(expect.objectContaining({ code: 'folder_newer' }));
    expect(db.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length + 1);
  });

  it('leaves a failing migration undone', () => {
    const db = openDatabase(':memory:');
    const broken = {
      version: 1,
      name: 'broken',
      sql: 'CREATE TABLE a (b INTEGER) STRICT; CREATE TABLE a (b INTEGER) STRICT;',
    };
    expect(() => migrate(db, [broken])).toThrow('already exists');
    expect(db.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'a'").pluck().get()).toBe(0);
  });

  it('refuses a promise inside a transaction', () => {
    const db = memoryDatabase();
    expect(() => transact(db, (async () => {}) as unknown as () => undefined)).toThrow();
  });

  it('waits for the disk again after what may be lost by a power cut, however that ended', () => {
    const db = memoryDatabase();
    const level = () => db.pragma('synchronous', { simple: true });
    expect(transactUnsynced(db, level as () => unknown)).toBe(1);
    expect(level()).toBe(2);
    expect(() =>
      transactUnsynced(db, () => {
        throw new Error('undone');
      }),
    ).toThrow('undone');
    expect(level()).toBe(2);
    expect(
      transact(db, () => transactUnsynced(db, level as () => unknown)),
      'a part of what must be on the disk',
    ).toBe(2);
  });

  it('answers the list pages and the queue from their indexes', () => {
    const db = memoryDatabase();
    const plan = (sql: string) =>
      (db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[]).map((row) => row.detail).join(' ');
    expect(
      plan(
        "SELECT * FROM verifications WHERE kind = 'kyb' AND livemode = 1 AND erasure = 'none' AND seq < 9 ORDER BY seq DESC LIMIT 11",
      ),
    ).toMatch(/SEARCH verifications USING INDEX verifications_by_kind/);
    expect(
      plan("SELECT kind, status, count(*) AS count FROM verifications WHERE erasure = 'none' GROUP BY kind, status"),
    ).toMatch(/USING COVERING INDEX verifications_by_status/);
    expect(
      plan(
        "SELECT * FROM verifications WHERE kind = 'kyc' AND livemode = 1 AND erasure = 'none' AND status = 'failed' AND seq < 9 ORDER BY seq DESC LIMIT 11",
      ),
    ).toMatch(/SEARCH verifications USING INDEX verifications_by_status/);
    expect(
      plan(
        "SELECT * FROM verifications WHERE kind = 'kyc' AND livemode = 1 AND erasure = 'none' AND assignee = 'a' AND seq < 9 ORDER BY seq DESC LIMIT 11",
      ),
    ).toMatch(/SEARCH verifications USING INDEX verifications_by_assignee/);
    expect(plan("SELECT * FROM jobs WHERE state = 'queued' AND run_at <= 5 ORDER BY run_at LIMIT 1")).toMatch(
      /USING INDEX jobs_due/,
    );
    expect(plan("SELECT * FROM events WHERE subject_id = 'a' AND seq > 1 ORDER BY seq LIMIT 5")).toMatch(
      /USING INDEX events_by_subject/,
    );
  });
});

it('templates of faces that are due are found by their age', () => {
  const db = memoryDatabase();
  const prepare = vi.spyOn(db, 'prepare');
  const policy = () => ({ months: 60, biometricsMonths: 12, purgeDaily: true });
  dueBiometrics({ db, clock: testClock(), policy } as unknown as RetentionDeps, null);
  const texts = prepare.mock.calls.map(([sql]) => sql);
  prepare.mockRestore();
  expect(texts).toHaveLength(2);
  for (const sql of texts) {
    const plan = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll(/@\w+/g, '1')}`).all();
    expect(plan.map(({ detail }) => detail).join(' ')).toMatch(/SEARCH f USING (COVERING )?INDEX face_marks_by_age/);
  }
});

it('faces that were kept before get the age of their record', () => {
  const db = openDatabase(':memory:');
  migrate(db, MIGRATIONS.slice(0, agesOfFaces.version - 1));
  db.pragma('foreign_keys = OFF');
  db.exec(`INSERT INTO verifications (id, kind, livemode, status, created_at, updated_at, created_by, sealed_submission)
    VALUES ('ver_1', 'kyc', 1, 'completed', 17, 18, 'key', x'00');
    INSERT INTO face_marks (document_id, verification_id, livemode, sealed_face) VALUES ('doc_1', 'ver_1', 1, x'00')`);
  migrate(db, MIGRATIONS);
  expect(db.prepare('SELECT record_created_at FROM face_marks').pluck().all()).toEqual([17]);
  db.close();
});

describe('the links of people, and old entries for the hub', () => {
  it.each([
    [
      'linksOf',
      (db: Db) => linksOf({ db }, 'kyb'),
      /SEARCH (?:person_verifications USING PRIMARY KEY|verifications USING INDEX)/,
    ],
    [
      'waitingFor',
      (db: Db) => waitingFor({ db }, 'ver'),
      /SEARCH p USING INDEX person_verifications_by_verification.*SEARCH k USING INDEX/,
    ],
    ['setHolds', (db: Db) => setHolds({ db }, 'kyb', ['per']), /SEARCH person_verifications USING PRIMARY KEY/],
    [
      'dropOldEntries',
      (db: Db) => dropOldEntries({ db, clock: testClock() }, { line: 'lin', confirmed: 2 } as UplinkRow),
      /SEARCH uplink_entries USING (INDEX uplink_entries_by_time|PRIMARY KEY)/,
    ],
  ])('are found by their indexes: %s', (_name, work, expected) => {
    const db = memoryDatabase();
    const prepare = vi.spyOn(db, 'prepare');
    work(db);
    const texts = prepare.mock.calls.map(([sql]) => sql);
    prepare.mockRestore();
    for (const sql of texts) {
      const plan = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll('?', "'1'")}`).all();
      expect(plan.map(({ detail }) => detail).join(' ')).toMatch(expected);
    }
  });
});

describe('folder lock', () => {
  it('is held by one at a time and given back', () => {
    using folder = tempFolder();
    const path = join(folder.path, 'lock.db');
    const lock = lockFolder(path);
    expect(() => lockFolder(path)).toThrow(expect.objectContaining({ code: 'folder_in_use' }));
    lock.release();
    lockFolder(path).release();
  });
});
