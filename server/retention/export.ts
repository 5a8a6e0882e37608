import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import { isoTime } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { FILE_ENDINGS, type StoredMediaType } from '../lib/media-type.ts';
import { type Erasure, erasedNow, refuseErased } from '../verifications/erased.ts';
import type { Which } from '../verifications/record-action.ts';
import { stateName } from '../verifications/state.ts';
import { OWN_SUBJECTS } from './rows.ts';
import type { RetentionDeps } from './types.ts';

type Row = Record<string, unknown>;

/** Everything that the appliance holds about the subject of a verification, as its tables hold it, unsealed. */
export interface SubjectExport extends Which {
  object: 'subject_export';
  version: 1;
  exportedAt: string;
  /** The record's own row, and the rows that belong to it, by table. Leaves out keyed hashes: they carry no readable information. */
  record: Row;
  held: Record<string, Row[]>;
  /** The webhook events about it, and each delivery. */
  events: Row[];
  deliveries: Row[];
  /** Entries of the audit log that name it. */
  audit: Row[];
  /** The files in the archive, by document; null: the file is damaged or missing. */
  files: { document: string; file: string | null }[];
}

/** The column for which a row's value was sealed, if that is not the column that holds it. */
const SEALED_FOR: Record<string, (row: Row) => string> = {
  step_results: ({ step }) => `step_results.${step}`,
  former_results: ({ step }) => `step_results.${step}`,
  former_attempts: () => 'verifications.decision',
  webhook_deliveries: () => 'webhook_attempts.exchange',
};

/** The queries for the record, its alerts and its deliveries, in addition to the tables that name a verification. */
const EVENTS = `SELECT * FROM events WHERE subject_id = @id
  OR subject_id IN (${OWN_SUBJECTS}) ORDER BY seq`;
const DELIVERIES = `SELECT d.id, d.event_seq, d.endpoint_id, d.state, d.attempts, d.last_status, d.last_error, d.created_at,
    d.updated_at, a.number AS attempt, a.at AS attempted_at, a.duration_ms, a.status, a.error, a.sealed_exchange
  FROM webhook_deliveries d JOIN events e ON e.seq = d.event_seq
  LEFT JOIN webhook_attempts a ON a.delivery_id = d.id
  WHERE e.subject_id = @id OR e.subject_id IN (${OWN_SUBJECTS}) ORDER BY d.seq, a.number`;
const AUDIT = `SELECT seq, at, actor, action, subject_id, details FROM audit WHERE subject_id = @id
  OR subject_id IN (${OWN_SUBJECTS}) OR instr(details, @id) > 0 ORDER BY seq`;

/** Collects what is held about the subject of one verification and writes an audit row for it. Throws `not_found`, `erased`. */
export function exportSubject(deps: RetentionDeps, which: Which, actor: string): SubjectExport {
  const { db, clock, audit } = deps;
  const { id, kind, livemode } = which;
  return transact(db, () => {
    const row = db
      .prepare('SELECT * FROM verifications WHERE id = ? AND kind = ? AND livemode = ?')
      .get(id, kind, Number(livemode)) as (Row & { erasure: Erasure }) | undefined;
    if (!row) throw new AppError('not_found', 'There is no verification with this id that you can read. Check the id.');
    refuseErased(row);
    audit.append({ actor, action: stateName(kind, 'exported'), subjectId: id });
    const open = opener(deps, id);
    const held = Object.fromEntries(
      tablesNaming(db).map(({ table, columns }) => {
        const wanted = columns.map((column) => `${column} = @id`).join(' OR ');
        const rows = db.prepare(`SELECT * FROM ${table} WHERE ${wanted}`).all({ id }) as Row[];
        return [table, rows.map((found) => readable(table, found, open))];
      }),
    );
    const listed = (sql: string, table: string): Row[] =>
      (db.prepare(sql).all({ id }) as Row[]).map((found) => readable(table, found, open));
    return {
      object: 'subject_export',
      version: 1,
      id,
      kind,
      livemode,
      exportedAt: isoTime(clock.now()),
      record: readable('verifications', row, open),
      held,
      events: listed(EVENTS, 'events'),
      deliveries: listed(DELIVERIES, 'webhook_deliveries'),
      audit: listed(AUDIT, 'audit'),
      files: (held['documents'] ?? []).map(({ id: document, media_type: type }) => {
        return { document: String(document), file: `files/${document}.${FILE_ENDINGS[type as StoredMediaType]}` };
      }),
    };
  });
}

/**
 * Builds the archive: `export.json` and the original files, each opened when it is its turn. Reports a damaged or
 * missing file and continues with the others. Throws `erased`.
 */
export async function exportArchive(deps: RetentionDeps, found: SubjectExport): Promise<Readable> {
  const { clock } = deps;
  const files: SubjectExport['files'] = [];
  for (const { document, file } of found.files) {
    files.push({ document, file: (await isReadable(deps, found.id, document)) ? file : null });
  }
  const exported = { ...found, files };
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const mtime = new Date(clock.now());
  zip.on('error', (error) => output.destroy(error));
  zip.addBuffer(Buffer.from(JSON.stringify(exported, null, 2)), 'export.json', { mtime });
  for (const { document, file } of files) {
    if (file === null) continue;
    // Images do not compress further.
    zip.addReadStreamLazy(file, { mtime, compress: false }, (done) => {
      openFile(deps, found.id, document).then(
        (content) => done(null, content),
        (error) => done(error, Readable.from([])),
      );
    });
  }
  zip.end();
  return output;
}

/** Throws `erased` if the file cannot be read for that reason. */
async function openFile({ vault, keys }: RetentionDeps, id: string, document: string): Promise<Readable> {
  try {
    return Readable.from([await vault.readFile(id, document)]);
  } catch (error) {
    throw keys.dataKey(id) === null ? erasedNow() : error;
  }
}

async function isReadable({ vault, keys, log }: RetentionDeps, id: string, document: string): Promise<boolean> {
  try {
    await vault.readFile(id, document);
    return true;
  } catch (error) {
    if (keys.dataKey(id) === null) throw erasedNow();
    log.error('export.file_unreadable', { verification: id, document }, error);
    return false;
  }
}

/** Returns the tables with columns that name a verification. Searches by column name, so it also finds tables that refer to it indirectly. */
function tablesNaming(db: Db): { table: string; columns: string[] }[] {
  const found = db
    .prepare(
      `SELECT m.name AS "table", group_concat(c.name) AS columns FROM sqlite_master m, pragma_table_info(m.name) c
       WHERE m.type = 'table' AND c.name IN ('verification_id', 'kyb_id') AND m.name NOT IN ('erasures', 'webhook_deliveries')
       GROUP BY m.name ORDER BY m.name`,
    )
    .all() as { table: string; columns: string }[];
  return found.map(({ table, columns }) => ({ table, columns: columns.split(',') }));
}

type Open = (table: string, column: string, row: Row, sealed: Buffer) => unknown;

function opener({ vault, keys }: RetentionDeps, id: string): Open {
  const own = vault.opener(id);
  const faceKey = keys.faceKey(id);
  return (table, column, row, sealed) => {
    const place = SEALED_FOR[table]?.(row) ?? `${table}.${column}`;
    // An open session has a key of its own. Who has its token could claim it.
    if (table === 'capture_sessions') {
      const { opening: _, ...content } = vault.openJson<Row>(String(row['id']), place, sealed);
      return content;
    }
    return table === 'face_marks' && faceKey !== null ? vault.openJson(id, place, sealed, faceKey) : own(place, sealed);
  };
}

/** Returns a row with its sealed columns opened, its times written out and its JSON parsed. */
function readable(table: string, row: Row, open: Open): Row {
  const fields = Object.entries(row).flatMap(([name, value]): [string, unknown][] => {
    if (name.startsWith('sealed_')) {
      const column = name.slice('sealed_'.length);
      return [[column, Buffer.isBuffer(value) && value.length > 0 ? open(table, column, row, value) : null]];
    }
    if (Buffer.isBuffer(value)) return [];
    if (typeof value === 'number' && /(^|_)(at|until)$/.test(name)) return [[name, isoTime(value)]];
    if (typeof value === 'string' && (name === 'details' || (table === 'events' && name === 'body'))) {
      return [[name, JSON.parse(value)]];
    }
    return [[name, value]];
  });
  return Object.fromEntries(fields);
}
