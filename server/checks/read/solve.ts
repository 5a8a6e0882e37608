import type { Box } from '../../../models/ports.ts';
import { type Candidate, type PrintedFields, recognitionOf, UNCERTAIN } from './candidates.ts';
import { fold } from './fold.ts';
import { boxAround } from './segments.ts';
import type { Values } from './values.ts';

/** With less confidence, only one value in six is correct (measured on public specimens), so the value is unknown. */
const CONFIDENCE_MIN = 0.5;
/** A lower fit, or another value that scores this close to the best, makes a value uncertain. */
const SURE_FIT_MIN = 0.85;
const RIVAL_SHARE = 0.93;

/** Most uncertain places consist of the wrong lines (measured on public specimens), so these values are unknown. */
const KNOWN_SURELY_OR_NOT: readonly (keyof Values)[] = ['address', 'place_of_birth'];
const PLACE_CONFIDENCE_MIN = 0.6;

/** A box this much higher than a text has one more line. */
const LINE_MORE = 1.5;

interface Scored extends Candidate {
  recognition: number;
  score: number;
}

/**
 * Returns the best reading of each field: the one with the highest fit and word confidence together. Its confidence is that of
 * its words. It is limited if only its place supports it, or if another reading of the field is nearly as good.
 */
export function solve(candidates: readonly Candidate[]): PrintedFields {
  const scored = candidates.flatMap((candidate): Scored[] => {
    const recognition = recognitionOf(candidate);
    return recognition < CONFIDENCE_MIN ? [] : [{ ...candidate, recognition, score: recognition * candidate.fit }];
  });
  const ordered = withoutDisorder(scored);
  const fields: PrintedFields = {};
  for (const [field, some] of Map.groupBy(ordered, (candidate) => candidate.field)) {
    const [first, ...rest] = some.toSorted((a, b) => b.score - a.score);
    if (!first) continue;
    // The other engine may read only the first line of an address.
    const isPartOf = (part: Scored, whole: Scored): boolean => field === 'address' && holdsLinesMore(whole, part);
    const best = rest.find((other) => isNearlyAsGood(other, first) && isPartOf(first, other)) ?? first;
    const others = some.filter((other) => other !== best);
    const rival = others.some(
      (other) => fold(other.value) !== fold(best.value) && isNearlyAsGood(other, best) && !isPartOf(other, best),
    );
    const isSure = best.fit >= SURE_FIT_MIN && !rival;
    const isPlaceUnsure = !isSure || best.recognition < PLACE_CONFIDENCE_MIN;
    if (isPlaceUnsure && KNOWN_SURELY_OR_NOT.includes(field)) continue;
    fields[field] = {
      value: best.value,
      confidence: isSure ? best.recognition : Math.min(best.recognition, UNCERTAIN),
      source: 'print',
      box: shownBox(best),
    };
  }
  return fields;
}

const isNearlyAsGood = (other: Scored, best: Scored): boolean => other.score > RIVAL_SHARE * best.score;

/** Whether one reading surrounds the other, within the height of its words, and has one more line. */
function holdsLinesMore(one: Candidate, other: Candidate): boolean {
  const [around, inside] = [shownBox(one), shownBox(other)];
  const height = Math.max(...other.words.map(({ shown }) => shown.height));
  return (
    inside.x > around.x - height &&
    inside.y > around.y - height &&
    inside.x + inside.width < around.x + around.width + height &&
    inside.y + inside.height < around.y + around.height + height &&
    around.height > LINE_MORE * inside.height
  );
}

const shownBox = ({ words }: Candidate): Box => boxAround(words.map(({ shown }) => shown));

const TIMES: readonly (keyof Values)[] = ['date_of_birth', 'issue_date', 'expiry_date'];

/**
 * Birth, issue and expiry are in this order. A reading that only its place supports is dropped if it breaks this order against a more certain one of
 * another field. A labelled one stays: the checks report a document that was issued before its holder's birth.
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

/** Whether a better reading of the same field is already kept. */
function isRival(kept: readonly Scored[], candidate: Scored): boolean {
  return kept.some((other) => other.field === candidate.field && other.score > candidate.score);
}
