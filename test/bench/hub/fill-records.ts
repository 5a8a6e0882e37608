import pg from 'pg';

/** Rows of one statement. */
const LOT = 500_000;

/**
 * Fills the table of records of a hub's database to `count` rows: 500 branches in turns, one change every 60 ms, states and reasons as real branches have
 * them. Indexes are made afterwards, which takes a tenth of the time.
 * @param url of the superuser
 */
export async function fillRecords(
  url: string,
  branches: readonly string[],
  count: number,
  untilMs: number,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: indexes } = await client.query<{ name: string; sql: string }>(
      `SELECT indexname AS name, indexdef AS sql FROM pg_indexes WHERE tablename = 'records' AND indexname <> 'records_pkey'
         OR indexname = 'record_reasons_by_time'`,
    );
    for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
    for (let from = 0; from < count; from += LOT) {
      await client.query(
        `INSERT INTO records (branch, id, kind, state, decision, reasons, created_at, changed_at, line_number, seq)
         SELECT ($1::text[])[1 + n % $2], 'ver_' || lpad(to_hex(n), 26, '0'),
           CASE WHEN n % 10 = 0 THEN 'kyb' ELSE 'kyc' END, s.state, s.state,
           CASE WHEN s.state = 'approved' THEN '{}' WHEN n % 10007 = 0 THEN '{rare_reason}'
             ELSE ARRAY['reason_' || (n * 7 % 23), 'face_mismatch'] END,
           $3::bigint - ($4::bigint - n) * 60, $3::bigint - ($4::bigint - n) * 60, 1, 2 + n
         FROM generate_series($5::bigint, $6::bigint) AS n,
           LATERAL (SELECT CASE WHEN n % 100 < 85 THEN 'approved' WHEN n % 100 < 93 THEN 'rejected' ELSE 'needs_review' END AS state) AS s`,
        [branches, branches.length, untilMs, count, from, Math.min(from + LOT, count) - 1],
      );
    }
    await client.query(
      `INSERT INTO record_reasons (branch, reason, changed_at, id, kind, state)
       SELECT branch, reason, changed_at, id, kind, state FROM records, unnest(reasons) AS reason ORDER BY 1, 2, 3, 4`,
    );
    await client.query("SET maintenance_work_mem = '512MB'");
    for (const { sql } of indexes) await client.query(sql);
    await client.query('VACUUM ANALYZE records, record_reasons');
  } finally {
    await client.end();
  }
}
