import type { Db } from '../db/open.ts';

/**
 * Whether two ids of actors are of one holder. A key and the one that was put in its place by rotation are in the same
 * hands, and so is everything along that chain.
 */
export function isSameActor(db: Db, a: string, b: string): boolean {
  return a === b || newestOf(db, a) === newestOf(db, b);
}

/** The last key of a chain of rotations; of an operator, itself. */
function newestOf(db: Db, id: string): string {
  const next = db.prepare('SELECT replaced_by FROM api_keys WHERE id = ?').pluck();
  let newest = id;
  for (let key = next.get(id); typeof key === 'string'; key = next.get(key)) newest = key;
  return newest;
}

/** Whether this is a key of the mode, or an operator, who can still act. */
export function isActiveActor(db: Db, id: string, { livemode, nowMs }: { livemode: boolean; nowMs: number }): boolean {
  const found = db
    .prepare(
      `SELECT 1 FROM api_keys WHERE id = @id AND livemode = @mode AND revoked_at IS NULL
         AND (expires_at IS NULL OR expires_at > @nowMs)
       UNION ALL SELECT 1 FROM operators WHERE id = @id AND active = 1`,
    )
    .get({ id, mode: Number(livemode), nowMs });
  return found !== undefined;
}
