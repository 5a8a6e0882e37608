import type { PairRule } from '../names/pair-rules.ts';
import type { BirthAgreement } from './match/birth.ts';
import type { ListMedia, ListRole, OfficeLevel } from './types.ts';

/** One feature of a hit's score: what was compared, how well it agreed, and its weight. */
export interface HitFeature {
  name: string;
  query: string;
  candidate: string;
  /** For birth dates: what of them agrees, such as `year`. Absent: an older version made the hit. */
  agreement?: BirthAgreement;
  /** For two words of the names: why they count as the same. Absent: an older version made the hit. */
  rule?: PairRule;
  score: number;
  weight: number;
  /** Points of the hit's score. Those of all features add up to it. Absent: an older version made the hit. */
  contribution?: number;
}

export interface Hit {
  id: string;
  /** `confirmed`: the name with a birth date or an identifier. `possible`: it needs a review. */
  strength: 'confirmed' | 'possible';
  score: number;
  entity: {
    id: string;
    name: string;
    type: string;
    topics: string[];
    programs: string[];
    birth_dates: string[];
    countries: string[];
    /** Offices. Absent: the list has none, or an older version made the hit. */
    roles?: ListRole[];
    /** Media reports, newest first, at most `LIMITS.hitMediaMax` of the total count. Absent: the list has none, or an older version made the hit. */
    media?: ListMedia[];
    media_count?: number;
  };
  matched_name: string;
  /** The publisher's kind of that name. Absent here and below: an older version made the hit. */
  matched_name_kind?: 'primary' | 'alias' | 'former' | 'original_script';
  matched_name_quality?: 'strong' | 'weak';
  /** Of the name alone, 0..1. */
  name_score?: number;
  features: HitFeature[];
  list: { id: string; code: string; name: string; version: string };
  /** The score from which this entry is a hit, 0..1. */
  threshold?: number;
  /** The version of the name comparison. The same inputs and versions return the same hit. */
  algorithm_version?: number;
  /**
   * Why the policy does not count what the entry is listed for, at the time of the search. Absent: it counts everything, or an
   * older version searched.
   */
  ruled_out?: RuledOut;
  /** A reviewer dismissed this entry earlier as another person's, and nothing has changed since: the hit does not count. */
  dismissed?: HitDismissal;
}

export interface RuledOut {
  /** The topics for which the entry is listed and does not count. */
  topics: string[];
  /** No other topic counts: the hit is shown, and makes no finding. */
  whole: boolean;
  /** For the office that was left last, and for each level. */
  reasons: RuledOutReason[];
  /** The reasons as sentences. */
  explanation: string;
}

/** `until`: as on the list. `years`: of the policy. */
export type RuledOutReason =
  | { rule: 'office_left'; until: string; years: number }
  | { rule: 'office_level'; level: OfficeLevel };

/** Who dismissed a hit, when (ISO 8601), for which reason, and until when. */
export interface HitDismissal {
  by: string;
  at: string;
  reason: string;
  expires_at: string | null;
}

export interface SearchedList {
  id: string;
  code: string;
  name: string;
  version: string;
  /** YYYY-MM-DD: its publication, or else its import. */
  dated: string;
  age_days: number;
  stale: boolean;
  entries: number;
  /** The topics of its entries. Absent: an older version searched it. */
  topics?: string[];
}
