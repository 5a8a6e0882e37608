/**
 * What each fact besides the name adds to the score of the name (0..1) or deducts from it. First comes the birth date, then what
 * else agrees is added, up to 1 in total. Then what contradicts is deducted, so that a contradiction lowers even a full score.
 * Last, an equal number lifts the score to its floor. The numbers are our own. With a contradicting birth date, an exact name
 * stays just at the shipped threshold of 0.85, for a reviewer, and a name that is only similar falls below it.
 */
/**
 * An agreeing birth date removes a share of what the name lacks to 1, so no date lifts a name that has little in common. A
 * contradiction deducts points, like other facts.
 */
export const BIRTH_EFFECT = {
  /** The same whole day. Dates that are known in part have less effect, by how much they narrow the birth date down: see `birth.ts`. */
  exact: 0.7,
  /** Day and month are swapped, as in American dates. */
  swapped: 0.5,
  /** Two whole days that differ in one digit. */
  digit: 0.2,
  /** One year off, or another day of the same year: lists are no more accurate than that. */
  near: 0,
  contradicts: -0.15,
} as const;

/**
 * What the name lacks is multiplied by this power of the share of a lifetime's days that two dates leave open: the same year
 * removes half of it. Set on listed people by a part of their names, and on people on no list.
 */
export const BIRTH_POWER = 0.17;

export const GENDER_EFFECT = { agrees: 0, contradicts: -0.1 } as const;

/** One country in common is enough to agree. People have several, so none in common deducts little. */
export const COUNTRY_EFFECT = { agrees: 0.02, contradicts: -0.03 } as const;

/** By the share of the shorter address's words that are in the other. People move, so nothing is deducted. */
export const ADDRESS_EFFECT = { agrees: 0.02, partly: 0.01, differs: 0 } as const;

export const IDENTIFIER_EFFECT = { equal: 0.1 } as const;
/** The same number is worth examining under any name, the more so if its check digits prove that it was not mistyped. */
export const IDENTIFIER_FLOOR = { equal: 0.9, proven: 0.95 } as const;

/**
 * Applies to a name in a kind of script, Latin or not, other than the query's, if the entry also has a name in the query's kind. Sounds that scripts
 * write differently agree by chance more often, and the other name finds the right entry. Set on 5,000 people on no list.
 */
export const OTHER_SCRIPT_FACTOR = 0.9;

/** A name that the publisher calls weak counts this share of its agreement: many people share `weak` aliases. */
export const WEAK_NAME_FACTOR = 0.9;
