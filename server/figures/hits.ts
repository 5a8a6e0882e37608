import { createHmac } from 'node:crypto';
import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import { assert } from '../lib/assert.ts';
import type { KeyStore } from '../vault/key-store.ts';

type Deps = { db: Db; keys: Pick<KeyStore, 'subjectKey'> };

/** What the figures need to know of a hit. */
export interface CountedHit {
  id: string;
  /** The party of a company. null or absent: the verification is of one person. */
  party?: string | null;
  entity: { id: string };
  list: { code: string };
  ruled_out?: { whole: boolean };
  dismissed?: object;
}

/** The reasons of dismissals that say that the entry is about somebody else: the hit was false. */
const FALSE_REASONS: readonly string[] = ['other_person', 'other_birth_date', 'other_identifier', 'other_country'];

/**
 * Counts the hits of a screening, in the caller's transaction. A hit that an earlier run of the same record found is the same hit. One that the policy
 * or an earlier dismissal rules out is `set_aside`.
 */
export function countHits(deps: Deps, verificationId: string, hits: readonly CountedHit[], foundAtMs: number): void {
  for (const hit of hits) insertHit(deps, verificationId, hit, { ref: refOf(deps, verificationId, hit), foundAtMs });
}

/** Counts the hit of an alert, in the transaction that raises it. A changed entry is a new hit. */
export function countAlertHit(deps: Deps, verificationId: string, hit: CountedHit, foundAtMs: number): void {
  insertHit(deps, verificationId, hit, { ref: hit.id, foundAtMs });
}

/** Counts a decision about a hit, in the transaction that stores it. */
export function countHitDecision(
  deps: Deps,
  verificationId: string,
  hit: CountedHit,
  { decision, reason }: { decision: 'confirmed' | 'dismissed'; reason: string },
): void {
  assert(deps.db.inTransaction, 'figures commit together with what they count');
  const state = decision === 'dismissed' && FALSE_REASONS.includes(reason) ? 'false_hit' : decision;
  const update = prepared(
    deps.db,
    `UPDATE figure_hits SET state = @state, changed = changed OR (state = 'confirmed' AND @state <> 'confirmed')
         OR (state IN ('dismissed', 'false_hit') AND @state = 'confirmed')
       WHERE verification_id = @verificationId AND ref = @ref`,
  );
  // Only the hit of an alert has its own id as its reference.
  for (const ref of [hit.id, refOf(deps, verificationId, hit)]) {
    if (update.run({ state, verificationId, ref }).changes > 0) return;
  }
}

function insertHit(
  { db }: Deps,
  verificationId: string,
  hit: CountedHit,
  { ref, foundAtMs }: { ref: string; foundAtMs: number },
): void {
  assert(db.inTransaction, 'figures commit together with what they count');
  prepared(
    db,
    `INSERT INTO figure_hits (verification_id, ref, livemode, kind, list, found_at, first, state)
     SELECT id, @ref, livemode, kind, @list, @foundAtMs,
       NOT EXISTS (SELECT 1 FROM figure_hits WHERE verification_id = @verificationId AND list = @list), @state
     FROM verifications WHERE id = @verificationId
     ON CONFLICT (verification_id, ref) DO NOTHING`,
  ).run({
    verificationId,
    ref,
    list: hit.list.code,
    foundAtMs,
    state: hit.dismissed || hit.ruled_out?.whole ? 'set_aside' : 'undecided',
  });
}

/** Recognises a hit of a screening when the record is screened again, without naming the entry of the list. */
function refOf({ keys }: Deps, verificationId: string, { party, entity, list }: CountedHit): string {
  const text = JSON.stringify(['figure hit', verificationId, party ?? null, list.code, entity.id]);
  return createHmac('sha256', keys.subjectKey).update(text).digest('hex').slice(0, 32);
}
