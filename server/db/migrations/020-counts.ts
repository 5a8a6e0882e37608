import type { Migration } from '../migrate.ts';

/** What is counted: a table, which of its rows, and the columns that separate the counts. */
const COUNTED = [
  {
    table: 'verifications',
    part: (row: string) => `${row}.kind || ' ' || ${row}.livemode || ' ' || ${row}.status`,
    of: (row: string) => `${row}.erasure = 'none'`,
  },
  { table: 'jobs', part: (row: string) => `${row}.state`, of: () => '1' },
  { table: 'webhook_deliveries', part: (row: string) => `${row}.state`, of: () => '1' },
] as const;

/**
 * The number of records, jobs and deliveries, by state. Each new record and each reading of the metrics needs them, and
 * counting all rows takes longer as they grow. Triggers update the numbers in the transaction of each change, so a
 * rollback undoes them. A migration that recreates one of these tables must recreate its triggers.
 */
export const counts: Migration = {
  version: 20,
  name: 'counts',
  sql: `
    CREATE TABLE counts (
      what TEXT NOT NULL,
      part TEXT NOT NULL,
      n INTEGER NOT NULL,
      PRIMARY KEY (what, part)
    ) STRICT, WITHOUT ROWID;
    ${COUNTED.map(({ table, part, of }) => {
      const add = `INSERT INTO counts (what, part, n) SELECT '${table}', ${part('NEW')}, 1 WHERE ${of('NEW')}
        ON CONFLICT (what, part) DO UPDATE SET n = n + 1;`;
      const take = `UPDATE counts SET n = n - 1 WHERE what = '${table}' AND part = ${part('OLD')} AND ${of('OLD')};`;
      const isOther = `${part('OLD')} <> ${part('NEW')} OR (${of('OLD')}) <> (${of('NEW')})`;
      return `
    INSERT INTO counts (what, part, n) SELECT '${table}', ${part('t')}, count(*) FROM ${table} t WHERE ${of('t')} GROUP BY 2;
    CREATE TRIGGER ${table}_counted_insert AFTER INSERT ON ${table} BEGIN ${add} END;
    CREATE TRIGGER ${table}_counted_delete AFTER DELETE ON ${table} BEGIN ${take} END;
    CREATE TRIGGER ${table}_counted_update AFTER UPDATE ON ${table} WHEN ${isOther} BEGIN ${take} ${add} END;`;
    }).join('')}
  `,
};
