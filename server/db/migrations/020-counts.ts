import type { Migration } from '../migrate.ts';

/** What is counted: a table, of which rows, and what they are told apart by. */
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
 * How many records, jobs and deliveries there are, by their states: counting them anew takes as long as there are any, and each new
 * record, each reading of the metrics asks. Triggers keep the numbers in the transaction of each change, so that what is rolled back
 * is not counted. Whoever makes one of these tables anew makes its triggers anew.
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
