import { CONTENTS, type EntryContent } from '../parcel/contents.ts';
import type { Entry } from '../parcel/entries.ts';
import type { Tx } from './db/transact.ts';
import type { HubDeps } from './deps.ts';
import { eraseRecords } from './erase.ts';
import { makeRecordKey, openRecordKey, packContent, wrapOf } from './record-keys.ts';

/** Where new entries belong. */
export interface EntryHome {
  branch: string;
  /** The branch's present wrapping key, if it has one. */
  wrap: string | null;
  line: string;
  lineNumber: number;
  month: number;
  branchTimeMs: number;
  nowMs: number;
}

/**
 * Stores new entries and what follows from them: records, health, answers to directives, erasures. Of an erased record only the digests are kept.
 */
export async function storeEntries(tx: Tx, deps: HubDeps, home: EntryHome, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  const gone = entries.filter(({ kind }) => kind === 'erased').flatMap(({ record }) => record ?? []);
  const keys = await keysOf(tx, deps, home, entries, new Set(gone));
  const { branch, line, month, nowMs } = home;
  await tx.query(
    `INSERT INTO entries (month, branch, line, seq, kind, record, digest, content)
     SELECT $1, $2, $3, * FROM unnest($4::bigint[], $5::text[], $6::text[], $7::bytea[], $8::bytea[])`,
    [
      month,
      branch,
      line,
      entries.map(({ seq }) => seq),
      entries.map(({ kind }) => kind),
      entries.map(({ record }) => record),
      entries.map(({ digest }) => Buffer.from(digest, 'hex')),
      entries.map((entry) => packed(entry, keys, home)),
    ],
  );
  await storeRecords(tx, home, lastRecords(entries, keys));
  await storeHealth(tx, home, contentsOf(entries, 'health').at(-1));
  for (const { value } of contentsOf(entries, 'directive')) await storeAnswer(tx, home, value);
  if (gone.length > 0) {
    const erased = [...new Set(gone)];
    deps.erasedLog.append(
      erased.map((record) => ({ branch, record })),
      nowMs,
    );
    await eraseRecords(tx, { branch, records: erased, nowMs });
  }
}

/** The keys of the records that are not erased, by id. */
type RecordKeys = ReadonlyMap<string, Buffer>;

async function keysOf(
  tx: Tx,
  deps: HubDeps,
  home: EntryHome,
  entries: readonly Entry[],
  gone: ReadonlySet<string>,
): Promise<RecordKeys> {
  const { branch } = home;
  const needed = new Set(
    entries.flatMap(({ record, content }) => (record === null || content === null || gone.has(record) ? [] : [record])),
  );
  if (needed.size === 0) return new Map();
  const { rows } = await tx.query<{ record: string; wrap: string | null; wrapped: Buffer | null; erased: boolean }>(
    `SELECT n.record, k.wrap, k.wrapped, e.record IS NOT NULL AS erased FROM unnest($2::text[]) AS n (record)
     LEFT JOIN record_keys k ON k.branch = $1 AND k.record = n.record
     LEFT JOIN erasures e ON e.branch = $1 AND e.record = n.record`,
    [branch, [...needed]],
  );
  const kept = rows.filter(({ erased }) => !erased);
  const known = new Map<string, Buffer>();
  const wraps = new Map<string, Buffer | null>();
  for (const { record, wrap, wrapped } of kept) {
    if (wrap === null || wrapped === null) continue;
    if (!wraps.has(wrap)) wraps.set(wrap, deps.keys.wraps.find(branch, wrap));
    const wrapKey = wraps.get(wrap) ?? null;
    if (wrapKey !== null) known.set(record, openRecordKey(wrapKey, { branch, record }, wrapped));
  }
  const fresh = kept.map(({ record }) => record).filter((record) => !known.has(record));
  if (fresh.length === 0) return known;
  await dropUnreadable(
    tx,
    branch,
    kept.flatMap(({ record, wrap }) => (wrap === null || known.has(record) ? [] : [record])),
  );
  const { name, key: wrapKey } = await wrapOf(tx, deps.keys, home);
  const made = fresh.map((record) => ({ record, ...makeRecordKey(wrapKey, { branch, record }) }));
  await tx.query(
    `INSERT INTO record_keys (branch, record, wrap, wrapped) SELECT $1, record, $2, wrapped
     FROM unnest($3::text[], $4::bytea[]) AS n (record, wrapped)`,
    [branch, name, made.map(({ record }) => record), made.map(({ wrapped }) => wrapped)],
  );
  return new Map([...known, ...made.map(({ record, key }) => [record, key] as const)]);
}

/**
 * Removes contents whose key was sealed under a key that is destroyed: the database was restored from a backup, and nothing opens them any more. What the
 * console searches stays.
 */
export async function dropUnreadable(tx: Tx, branch: string, records: readonly string[]): Promise<void> {
  if (records.length === 0) return;
  await tx.query('UPDATE entries SET content = NULL WHERE branch = $1 AND record = ANY ($2)', [branch, records]);
  await tx.query('DELETE FROM record_keys WHERE branch = $1 AND record = ANY ($2)', [branch, records]);
}

function packed(entry: Entry, keys: RecordKeys, { branch, line }: EntryHome): Buffer | null {
  const place = { branch, line, seq: entry.seq };
  if (entry.record === null) return packContent(entry, null, place);
  const key = keys.get(entry.record);
  return key === undefined ? null : packContent(entry, key, place);
}

type Kind = keyof typeof CONTENTS;

interface Read<K extends Kind> {
  entry: Entry;
  value: EntryContent<K>;
}

/** Returns the contents of one kind that this version understands. */
function contentsOf<K extends Kind>(entries: readonly Entry[], kind: K): Read<K>[] {
  return entries.flatMap((entry) => {
    if (entry.kind !== kind || entry.content === null) return [];
    const parsed = CONTENTS[kind].safeParse(entry.content);
    return parsed.success ? [{ entry, value: parsed.data as EntryContent<K> }] : [];
  });
}

/** Returns what is newest of each record. */
function lastRecords(entries: readonly Entry[], keys: RecordKeys): Read<'record'>[] {
  const read = contentsOf(entries, 'record');
  const newest = new Map(read.map((one) => [one.entry.record, one]));
  return [...newest.values()].filter(({ entry: { record } }) => record !== null && keys.has(record));
}

async function storeRecords(
  tx: Tx,
  { branch, lineNumber }: EntryHome,
  records: readonly Read<'record'>[],
): Promise<void> {
  if (records.length === 0) return;
  const { rows } = await tx.query<{ count: number }>(
    `WITH reported AS (
       SELECT id, kind, state, decision, string_to_array(reasons, ' ') AS reasons, created_at, changed_at, seq
       FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::bigint[], $10::bigint[])
         AS n (id, kind, state, decision, reasons, created_at, changed_at, seq)),
     former AS (SELECT r.id, r.changed_at, r.reasons FROM records r JOIN reported USING (id) WHERE r.branch = $1),
     stored AS (
       INSERT INTO records AS r (branch, id, kind, state, decision, reasons, created_at, changed_at, line_number, seq)
       SELECT $1, id, kind, state, decision, reasons, created_at, changed_at, $2, seq FROM reported
       ON CONFLICT (branch, id) DO UPDATE SET kind = excluded.kind, state = excluded.state, decision = excluded.decision,
         reasons = excluded.reasons, created_at = excluded.created_at, changed_at = excluded.changed_at,
         line_number = excluded.line_number, seq = excluded.seq
       WHERE (r.line_number, r.seq) < (excluded.line_number, excluded.seq)
       RETURNING r.id, r.kind, r.state, r.changed_at, r.reasons, xmax = 0 AS is_new),
     gone AS (
       DELETE FROM record_reasons g USING former f JOIN stored s USING (id)
       WHERE g.branch = $1 AND g.id = f.id AND g.changed_at = f.changed_at AND g.reason = ANY (f.reasons)
         AND NOT (g.changed_at = s.changed_at AND g.reason = ANY (s.reasons))),
     added AS (
       INSERT INTO record_reasons (branch, reason, changed_at, id, kind, state)
       SELECT $1, unnest(reasons), changed_at, id, kind, state FROM stored
       ON CONFLICT (branch, reason, changed_at, id) DO UPDATE SET kind = excluded.kind, state = excluded.state)
     SELECT count(*) AS count FROM stored WHERE is_new`,
    [
      branch,
      lineNumber,
      records.map(({ entry }) => entry.record),
      records.map(({ value }) => value.kind),
      records.map(({ value }) => value.state),
      records.map(({ value }) => value.decision),
      // An array of arrays would have to be rectangular; codes have no spaces.
      records.map(({ value }) => [...new Set(value.reasons)].join(' ')),
      records.map(({ value }) => Date.parse(value.created_at)),
      records.map(({ value }) => Date.parse(value.changed_at)),
      records.map(({ entry }) => entry.seq),
    ],
  );
  const count = rows[0]?.count ?? 0;
  if (count > 0)
    await tx.query('UPDATE branches SET records_count = records_count + $2 WHERE id = $1', [branch, count]);
}

async function storeHealth(
  tx: Tx,
  { branch, branchTimeMs }: EntryHome,
  newest: Read<'health'> | undefined,
): Promise<void> {
  if (newest === undefined) return;
  await tx.query(
    'UPDATE branches SET health = $2, health_at = $3, version = $4 WHERE id = $1 AND coalesce(health_at, 0) <= $3',
    [branch, JSON.stringify(newest.entry.content), branchTimeMs, newest.value.version],
  );
}

async function storeAnswer(
  tx: Tx,
  { branch, nowMs }: EntryHome,
  { number, outcome, code }: EntryContent<'directive'>,
): Promise<void> {
  const { rowCount } = await tx.query(
    `UPDATE directives SET outcome = $3, code = $4, answered_at = $5
     WHERE branch = $1 AND number = $2 AND outcome IS NULL`,
    [branch, number, outcome, code, nowMs],
  );
  if (rowCount === 0) return;
  await tx.query('UPDATE branches SET directives_answered = greatest(directives_answered, $2) WHERE id = $1', [
    branch,
    number,
  ]);
}
