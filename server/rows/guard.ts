import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Audit } from '../audit/log.ts';
import { rowMacs } from '../db/migrations/022-row-macs.ts';
import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import { must } from '../lib/assert.ts';
import { AppError } from '../lib/errors.ts';
import type { Logger } from '../lib/log.ts';
import type { KeyStore } from '../vault/key-store.ts';
import { GUARDED, GUARDED_NAMES, type GuardedName, type GuardedTable } from './tables.ts';

/** A row that was changed outside the appliance. */
export interface RefusedRow {
  table: GuardedName;
  /** Identifies the row: the values of the table's `id`, separated by spaces. */
  row: string;
}

interface Guard {
  key: KeyObject;
  log: Logger;
  /** Refused rows found since the start, by table and row. */
  met: Map<string, RefusedRow>;
}

type Value = string | number | bigint | Buffer | null;
type Row = Readonly<Record<string, unknown>>;

const GUARDS = new WeakMap<Db, Guard>();
const AUTHENTICATED = 'rows.authenticated';
/** The error of the trigger that refuses a change, which SQLite returns as its message. It is also the code of the problem. */
const REFUSED = 'row_refused';

/**
 * From now on every row of `GUARDED` that this connection writes carries a code (HMAC-SHA-256 under a key derived from the master key, over table
 * and columns). Triggers of the connection make the codes, and refuse a change to a row whose code is wrong. So editing the file gives no rights
 * and no outcome, and no later change hides the edit. Rows of an older database are authenticated once; earlier edits cannot be detected. The
 * sealed signing key and the audit log record that this was done.
 */
export function guardRows(deps: {
  db: Db;
  keys: KeyStore;
  audit: Audit;
  log: Logger;
  /** The result of `refusedBefore`, if the schema has changed since. */
  refused?: readonly RefusedRow[] | null;
}): void {
  const { db, keys, audit, log, refused = null } = deps;
  const key = createSecretKey(keys.rowKey);
  GUARDS.set(db, { key, log, met: new Map() });
  db.function('custos_row_mac', { varargs: true, deterministic: true }, (table: GuardedName, ...values: Value[]) =>
    macOf(key, table, values),
  );
  db.exec(GUARDED_NAMES.map(triggersOf).join(''));
  if (refused !== null) transact(db, () => authenticateBut(db, refused));
  if (keys.signing.vouchesForRows) return;
  // If an older key database was restored, the audit log shows that the rows were authenticated.
  const before = db.prepare('SELECT 1 FROM audit WHERE action = ?').get(AUTHENTICATED);
  if (!before) {
    log.info('rows.authenticating');
    const rows = transact(db, () => {
      const count = authenticateAll(db);
      // A new database has no rows, and nothing that could be restored.
      if (count > 0) audit.append({ actor: 'system', action: AUTHENTICATED, details: { rows: count } });
      return count;
    });
    log.info('rows.authenticated', { rows });
  }
  // If the log itself is not intact, its head has no code, and nothing may claim that the rows are authenticated.
  if (keys.signing.vouchesForHead) keys.signing.vouchForRows();
}

/**
 * Runs before a migration, which may change rows and their columns. Returns the rows that were changed outside the appliance, so that all others
 * get new codes. null: no check is possible, because no row has a code yet or an older database was put next to newer keys.
 */
export function refusedBefore({ db, keys }: { db: Db; keys: KeyStore }): RefusedRow[] | null {
  const form = db.pragma('user_version', { simple: true }) as number;
  if (!keys.signing.vouchesForRows || form < rowMacs.version) return null;
  const key = createSecretKey(keys.rowKey);
  return GUARDED_NAMES.flatMap((table) => {
    // Columns are only added at the end and never removed.
    const there = new Set(db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table));
    if (!there.has('mac')) return [];
    const columns = GUARDED[table].columns.filter((column) => there.has(column));
    const found: RefusedRow[] = [];
    for (const row of db.prepare(`SELECT * FROM ${table}`).iterate() as IterableIterator<Row>) {
      if (!bearsOwn(key, table, row, columns)) found.push({ table, row: nameOf(table, row) });
    }
    return found;
  });
}

function authenticateBut(db: Db, refused: readonly RefusedRow[]): void {
  authenticateAll(db);
  for (const { table, row } of refused) db.prepare(`UPDATE ${table} SET mac = NULL WHERE ${idOf(table)} = ?`).run(row);
}

/** Gives every row a code for its current content, in the caller's transaction. Returns the number of rows. */
export function authenticateAll(db: Db): number {
  const filled = GUARDED_NAMES.filter((table) => db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined);
  return filled.reduce((sum, table) => sum + db.prepare(`UPDATE ${table} SET ${ownMac(table)}`).run().changes, 0);
}

/** Gives the rows that a `RefusedRow` identifies a code for their current content, in the caller's transaction. Returns the number of rows. */
export function authenticateRow(db: Db, { table, row }: RefusedRow): number {
  return db.prepare(`UPDATE ${table} SET ${ownMac(table)} WHERE ${idOf(table)} = ?`).run(row).changes;
}

/**
 * Whether a row, read with all of its columns, is as the appliance wrote it. A refused row is logged and counted once. A connection without a guard
 * (such as on a copy) accepts every row.
 */
export function isGenuine(db: Db, table: GuardedName, row: object): boolean {
  const guard = GUARDS.get(db);
  if (!guard) return true;
  if (bearsOwn(guard.key, table, row as Row)) return true;
  const refused = { table, row: nameOf(table, row as Row) };
  const told = `${refused.table} ${refused.row}`;
  if (!guard.met.has(told)) guard.log.error('row.refused', { ...refused });
  guard.met.set(told, refused);
  return false;
}

/** Returns the row. Throws `row_refused` if it was changed outside the appliance. */
export function genuine<T extends object>(db: Db, table: GuardedName, row: T): T {
  if (isGenuine(db, table, row)) return row;
  throw new AppError(
    REFUSED,
    `A stored row (${table}) was changed outside the appliance and is not used. Run "custos verify-data" to list the row and see what to do.`,
  );
}

/** Rows checked before other work gets a turn, about 5 ms. */
const LOT = 250;

/** Yields every row that was changed outside the appliance, table by table. Changes nothing. */
export async function* findRefused(db: Db): AsyncGenerator<RefusedRow> {
  const { key } = must(GUARDS.get(db), 'rows are guarded from the start on');
  for (const table of GUARDED_NAMES) {
    const { key: columns }: GuardedTable = GUARDED[table];
    const order = columns.join(', ');
    const first = db.prepare(`SELECT * FROM ${table} ORDER BY ${order} LIMIT ${LOT}`);
    const next = `SELECT * FROM ${table} WHERE (${order}) > (${columns.map(() => '?').join(', ')}) ORDER BY ${order} LIMIT ${LOT}`;
    let rows = first.all() as Row[];
    for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
      for (const row of rows) if (!bearsOwn(key, table, row)) yield { table, row: nameOf(table, row) };
      await nextTurn();
      const after = last;
      rows = rows.length < LOT ? [] : (db.prepare(next).all(columns.map((column) => after[column])) as Row[]);
    }
  }
}

/** Whether an error comes from a refused row. A retry does not help then. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof AppError) return error.code === REFUSED;
  return error instanceof Error && error.message.startsWith(`${REFUSED} `);
}

/** Returns the number of refused rows found since the start. */
export function countMet(db: Db): number {
  return GUARDS.get(db)?.met.size ?? 0;
}

/** Stops reporting a refused row that was repaired; without `refused`, all of them. */
export function forgetMet(db: Db, refused?: RefusedRow): void {
  const met = GUARDS.get(db)?.met;
  if (refused) met?.delete(`${refused.table} ${refused.row}`);
  else met?.clear();
}

function bearsOwn(
  key: KeyObject,
  table: GuardedName,
  row: Row,
  columns: readonly string[] = GUARDED[table].columns,
): boolean {
  const mac = macOf(
    key,
    table,
    columns.map((column) => row[column] as Value),
  );
  return Buffer.isBuffer(row['mac']) && mac.equals(row['mac']);
}

const nameOf = (table: GuardedName, row: Row): string =>
  GUARDED[table].id.map((column) => String(row[column])).join(' ');

/** Encodes values with type and length, so two different rows never produce the same bytes. */
function macOf(key: KeyObject, table: GuardedName, values: readonly Value[]): Buffer {
  const hmac = createHmac('sha256', key);
  let text = `${table}\n`;
  for (const value of values) {
    if (value === null || value === undefined) text += 'n;';
    else if (Buffer.isBuffer(value)) {
      hmac.update(`${text}b${value.length};`).update(value);
      text = '';
    } else text += `${typeof value === 'string' ? 's' : 'i'}${String(value).length};${value}`;
  }
  return hmac.update(text).digest();
}

function ownMac(table: GuardedName, from = ''): string {
  return `mac = custos_row_mac('${table}', ${GUARDED[table].columns.map((column) => from + column).join(', ')})`;
}

/** Returns the SQL of what identifies a row of a table (`RefusedRow.row`). */
export const idOf = (table: GuardedName): string =>
  GUARDED[table].id.map((column) => `CAST(${column} AS TEXT)`).join(" || ' ' || ");

/** An erasure that has begun must finish, even if the row was changed outside the appliance. */
const UNLESS_ERASED: Readonly<Partial<Record<GuardedName, string>>> = {
  verifications: "NEW.erasure = 'none'",
  idempotency: 'length(NEW.sealed_body) > 0',
};

/** Returns temporary triggers of the connection, so they are not in the file. */
function triggersOf(table: GuardedName): string {
  const { columns, key }: GuardedTable = GUARDED[table];
  const sameRow = key.map((column) => `${column} = NEW.${column}`).join(' AND ');
  const old = columns.map((column) => `OLD.${column}`).join(', ');
  const remake = `BEGIN UPDATE ${table} SET ${ownMac(table, 'NEW.')} WHERE ${sameRow}; END;`;
  return `
    CREATE TEMP TRIGGER ${table}_mac_insert AFTER INSERT ON main.${table} ${remake}
    CREATE TEMP TRIGGER ${table}_mac_update AFTER UPDATE OF ${columns.join(', ')} ON main.${table} ${remake}
    CREATE TEMP TRIGGER ${table}_mac_check BEFORE UPDATE OF ${columns.join(', ')} ON main.${table}
      WHEN ${UNLESS_ERASED[table] ?? 'TRUE'} AND custos_row_mac('${table}', ${old}) IS NOT OLD.mac
      BEGIN SELECT RAISE(ABORT, '${REFUSED} ${table}'); END;`;
}
