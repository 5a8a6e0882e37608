import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import { assert } from '../lib/assert.ts';
import { beginOfDay, dayOf, siteZone } from './days.ts';

interface FiguresRow {
  livemode: number;
  kind: string;
  ended_at: number | null;
  outcome: string | null;
  review_reason: string | null;
  reasons: string | null;
  changed: string | null;
}

/**
 * Counts what a record adds to the figures by day and without its id, in the transaction that erases its rows, and takes its reasons away. Its row in
 * `figures` then holds no more than the record's own row, which also outlives it. Running it twice counts once.
 */
export function countErased(db: Db, id: string): void {
  assert(db.inTransaction, 'a record is counted together with the end of its rows');
  const row = prepared(db, 'SELECT * FROM figures WHERE verification_id = ?').get(id) as FiguresRow | undefined;
  if (!row) return;
  const zone = siteZone();
  const insert = prepared(
    db,
    `INSERT INTO erased_figures (livemode, kind, day_at, what, code, detail, n) VALUES (?, ?, ?, ?, ?, ?, 1)
     ON CONFLICT (livemode, kind, what, code, detail, day_at) DO UPDATE SET n = n + 1`,
  );
  const add = (atMs: number, what: string, code: string, detail: string): void =>
    void insert.run(row.livemode, row.kind, beginOfDay(dayOf(atMs, zone), zone), what, code, detail);
  const { ended_at: endedAtMs, outcome, reasons, review_reason: reviewReason, changed } = row;
  if (endedAtMs !== null && outcome !== null) {
    for (const code of reasons?.split(' ') ?? []) add(endedAtMs, 'reason', code, outcome);
    if (reviewReason !== null) add(endedAtMs, 'review_reason', reviewReason, outcome);
    if (changed !== null) add(endedAtMs, 'changed', changed, '');
  }
  const hits = prepared(db, 'SELECT list, found_at, state, first, changed FROM figure_hits WHERE verification_id = ?');
  for (const hit of hits.all(id) as { list: string; found_at: number; state: string; first: 0 | 1; changed: 0 | 1 }[]) {
    add(hit.found_at, 'hit', hit.list, `${hit.state} ${hit.first} ${hit.changed}`);
  }
  for (const act of prepared(db, SELECT_ACTS).all({ id }) as { at: number; actor: string; act: string }[]) {
    add(act.at, 'reviewer', act.actor, act.act);
  }
  prepared(db, 'UPDATE figures SET reasons = NULL, review_reason = NULL, changed = NULL WHERE verification_id = ?').run(
    id,
  );
}

const SELECT_ACTS = `
  SELECT decided_at AS at, decided_by AS actor, decision AS act FROM reviews WHERE verification_id = @id AND state = 'decided'
  UNION ALL
  SELECT decided_at, decided_by, decision FROM hit_decisions WHERE verification_id = @id`;
