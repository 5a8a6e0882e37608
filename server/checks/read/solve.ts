import { type Candidate, type PrintedFields, recognitionOf, UNSURE } from './candidates.ts';
import { fold } from './fold.ts';
import { boxAround } from './segments.ts';
import type { Values } from './values.ts';

/** Of what was read less surely, one value of six is right (measured on public specimens): it is unknown. */
const CONFIDENCE_MIN = 0.5;
/** A fit below this, or a rival of another value that scores so near to the best, makes a value unsure. */
const SURE_FIT_MIN = 0.85;
const RIVAL_SHARE = 0.93;

/** Of an unsure place most are made of the wrong lines (measured on public specimens): it is unknown. */
const KNOWN_SURELY_OR_NOT: readonly (keyof Values)[] = ['address', 'place_of_birth'];

interface Scored extends Candidate {
  recognition: number;
  score: number;
}

/**
 * The best reading of each field: that whose fit and words together are surest. Its confidence is that of its words, held down where
 * its place alone vouches for it, or another reading of the field is nearly as good.
 */
export function solve(candidates: readonly Candidate[]): PrintedFields {
  const scored = candidates.flatMap((candidate): Scored[] => {
    const recognition = recognitionOf(candidate);
    return recognition < CONFIDENCE_MIN ? [] : [{ ...candidate, recognition, score: recognition * candidate.fit }];
  });
  const ordered = withoutDisorder(scored);
  const fields: PrintedFields = {};
  for (const [field, some] of Map.groupBy(ordered, (candidate) => candidate.field)) {
    const [best, ...others] = some.toSorted((a, b) => b.score - a.score);
    if (!best) continue;
    const rival = others.some(
      (other) => fold(other.value) !== fold(best.value) && other.score > RIVAL_SHARE * best.score,
    );
    const isSure = best.fit >= SURE_FIT_MIN && !rival;
    if (!isSure && KNOWN_SURELY_OR_NOT.includes(field)) continue;
    fields[field] = {
      value: best.value,
      confidence: isSure ? best.recognition : Math.min(best.recognition, UNSURE),
      source: 'print',
      box: boxAround(best.words.map(({ shown }) => shown)),
    };
  }
  return fields;
}

const TIMES: readonly (keyof Values)[] = ['date_of_birth', 'issue_date', 'expiry_date'];

/**
 * Birth, issue and expiry come in this order: a reading that nothing but its place vouches for, and that breaks it against a surer one of
 * another, is dropped. A labelled one stays: that a document was issued before its holder's birth is for the checks to tell.
 */
function withoutDisorder(scored: readonly Scored[]): Scored[] {
  const kept: Scored[] = [];
  for (const candidate of scored.toSorted((a, b) => b.score - a.score)) {
    const at = TIMES.indexOf(candidate.field);
    const breaks = kept.some((other) => {
      if (candidate.fit >= SURE_FIT_MIN) return false;
      const otherAt = TIMES.indexOf(other.field);
      if (at < 0 || otherAt < 0 || at === otherAt || isRival(kept, other)) return false;
      return at < otherAt ? candidate.value >= other.value : candidate.value <= other.value;
    });
    if (!breaks) kept.push(candidate);
  }
  return kept;
}

/** Whether a better reading of the same field is kept already. */
function isRival(kept: readonly Scored[], candidate: Scored): boolean {
  return kept.some((other) => other.field === candidate.field && other.score > candidate.score);
}
