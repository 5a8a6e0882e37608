export type FigureKind = 'kyc' | 'kyb';
export type FigureOutcome = 'completed' | 'failed';

/** Which figures are wanted. */
export interface FiguresQuery {
  /** The first and the last day, both included, YYYY-MM-DD. */
  from: string;
  to: string;
  /** The time zone of these days (IANA). */
  zone: string;
  livemode: boolean;
  kinds: readonly FigureKind[];
  /** Whether to count by reviewer. */
  reviewers: boolean;
  nowMs: number;
}

export interface DayFigures {
  day: string;
  kind: FigureKind;
  /** Verifications created on this day. */
  received: number;
  /** Verifications that ended on this day, by outcome. */
  completed: number;
  failed: number;
}

export interface ReasonFigures {
  kind: FigureKind;
  outcome: FigureOutcome;
  /** Whose reason: the automatic decision's or a reviewer's. */
  by: 'automatic' | 'reviewer';
  code: string;
  /** Verifications with this reason. */
  count: number;
}

export interface ListFigures {
  code: string;
  /** null: the list was removed. */
  name: string | null;
  /** Verifications whose first hit on this list was found in the period. */
  verifications: number;
  /** Hits found in the period, and how they are decided until now. */
  hits: number;
  undecided: number;
  /** Ruled out by the policy or by an earlier dismissal. */
  setAside: number;
  confirmed: number;
  /** Dismissed for another reason than that the entry is about somebody else. */
  dismissed: number;
  /** Dismissed because the entry is about somebody else. */
  falseHits: number;
  /** Confirmed and later dismissed, or the other way round. */
  changed: number;
}

/** Times from the creation to the final decision. */
export interface TimeFigures {
  count: number;
  /** null: there is none. */
  medianMs: number | null;
  p95Ms: number | null;
}

export interface ReviewerFigures {
  /** A key id or an operator id. */
  actor: string;
  approved: number;
  rejected: number;
  hitsConfirmed: number;
  hitsDismissed: number;
}

/** How many verifications were decided: without a person, and by a reviewer. */
export interface DecidedFigures {
  automatic: number;
  reviewed: number;
}

export interface Figures {
  received: number;
  completed: DecidedFigures;
  failed: DecidedFigures;
  /** Each day of the period, with each kind. */
  days: DayFigures[];
  automaticTime: TimeFigures;
  reviewedTime: TimeFigures;
  /** The most frequent first. */
  reasons: ReasonFigures[];
  lists: ListFigures[];
  /** Decisions that were changed later: of verifications that ended in the period, and about hits found in it. */
  changed: { automatic: number; review: number; hits: number };
  /** Verifications that wait for a review now, whenever they were created. */
  waiting: number;
  /** Those of them that have waited longer than their deadline. */
  overdue: number;
  /** null: they were not asked for. The most active first. */
  reviewers: ReviewerFigures[] | null;
  /** Older verifications that the appliance has not counted yet. */
  notCounted: number;
}
