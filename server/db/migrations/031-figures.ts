import type { Migration } from '../migrate.ts';

const isEnded = (row: string): string => `${row}.status IN ('completed', 'failed')`;

/**
 * Sets the row of `figures` of each chosen verification from the rows that are there now. It opens nothing.
 * @param where chooses the rows of `verifications`, named `v`
 */
export const countVerifications = (where: string): string => `
  INSERT INTO figures (verification_id, livemode, kind, created_at, ended_at, outcome, reviewed, review_reason, reasons, changed)
  SELECT v.id, v.livemode, v.kind, v.created_at,
    CASE WHEN ${isEnded('v')} THEN coalesce(v.ended_at, v.updated_at) END,
    CASE WHEN ${isEnded('v')} THEN v.status END,
    CASE WHEN ${isEnded('v')} THEN d.reason IS NOT NULL ELSE 0 END,
    CASE WHEN ${isEnded('v')} THEN d.reason END,
    CASE WHEN ${isEnded('v')} THEN
      (SELECT group_concat(r.code, ' ' ORDER BY r.position) FROM verification_reasons r WHERE r.verification_id = v.id) END,
    CASE WHEN NOT ${isEnded('v')} THEN NULL
      WHEN EXISTS (SELECT 1 FROM reviews w WHERE w.verification_id = v.id AND w.state = 'withdrawn'
        AND w.decision <> CASE v.status WHEN 'completed' THEN 'approve' ELSE 'reject' END) THEN 'review'
      WHEN d.reason IS NULL AND EXISTS (SELECT 1 FROM former_attempts f WHERE f.verification_id = v.id) THEN 'automatic'
    END
  FROM verifications v
    LEFT JOIN reviews d ON d.verification_id = v.id AND d.state = 'decided' AND d.confirms IS NULL
  WHERE ${where}
  ON CONFLICT (verification_id) DO UPDATE SET ended_at = excluded.ended_at, outcome = excluded.outcome,
    reviewed = excluded.reviewed, review_reason = excluded.review_reason, reasons = excluded.reasons, changed = excluded.changed;`;

/**
 * What the figures of a period are counted from: plain columns, without a name and without the entry of a list. Every index holds all that one figure
 * needs, so a million records are counted without their own rows.
 *
 * - `figures`: one row for each verification. Triggers keep it in the transaction of each change, so writers need not know it. An erased record
 *   keeps its row without reasons.
 * - `figure_hits`: one row for each hit. `ref` recognises a hit again; see `server/figures/hits.ts`. `first`: the record's first hit on this list.
 * - `erased_figures`: what erased records add, counted by day and without their ids.
 * - `figures_missing`: up to this position in verifications.seq, older records are not counted yet; no row: all are.
 *
 * A migration that recreates a table which the triggers read must recreate them.
 */
export const figures: Migration = {
  version: 31,
  name: 'figures',
  sql: `
    CREATE TABLE figures (
      verification_id TEXT PRIMARY KEY REFERENCES verifications (id) ON DELETE CASCADE,
      livemode INTEGER NOT NULL CHECK (livemode IN (0, 1)),
      kind TEXT NOT NULL CHECK (kind IN ('kyc', 'kyb')),
      created_at INTEGER NOT NULL,
      ended_at INTEGER,
      outcome TEXT CHECK (outcome IN ('completed', 'failed')),
      reviewed INTEGER NOT NULL CHECK (reviewed IN (0, 1)),
      review_reason TEXT,
      -- Codes in order, separated by spaces.
      reasons TEXT,
      -- Which decision was changed: a reviewer's, or an automatic one.
      changed TEXT CHECK (changed IN ('review', 'automatic')),
      CHECK ((ended_at IS NULL) = (outcome IS NULL))
    ) STRICT;
    CREATE INDEX figures_received ON figures (livemode, kind, created_at);
    CREATE INDEX figures_decided ON figures (livemode, kind, outcome, ended_at, reviewed, created_at) WHERE ended_at IS NOT NULL;
    CREATE INDEX figures_reasons ON figures (livemode, kind, outcome, reasons, ended_at) WHERE reasons IS NOT NULL;
    CREATE INDEX figures_reviews ON figures (livemode, kind, outcome, review_reason, ended_at) WHERE review_reason IS NOT NULL;
    CREATE INDEX figures_changed ON figures (livemode, kind, changed, ended_at) WHERE changed IS NOT NULL;

    CREATE TABLE figure_hits (
      verification_id TEXT NOT NULL REFERENCES verifications (id) ON DELETE CASCADE,
      ref TEXT NOT NULL,
      livemode INTEGER NOT NULL CHECK (livemode IN (0, 1)),
      kind TEXT NOT NULL CHECK (kind IN ('kyc', 'kyb')),
      list TEXT NOT NULL,
      found_at INTEGER NOT NULL,
      first INTEGER NOT NULL CHECK (first IN (0, 1)),
      state TEXT NOT NULL CHECK (state IN ('undecided', 'set_aside', 'confirmed', 'dismissed', 'false_hit')),
      changed INTEGER NOT NULL DEFAULT 0 CHECK (changed IN (0, 1)),
      PRIMARY KEY (verification_id, ref)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX figure_hits_by_list ON figure_hits (livemode, kind, list, state, first, changed, found_at);

    CREATE TABLE erased_figures (
      livemode INTEGER NOT NULL CHECK (livemode IN (0, 1)),
      kind TEXT NOT NULL CHECK (kind IN ('kyc', 'kyb')),
      -- The beginning of a day on this machine.
      day_at INTEGER NOT NULL,
      what TEXT NOT NULL CHECK (what IN ('reason', 'review_reason', 'changed', 'hit', 'reviewer')),
      code TEXT NOT NULL,
      detail TEXT NOT NULL,
      n INTEGER NOT NULL,
      PRIMARY KEY (livemode, kind, what, code, detail, day_at)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE figures_missing (until_seq INTEGER NOT NULL) STRICT;
    INSERT INTO figures_missing SELECT seq FROM verifications ORDER BY seq DESC LIMIT 1;

    CREATE TRIGGER figures_insert AFTER INSERT ON verifications BEGIN ${countVerifications('v.seq = NEW.seq')} END;
    CREATE TRIGGER figures_status AFTER UPDATE OF status ON verifications WHEN OLD.status <> NEW.status BEGIN
      ${countVerifications('v.seq = NEW.seq')}
    END;
  `,
};
