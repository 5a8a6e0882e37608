import { recordHitDecision } from '../../server/alerts/decisions.ts';
import { HIT_REASONS } from '../../server/alerts/types.ts';
import type { Hit } from '../../server/checks/types.ts';
import { transact } from '../../server/db/transact.ts';
import type { Decision, Outcome } from '../../server/decision/types.ts';
import { must } from '../../server/lib/assert.ts';
import { newRecord } from '../../server/vault/staging.ts';
import { beginProcessing, concludeVerification, keepStepResult } from '../../server/verifications/conclude.ts';
import { rerunVerification } from '../../server/verifications/rerun.ts';
import { reviewVerification } from '../../server/verifications/review.ts';
import { REVIEW_REASONS, type ReviewDecision, type ReviewReason } from '../../server/verifications/review-types.ts';
import { submitKyb, submitVerification } from '../../server/verifications/submit.ts';
import type { TestClock } from '../support/clock.ts';
import type { TestServer } from '../support/server.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Codes that the appliance knows; which ones does not matter here. */
const CODES = ['image_blurred', 'document_expired', 'name_mismatch', 'name_missing', 'holder_under_age'];
const LISTS = ['small', 'other', 'third'];
const REVIEWERS = ['key_a', 'key_b', 'key_c'];

/** What a test did to one hit, and when it was found. */
export interface DrawnHit {
  list: string;
  foundAtMs: number;
  setAside: boolean;
  decisions: { decision: 'confirmed' | 'dismissed'; reason: string; by: string; atMs: number }[];
}

/** What a test did to one record, in its own words: the figures are counted from this by hand. */
export interface Drawn {
  id: string;
  kind: 'kyc' | 'kyb';
  livemode: boolean;
  createdAtMs: number;
  /** Each automatic decision, the last one in force. */
  runs: { outcome: Outcome; codes: string[] }[];
  /** Each decision of a reviewer; at most one is in force. */
  reviews: { decision: ReviewDecision; reason: string; by: string; atMs: number; inForce: boolean; isFirst: boolean }[];
  endedAtMs: number | null;
  outcome: 'completed' | 'failed' | null;
  /** Until when it may wait for a review. null: it has no deadline. */
  dueAtMs: number | null;
  hits: DrawnHit[];
}

/**
 * Draws records and takes each through the appliance's own functions, one after the other: created, screened, decided, run again, reviewed, its hits
 * decided and decided otherwise. The clock goes from its time to about `days` later.
 */
export function drawRecords(
  { appliance }: TestServer,
  clock: TestClock,
  { count, days, random, fourEyes }: { count: number; days: number; random: () => number; fourEyes: boolean },
): Drawn[] {
  const draw = <T>(from: readonly T[]): T => must(from[Math.floor(random() * from.length)], 'there is one');
  const chance = (share: number): boolean => random() < share;
  const wait = (mostMs: number): void => clock.advance(Math.ceil(random() * mostMs));
  const stepMs = (days * 24 * HOUR_MS) / count;
  const { db } = appliance;

  const create = (): Drawn => {
    const kind = chance(0.7) ? 'kyc' : 'kyb';
    const livemode = chance(0.9);
    const record = newRecord(kind === 'kyc' ? 'ver' : 'kyb_ver', appliance.newId);
    const { verificationId: id } = record;
    const common = { record, livemode, actor: 'key_a' };
    const metadata = { metadata: null, webhook_url: null };
    appliance.keys.addDataKey(id, record.dataKey, clock.now());
    transact(db, () => {
      if (kind === 'kyc') {
        submitVerification(appliance, {
          ...common,
          submission: { applicant: {}, consent: true, ...metadata },
          documents: [],
        });
      } else {
        const company = { legal_name: 'Nordwind', country: 'DE', address: { country: 'DE' } };
        submitKyb(appliance, {
          ...common,
          submission: { company, representatives: [], ubos: [], documents: [], metadata: null },
        });
      }
    });
    return {
      id,
      kind,
      livemode,
      createdAtMs: clock.now(),
      runs: [],
      reviews: [],
      endedAtMs: null,
      outcome: null,
      dueAtMs: null,
      hits: [],
    };
  };

  /** Runs the record to an automatic decision. A later run finds the same hits, which have new ids. */
  const run = (drawn: Drawn, hits: Hit[]): void => {
    const owner = 'test';
    must(
      appliance.queue.claim(owner, () => beginProcessing(appliance, drawn.id, 'intake')),
      'its job waits',
    );
    wait(MINUTE_MS);
    const found = hits.map((hit) => ({ ...hit, id: appliance.newId('hit') }));
    hits.splice(0, hits.length, ...found);
    keepStepResult(
      appliance,
      drawn.id,
      'screening',
      { passed: null, findings: [], hits, lists: [], searched: [] },
      {
        durationMs: 1,
        nextStep: null,
      },
    );
    if (drawn.runs.length === 0) for (const hit of drawn.hits) hit.foundAtMs = clock.now();
    wait(MINUTE_MS);
    const outcome = draw(['completed', 'failed', 'needs_review', 'needs_review'] as const);
    const codes =
      outcome === 'completed' ? [] : CODES.filter(() => chance(0.4)).concat(chance(0.1) ? ['image_glare'] : []);
    const reasons = codes.flatMap((code) =>
      // A code that is found twice is one reason.
      Array.from({ length: chance(0.2) ? 2 : 1 }, () => ({
        code,
        message: 'x',
        check: 'quality',
        severity: 'review' as const,
      })),
    );
    const decision = { outcome, reasons, policy_version: 1 } as Decision;
    const hours = chance(0.3) ? null : draw([1, 24 * 20]);
    const policy = { deadlines: { reason_hours: {}, default_hours: hours } };
    concludeVerification(appliance, drawn.id, { decision, policy }, { owner, state: 'done' });
    drawn.dueAtMs = hours === null ? null : clock.now() + hours * HOUR_MS;
    drawn.runs.push({ outcome, codes });
    if (outcome !== 'needs_review') Object.assign(drawn, { endedAtMs: clock.now(), outcome });
  };

  const decideHits = (drawn: Drawn, hits: readonly Hit[]): void => {
    for (const [at, hit] of hits.entries()) {
      const known = must(drawn.hits[at], 'it was drawn');
      while (chance(known.decisions.length === 0 ? 0.7 : 0.25)) {
        wait(HOUR_MS);
        const act = {
          decision: draw(['confirmed', 'dismissed'] as const),
          reason: draw(HIT_REASONS),
          by: draw(REVIEWERS),
        };
        const subject = { id: drawn.id, livemode: drawn.livemode, party: null, queries: [] };
        const decision = { decision: act.decision, reason: act.reason, note: null, expiresAtMs: null };
        transact(db, () => recordHitDecision(appliance, { subject, hit, revision: null }, decision, act.by));
        known.decisions.push({ ...act, atMs: clock.now() });
      }
    }
  };

  const review = (drawn: Drawn): void => {
    let open = null as Drawn['reviews'][number] | null;
    while (drawn.outcome === null && chance(0.8)) {
      wait(20 * HOUR_MS);
      const by: string = draw(REVIEWERS);
      const decision = draw(['approve', 'reject'] as const);
      // The same person may not confirm what they proposed.
      if (open !== null && open.by === by && open.decision === decision) continue;
      const reason = draw(Object.keys(REVIEW_REASONS[decision])) as ReviewReason;
      transact(db, () =>
        reviewVerification(
          {
            ...appliance,
            policies: { current: () => ({ review: { ...appliance.policies.current().review, four_eyes: fourEyes } }) },
            requireApprovable() {},
          },
          { kind: drawn.kind, id: drawn.id, livemode: drawn.livemode, actor: by },
          { decision, reason, note: 'x' },
        ),
      );
      const confirms: boolean = open !== null && open.by !== by && open.decision === decision;
      const inForce = !fourEyes || confirms;
      if (confirms && open) open.inForce = true;
      open = { decision, reason, by, atMs: clock.now(), inForce, isFirst: !confirms };
      drawn.reviews.push(open);
      if (inForce)
        Object.assign(drawn, { endedAtMs: clock.now(), outcome: decision === 'approve' ? 'completed' : 'failed' });
    }
  };

  return Array.from({ length: count }, (): Drawn => {
    clock.advance(Math.ceil(random() * stepMs));
    const drawn = create();
    const hits = drawHits(drawn);
    run(drawn, hits);
    decideHits(drawn, hits);
    while (drawn.outcome === null && chance(0.3)) {
      wait(5 * HOUR_MS);
      transact(db, () =>
        rerunVerification(appliance, {
          kind: drawn.kind,
          id: drawn.id,
          livemode: drawn.livemode,
          actor: draw(REVIEWERS),
        }),
      );
      run(drawn, hits);
    }
    review(drawn);
    return drawn;
  });

  function drawHits(drawn: Drawn): Hit[] {
    const hits: Hit[] = [];
    while (chance(0.35)) {
      const list = draw(LISTS);
      const setAside = chance(0.2);
      drawn.hits.push({ list, foundAtMs: 0, setAside, decisions: [] });
      hits.push({
        id: '',
        strength: 'possible',
        score: 0.9,
        entity: {
          id: `ent_${hits.length}`,
          name: 'X',
          type: 'person',
          topics: [],
          programs: [],
          birth_dates: [],
          countries: [],
        },
        matched_name: 'X',
        features: [],
        list: { id: `lst_${list}`, code: list, name: list, version: '1' },
        ...(setAside && { ruled_out: { topics: [], whole: true, reasons: [], explanation: '' } }),
      });
    }
    return hits;
  }
}
