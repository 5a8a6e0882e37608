import { expect } from 'vitest';
import { type Act, countOf, type Rig } from './rig.ts';

/**
 * Checks that each of these tables (or tables with a WHERE) has exactly this many more rows, whatever failed in between. `orTwice`: without an
 * Idempotency-Key the rows may exist twice, if the first attempt was reported as failed after its commit.
 */
export function oneMore(rig: Rig, tables: Readonly<Record<string, number>>, { orTwice = false } = {}): Act['verify'] {
  const before = Object.keys(tables).map((table) => countOf(rig, table));
  return ({ doubtful }) => {
    const more = Object.keys(tables).map((table, at) => [table, countOf(rig, table) - (before[at] ?? 0)] as const);
    const rows = Object.fromEntries(more);
    if (!orTwice || !doubtful) return expect(rows).toEqual(tables);
    for (const [table, count] of more) {
      const once = tables[table] ?? 0;
      expect([once, 2 * once], `${table}: ${count} more`).toContain(count);
    }
  };
}
