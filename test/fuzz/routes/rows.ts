import type { TestServer } from '../../support/server.ts';

/** Tables that refused requests also write to, or that background work writes to. */
const BESIDE =
  /^(sqlite_.*|audit.*|egress|counts|events|webhook_(attempts|deliveries)|login_failures|reasons_missing|figures_missing)$/;

/** How many rows each table of both databases has, except for tables that a refused request may add to. */
export function rowCounter({ appliance }: TestServer): () => Record<string, number> {
  const databases = [appliance.db, appliance.keys.db];
  const counters = databases.flatMap((db) => {
    const names = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all() as string[];
    return names
      .filter((name) => !BESIDE.test(name))
      .map((name) => [name, db.prepare(`SELECT count(*) FROM "${name}"`).pluck()] as const);
  });
  return () => Object.fromEntries(counters.map(([name, counter]) => [name, counter.get() as number]));
}
