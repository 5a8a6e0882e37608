import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import { compareTexts } from '../lib/text.ts';
import { beginOfDay, daysBetween, nextDay } from './days.ts';
import type {
  DayFigures,
  FigureKind,
  FigureOutcome,
  Figures,
  FiguresQuery,
  ListFigures,
  ReasonFigures,
  ReviewerFigures,
  TimeFigures,
} from './types.ts';

const OUTCOMES: readonly FigureOutcome[] = ['completed', 'failed'];

/** What most queries are given: the mode, one kind, and the times between which something happened. */
interface Part {
  livemode: 0 | 1;
  kind: FigureKind;
  fromMs: number;
  untilMs: number;
}

/**
 * Counts the figures of a period from plain columns, in one read transaction so that they agree with each other. For a million records this takes about
 * a second and blocks its thread.
 */
export function readFigures(db: Db, query: FiguresQuery): Figures {
  return db.transaction(() => countAll(db, query)).deferred();
}

function countAll(db: Db, query: FiguresQuery): Figures {
  const { zone, kinds } = query;
  const days = daysBetween(query.from, query.to);
  const bounds = [...days, nextDay(query.to)].map((day) => beginOfDay(day, zone));
  const [fromMs = 0, untilMs = 0] = [bounds[0], bounds.at(-1)];
  const livemode = query.livemode ? 1 : 0;
  const parts = kinds.map((kind): Part => ({ livemode, kind, fromMs, untilMs }));
  const decided = parts.flatMap((part) => OUTCOMES.map((outcome) => ({ outcome, ...readTimes(db, part, outcome) })));
  const dayFigures = days.flatMap((day, at) =>
    kinds.map((kind) => countDay(db, day, { livemode, kind, fromMs: bounds[at] ?? 0, untilMs: bounds[at + 1] ?? 0 })),
  );
  const ofOutcome = (wanted: FigureOutcome) => {
    const some = decided.filter(({ outcome }) => outcome === wanted);
    return {
      automatic: some.reduce((sum, { automatic }) => sum + automatic.length, 0),
      reviewed: some.reduce((sum, { reviewed }) => sum + reviewed.length, 0),
    };
  };
  return {
    received: dayFigures.reduce((sum, { received }) => sum + received, 0),
    completed: ofOutcome('completed'),
    failed: ofOutcome('failed'),
    days: dayFigures,
    automaticTime: timesOf(decided.map(({ automatic }) => automatic)),
    reviewedTime: timesOf(decided.map(({ reviewed }) => reviewed)),
    reasons: parts.flatMap((part) => readReasons(db, part)).sort(byCount),
    ...readHits(db, parts),
    waiting: parts.reduce((sum, part) => sum + countWaiting(db, part, null), 0),
    overdue: parts.reduce((sum, part) => sum + countWaiting(db, part, query.nowMs), 0),
    reviewers: query.reviewers ? readReviewers(db, parts) : null,
    notCounted: countMissing(db),
  };
}

function countDay(db: Db, day: string, part: Part): DayFigures {
  const count = (sql: string, outcome?: FigureOutcome): number =>
    prepared(db, sql)
      .pluck()
      .get({ ...part, ...(outcome && { outcome }) }) as number;
  return {
    day,
    kind: part.kind,
    received: count(COUNT_RECEIVED),
    completed: count(COUNT_DECIDED, 'completed'),
    failed: count(COUNT_DECIDED, 'failed'),
  };
}

const OF_PART = 'livemode = @livemode AND kind = @kind';
const ENDED = `${OF_PART} AND outcome = @outcome AND ended_at >= @fromMs AND ended_at < @untilMs`;
const COUNT_RECEIVED = `SELECT count(*) FROM figures WHERE ${OF_PART} AND created_at >= @fromMs AND created_at < @untilMs`;
const COUNT_DECIDED = `SELECT count(*) FROM figures WHERE ${ENDED}`;

/** Returns the time of each decision. One number for each row is the fastest to read: its last bit says whether a person decided. */
function readTimes(db: Db, part: Part, outcome: FigureOutcome): { automatic: Float64Array; reviewed: Float64Array } {
  const select = prepared(db, `SELECT max(0, ended_at - created_at) * 2 + reviewed FROM figures WHERE ${ENDED}`);
  const all = select.pluck().all({ ...part, outcome }) as number[];
  const pick = (bit: number): Float64Array =>
    Float64Array.from(all.filter((time) => time % 2 === bit)).map((time) => Math.floor(time / 2));
  return { automatic: pick(0), reviewed: pick(1) };
}

/** The median and the 95th percentile by the nearest rank. */
function timesOf(parts: readonly Float64Array[]): TimeFigures {
  const all = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  all.sort();
  const ranked = (share: number): number | null => all[Math.ceil(share * all.length) - 1] ?? null;
  return { count: all.length, medianMs: ranked(0.5), p95Ms: ranked(0.95) };
}

const IN_PERIOD = 'ended_at >= @fromMs AND ended_at < @untilMs';
const SELECT_REASONS = `
  SELECT outcome, 'automatic' AS by, reasons AS codes, count(*) AS n FROM figures
    WHERE ${OF_PART} AND reasons IS NOT NULL AND ${IN_PERIOD} GROUP BY outcome, reasons
  UNION ALL
  SELECT outcome, 'reviewer', review_reason, count(*) FROM figures
    WHERE ${OF_PART} AND review_reason IS NOT NULL AND ${IN_PERIOD} GROUP BY outcome, review_reason
  UNION ALL
  SELECT detail, CASE what WHEN 'reason' THEN 'automatic' ELSE 'reviewer' END, code, sum(n) FROM erased_figures
    WHERE ${OF_PART} AND what IN ('reason', 'review_reason') AND day_at >= @fromMs AND day_at < @untilMs GROUP BY what, code, detail`;

/** Records have few distinct lists of reasons, so the database groups by the whole list. */
function readReasons(db: Db, part: Part): ReasonFigures[] {
  const rows = prepared(db, SELECT_REASONS).all(part) as (Pick<ReasonFigures, 'outcome' | 'by'> & {
    codes: string;
    n: number;
  })[];
  const found = new Map<string, ReasonFigures>();
  for (const { outcome, by, codes, n } of rows) {
    for (const code of codes.split(' ')) {
      const key = `${outcome} ${by} ${code}`;
      const known = found.get(key) ?? { kind: part.kind, outcome, by, code, count: 0 };
      found.set(key, { ...known, count: known.count + n });
    }
  }
  return [...found.values()];
}

function byCount(a: ReasonFigures, b: ReasonFigures): number {
  return (
    b.count - a.count ||
    compareTexts(`${a.kind} ${a.by} ${a.outcome} ${a.code}`, `${b.kind} ${b.by} ${b.outcome} ${b.code}`)
  );
}

const SELECT_HITS = `
  SELECT list, state, first, changed, count(*) AS n FROM figure_hits
    WHERE ${OF_PART} AND found_at >= @fromMs AND found_at < @untilMs GROUP BY list, state, first, changed`;
const SELECT_ERASED_HITS = `
  SELECT code AS list, detail, sum(n) AS n FROM erased_figures
    WHERE ${OF_PART} AND what = 'hit' AND day_at >= @fromMs AND day_at < @untilMs GROUP BY code, detail`;
const SELECT_CHANGED = `
  SELECT changed AS what, count(*) AS n FROM figures WHERE ${OF_PART} AND changed IS NOT NULL AND ${IN_PERIOD} GROUP BY changed
  UNION ALL
  SELECT code, sum(n) FROM erased_figures WHERE ${OF_PART} AND what = 'changed' AND day_at >= @fromMs AND day_at < @untilMs GROUP BY code`;

const BY_STATE = {
  undecided: 'undecided',
  set_aside: 'setAside',
  confirmed: 'confirmed',
  dismissed: 'dismissed',
  false_hit: 'falseHits',
} as const;

interface HitRow {
  list: string;
  state: keyof typeof BY_STATE;
  first: number;
  changed: number;
  n: number;
}

function readHits(db: Db, parts: readonly Part[]): Pick<Figures, 'lists' | 'changed'> {
  const lists = new Map<string, ListFigures>();
  const rows = parts.flatMap((part) => [
    ...(prepared(db, SELECT_HITS).all(part) as HitRow[]),
    ...(prepared(db, SELECT_ERASED_HITS).all(part) as { list: string; detail: string; n: number }[]).map(
      ({ list, detail, n }): HitRow => {
        const [state, first, changed] = detail.split(' ');
        return { list, state: state as HitRow['state'], first: Number(first), changed: Number(changed), n };
      },
    ),
  ]);
  for (const { list, state, first, changed, n } of rows) {
    const figures = lists.get(list) ?? noHits(db, list);
    figures.hits += n;
    figures[BY_STATE[state]] += n;
    figures.verifications += first * n;
    figures.changed += changed * n;
    lists.set(list, figures);
  }
  const changed = { automatic: 0, review: 0, hits: 0 };
  for (const part of parts) {
    for (const { what, n } of prepared(db, SELECT_CHANGED).all(part) as { what: 'automatic' | 'review'; n: number }[]) {
      changed[what] += n;
    }
  }
  changed.hits = [...lists.values()].reduce((sum, list) => sum + list.changed, 0);
  return { lists: [...lists.values()].sort((a, b) => b.hits - a.hits || compareTexts(a.code, b.code)), changed };
}

function noHits(db: Db, code: string): ListFigures {
  const name = prepared(db, 'SELECT name FROM watchlists WHERE code = ?').pluck().get(code) as string | undefined;
  const none = { hits: 0, undecided: 0, setAside: 0, confirmed: 0, dismissed: 0, falseHits: 0, changed: 0 };
  return { code, name: name ?? null, verifications: 0, ...none };
}

/** `dueByMs`: only those whose deadline was this time or earlier. */
function countWaiting(db: Db, { livemode, kind }: Part, dueByMs: number | null): number {
  const which =
    dueByMs === null
      ? "erasure = 'none' AND status = 'needs_review'"
      : 'due_at_ms IS NOT NULL AND due_at_ms <= @dueByMs';
  const sql = `SELECT count(*) FROM verifications WHERE kind = @kind AND livemode = @livemode AND ${which}`;
  return prepared(db, sql)
    .pluck()
    .get({ kind, livemode, ...(dueByMs !== null && { dueByMs }) }) as number;
}

const ACTS = {
  approve: 'approved',
  reject: 'rejected',
  confirmed: 'hitsConfirmed',
  dismissed: 'hitsDismissed',
} as const;
const DECIDED_IN_PERIOD = `f.livemode = @livemode AND f.kind = @kind AND d.decided_at >= @fromMs AND d.decided_at < @untilMs`;
// A cross join keeps the order: there are far fewer decisions of people than verifications.
const SELECT_REVIEWERS = `
  SELECT d.decided_by AS actor, d.decision AS act, count(*) AS n FROM reviews d
    CROSS JOIN figures f ON f.verification_id = d.verification_id WHERE d.state = 'decided' AND ${DECIDED_IN_PERIOD} GROUP BY 1, 2
  UNION ALL
  SELECT d.decided_by, d.decision, count(*) FROM hit_decisions d
    CROSS JOIN figures f ON f.verification_id = d.verification_id WHERE ${DECIDED_IN_PERIOD} GROUP BY 1, 2
  UNION ALL
  SELECT code, detail, sum(n) FROM erased_figures
    WHERE ${OF_PART} AND what = 'reviewer' AND day_at >= @fromMs AND day_at < @untilMs GROUP BY 1, 2`;

function readReviewers(db: Db, parts: readonly Part[]): ReviewerFigures[] {
  const found = new Map<string, ReviewerFigures>();
  for (const part of parts) {
    for (const row of prepared(db, SELECT_REVIEWERS).all(part) as {
      actor: string;
      act: keyof typeof ACTS;
      n: number;
    }[]) {
      const { actor, act, n } = row;
      const none = { actor, approved: 0, rejected: 0, hitsConfirmed: 0, hitsDismissed: 0 };
      const known = found.get(actor) ?? none;
      known[ACTS[act]] += n;
      found.set(actor, known);
    }
  }
  const acts = (one: ReviewerFigures): number => one.approved + one.rejected + one.hitsConfirmed + one.hitsDismissed;
  return [...found.values()].sort((a, b) => acts(b) - acts(a) || compareTexts(a.actor, b.actor));
}

function countMissing(db: Db): number {
  const untilSeq = prepared(db, 'SELECT until_seq FROM figures_missing').pluck().get() as number | undefined;
  return untilSeq === undefined
    ? 0
    : untilSeq - ((prepared(db, 'SELECT min(seq) FROM verifications').pluck().get() as number) ?? 0) + 1;
}
