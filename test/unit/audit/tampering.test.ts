import { expect, it } from 'vitest';
import type { AuditRow } from '../../../server/audit/entries.ts';
import { createAudit, verifyAudit } from '../../../server/audit/log.ts';
import type { Db } from '../../../server/db/open.ts';
import { transact } from '../../../server/db/transact.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { testClock } from '../../support/clock.ts';
import { memoryDatabase } from '../../support/database.ts';
import { memoryKeys } from '../../support/keys.ts';
import { seededRandom, testSeed } from '../../support/random.ts';
import { rounds } from '../../support/rounds.ts';

const ROUNDS = rounds(1_000, 35);
const ENTRIES = 60;

class Undo extends Error {}

/** Each one changes the log in one way, and returns whether it changed anything. */
type Tamper = (db: Db, pick: (count: number) => number) => boolean;

const rowsOf = (db: Db): AuditRow[] => db.prepare('SELECT * FROM audit ORDER BY seq').all() as AuditRow[];

function writeRows(db: Db, rows: readonly AuditRow[]): boolean {
  db.exec('DELETE FROM audit');
  const insert = db.prepare('INSERT INTO audit VALUES (@seq, @at, @actor, @action, @subject_id, @details, @link)');
  for (const row of rows) insert.run(row);
  return true;
}

const renumbered = (rows: readonly AuditRow[]): AuditRow[] => rows.map((row, at) => ({ ...row, seq: at + 1 }));

const TAMPERS: Record<string, Tamper> = {
  edit(db, pick) {
    const row = rowsOf(db)[pick(ENTRIES)] as AuditRow;
    const link = Buffer.from(row.link);
    const bit = pick(256);
    link[bit >> 3] = (link[bit >> 3] as number) ^ (1 << (bit & 7));
    const edits: Partial<AuditRow>[] = [
      { at: row.at + 1 + pick(1000) },
      { actor: `${row.actor}x` },
      { action: row.action === 'key.created' ? 'key.revoked' : 'key.created' },
      { subject_id: row.subject_id === null ? 'key_0' : null },
      { details: row.details.replace('}', ' }') },
      { link },
    ];
    const changed = { ...row, ...edits[pick(edits.length)] };
    return writeRows(
      db,
      rowsOf(db).map((one) => (one.seq === row.seq ? changed : one)),
    );
  },
  delete(db, pick) {
    const from = pick(ENTRIES);
    const rows = rowsOf(db).filter((_, at) => at < from || at > from + pick(3));
    return writeRows(db, rows);
  },
  'delete and renumber'(db, pick) {
    const from = pick(ENTRIES);
    const length = 1 + pick(3);
    return writeRows(db, renumbered(rowsOf(db).filter((_, at) => at < from || at >= from + length)));
  },
  reorder(db, pick) {
    const rows = rowsOf(db);
    const [one, other] = [pick(ENTRIES), pick(ENTRIES)];
    if (one === other) return false;
    [rows[one], rows[other]] = [rows[other] as AuditRow, rows[one] as AuditRow];
    return writeRows(db, renumbered(rows));
  },
  'put in again'(db, pick) {
    const rows = rowsOf(db);
    rows.splice(pick(ENTRIES), 0, rows[pick(ENTRIES)] as AuditRow);
    return writeRows(db, renumbered(rows));
  },
  truncate: (db, pick) => writeRows(db, rowsOf(db).slice(0, pick(ENTRIES))),
  behead(db, pick) {
    const rows = rowsOf(db).slice(1 + pick(ENTRIES - 1));
    return writeRows(db, pick(2) === 0 ? rows : renumbered(rows));
  },
};

it(`finds each of ${ROUNDS} random edits, deletions, reorderings and truncations`, () => {
  const seed = testSeed();
  console.log(`seed ${seed}`);
  const random = seededRandom(seed);
  const pick = (count: number): number => Math.floor(random() * count);
  const db = memoryDatabase();
  const keys = memoryKeys();
  const clock = testClock();
  const audit = createAudit({ db, keys, clock });
  for (let i = 0; i < ENTRIES; i++) {
    transact(db, () => audit.append({ actor: `key_${i % 3}`, action: 'key.created', details: { i } }));
    if (i % 20 === 19) clock.advance(LIMITS.auditCheckpointMs);
    audit.anchor();
  }
  expect(verifyAudit({ db, keys })).toEqual({ ok: true, count: ENTRIES });
  const names = Object.keys(TAMPERS);
  const done: Record<string, number> = {};
  for (let round = 0; round < ROUNDS; ) {
    // Each of them once, then random ones.
    const name = names[round] ?? (names[pick(names.length)] as string);
    const attempt = (): void => {
      if (TAMPERS[name]?.(db, pick)) {
        const verdict = verifyAudit({ db, keys });
        expect(verdict.ok, `round ${round}, ${name}, seed ${seed}`).toBe(false);
        done[name] = (done[name] ?? 0) + 1;
        round += 1;
      }
      throw new Undo();
    };
    expect(() => transact(db, attempt)).toThrow(Undo);
  }
  expect(Object.keys(done).sort()).toEqual([...names].sort());
  expect(verifyAudit({ db, keys })).toEqual({ ok: true, count: ENTRIES });
  audit.close();
});
