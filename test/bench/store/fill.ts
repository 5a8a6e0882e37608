import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../../../server/appliance/config.ts';
import { type Audit, createAudit } from '../../../server/audit/log.ts';
import { type Db, openDatabase } from '../../../server/db/open.ts';
import { prepared } from '../../../server/db/prepared.ts';
import { transact } from '../../../server/db/transact.ts';
import { must } from '../../../server/lib/assert.ts';
import { isoTime, systemClock } from '../../../server/lib/clock.ts';
import { createIds, type IdPrefix, type NewId } from '../../../server/lib/ids.ts';
import { createLogger } from '../../../server/lib/log.ts';
import { guardRows } from '../../../server/rows/guard.ts';
import { type KeyStore, openKeyStore } from '../../../server/vault/key-store.ts';
import { seal } from '../../../server/vault/seal.ts';
import { filePlace } from '../../../server/vault/staging.ts';
import { createVault } from '../../../server/vault/vault.ts';
import { placesOf } from '../../support/entry/entry-process.ts';
import { seededRandom } from '../../support/random.ts';
import { fillIn, readTemplate, type TemplateRecord, type TemplateRow } from './copy-rows.ts';
import { TEMPLATE_NAMES, type Template } from './templates.ts';

export interface Fill {
  folder: string;
  templates: readonly Template[];
  count: number;
  seed: number;
  /** Called from time to time with the number stored. */
  onProgress?: (stored: number) => void;
}

/** Some people and companies of a store, for searches. */
export interface Filled {
  /** Oldest first. */
  ids: string[];
  /** A reference that only one record has. */
  referenceOf(number: number): string;
}

const DAY_MS = 24 * 3600 * 1000;
/** The oldest record is this old, and all later ones are spread evenly. */
const DAYS = 90;
/** The number of records in one transaction. */
const CHUNK = 2_000;
/** One record in a hundred has an alert of re-screening, and one in fifty has permanently failed deliveries. */
const ALERT_EVERY = 100;
const UNDELIVERED_EVERY = 50;

const TEXTS = Object.values(TEMPLATE_NAMES);
const SYLLABLES =
  'ba,ber,bran,cor,da,del,dor,el,fa,fer,gar,gul,han,hel,is,jo,kar,kel,la,lin,lo,mar,mil,mo,na,nor,ol,or,pa,per,quin,ra,rin,ro,sa,sel,so,ta,tor,ul,va,vel,vin,wa,wer,xan,yl,za,zen,zor'.split(
    ',',
  );
const REFERENCE_DIGITS = 6;

export const referenceOf = (number: number): string => `CASE-${String(number).padStart(REFERENCE_DIGITS, '0')}`;

/** A name of two or three syllables. There are some thousand, so the more people there are, the more share a name. */
function drawName(random: () => number): string {
  const draw = (): string => must(SYLLABLES[Math.floor(random() * SYLLABLES.length)], 'there is such a one');
  const name = draw() + draw() + (random() < 0.5 ? draw() : '');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * Adds `count` clones of the templates to a folder that contains these. A clone has every row, sealed column, audit entry and file of its template,
 * with its own ids, keys, names and times. The folder's appliance must not run. About 0.4 ms of CPU per record.
 */
export async function fillStore({ folder, templates, count, seed, onProgress }: Fill): Promise<Filled> {
  const config = loadConfig(placesOf(folder), () => null);
  const random = seededRandom(seed);
  const keys = openKeyStore(join(config.dataDir, 'keys.db'), config.masterKey);
  const db = openDatabase(join(config.dataDir, 'custos.db'));
  // This data need not survive a power failure.
  for (const each of [db, keys.db]) each.pragma('synchronous = OFF');
  let nowMs = systemClock.now();
  const clock = { now: () => nowMs };
  const newId = createIds(clock);
  const audit = createAudit({ db, keys, clock });
  guardRows({ db, keys, audit, log: createLogger(clock, () => {}) });
  const vault = createVault({ folder: config.dataDir, keys, newId });
  try {
    const records = new Map<string, TemplateRecord>();
    for (const { id } of templates) records.set(id, await readTemplate({ db, vault }, id, TEXTS));
    const beginMs = nowMs - DAYS * DAY_MS;
    const untilMs = Math.min(...[...records.values()].map(({ createdAtMs }) => createdAtMs)) - DAY_MS / 24;
    const drawTemplate = weighted(templates, random);
    const ids: string[] = [];
    while (ids.length < count) {
      const end = Math.min(count, ids.length + CHUNK);
      transact(keys.db, () =>
        transact(db, () => {
          while (ids.length < end) {
            const number = ids.length;
            nowMs = Math.round(beginMs + ((untilMs - beginMs) * number) / count);
            const record = must(records.get(drawTemplate()), 'it was read');
            const clone = newClone(record, { number, nowMs, newId, random });
            storeClone({ db, keys, audit, filesDir: join(config.dataDir, 'files') }, record, clone);
            ids.push(clone.id);
          }
        }),
      );
      onProgress?.(ids.length);
    }
    return { ids, referenceOf };
  } finally {
    audit.close();
    for (const each of [db, keys.db]) each.pragma('wal_checkpoint(TRUNCATE)');
    db.close();
    keys.close();
  }
}

function weighted(templates: readonly Template[], random: () => number): () => string {
  const all = templates.flatMap(({ id, weight }) => Array<string>(weight).fill(id));
  return () => must(all[Math.floor(random() * all.length)], 'there are templates');
}

interface Clone {
  id: string;
  number: number;
  nowMs: number;
  dataKey: Buffer;
  /** The clone's value for each of the template's names. */
  of: ReadonlyMap<string, string>;
}

function newClone(
  { id, names }: TemplateRecord,
  { number, nowMs, newId, random }: { number: number; nowMs: number; newId: NewId; random: () => number },
): Clone {
  const own = {
    [TEMPLATE_NAMES.first]: drawName(random),
    [TEMPLATE_NAMES.last]: drawName(random),
    [TEMPLATE_NAMES.company]: `${drawName(random)} ${drawName(random)} GmbH`,
    [TEMPLATE_NAMES.reference]: referenceOf(number),
  };
  const of = new Map<string, string>();
  for (const [text, mine] of Object.entries(own)) of.set(text, mine).set(text.toUpperCase(), mine.toUpperCase());
  for (const name of names) if (!of.has(name)) of.set(name, newId(name.slice(0, name.lastIndexOf('_')) as IdPrefix));
  return { id: must(of.get(id), 'it names itself'), number, nowMs, dataKey: randomBytes(32), of };
}

interface Stores {
  db: Db;
  keys: KeyStore;
  audit: Audit;
  /** The folder of the sealed files. */
  filesDir: string;
}

function storeClone({ db, keys, audit, filesDir }: Stores, record: TemplateRecord, clone: Clone): void {
  const { id, dataKey, nowMs, of } = clone;
  keys.addDataKey(id, dataKey, nowMs);
  const eventSeqs = new Map<unknown, number | bigint>();
  for (const row of record.rows) {
    if (row.table === 'alerts' && clone.number % ALERT_EVERY !== 0) continue;
    const values = valuesOf(row, record, clone, eventSeqs);
    const columns = row.columns.filter((column) => !MADE_ANEW.has(column));
    const sql = `INSERT INTO ${row.table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
    const { lastInsertRowid } = prepared(db, sql).run(values);
    if (row.table === 'events') eventSeqs.set(row.values[row.columns.indexOf('seq')], lastInsertRowid);
  }
  for (const { actor, action, details } of record.audit) {
    audit.append({ actor, action, subjectId: id, details: JSON.parse(fillIn(details, of)) });
  }
  const folder = join(filesDir, id);
  if (record.files.length > 0) mkdirSync(folder, { mode: 0o700 });
  for (const { documentId, bytes } of record.files) {
    const own = must(of.get(documentId), 'each file has its row');
    writeFileSync(join(folder, own), seal(dataKey, filePlace(id, own), bytes), { mode: 0o600 });
  }
}

function valuesOf(
  { table, columns, values }: TemplateRow,
  record: TemplateRecord,
  { id, number, dataKey, nowMs, of }: Clone,
  eventSeqs: ReadonlyMap<unknown, number | bigint>,
): unknown[] {
  const shiftMs = nowMs - record.createdAtMs;
  return columns.flatMap((column, at): unknown[] => {
    const value = values[at] ?? null;
    if (MADE_ANEW.has(column)) return [];
    if (column === 'event_seq') return [eventSeqs.get(value)];
    if (table === 'webhook_deliveries' && column === 'state') {
      return [number % UNDELIVERED_EVERY === 0 ? 'failed' : 'delivered'];
    }
    // Different files have different marks.
    if (column === 'mark') return [randomBytes(32)];
    if (typeof value === 'number' && isTime(column)) return [value + shiftMs];
    if (value === null || typeof value !== 'object' || Buffer.isBuffer(value)) return [value];
    if ('column' in value) return [sealFor(dataKey, id, value.column, fillIn(value.cut, of))];
    const text = fillIn(value, of);
    return [table === 'events' && column === 'body' ? bodyAt(text, shiftMs) : text];
  });
}

const isTime = (column: string): boolean =>
  /(?:^|_)at$/.test(column) || column === 'review_since' || column === 'review_due_ms';

/** Columns whose value the database makes. */
const MADE_ANEW = new Set(['seq', 'due_at_ms']);

function sealFor(dataKey: Buffer, id: string, column: string, json: string): Buffer {
  return seal(dataKey, `${column}:${id}`, Buffer.from(json));
}

/** The body of an event, with the time moved. */
function bodyAt(text: string, shiftMs: number): string {
  const body = JSON.parse(text) as { timestamp: string };
  return JSON.stringify({ ...body, timestamp: isoTime(Date.parse(body.timestamp) + shiftMs) });
}
