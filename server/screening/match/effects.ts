/**
 * What each fact beside the name adds to the score of the name (0..1) or takes from it. First the birth date, then what else agrees is added, up to 1
 * in all; then what contradicts is taken away, so that a contradiction lowers even a full score; last, an equal number
 * lifts the score to its floor. The numbers are our own: with a birth date that contradicts, an exact name stays
 * just at the shipped threshold of 0.85, for a person to look at, and a name that is merely alike falls below it.
 */
/**
 * A birth date that agrees takes a share of what the name lacks to 1, so that no date makes a name that has little in common. A contradiction takes
 * points, as the other facts do.
 */
export const BIRTH_EFFECT = {
  /** The same whole day. Dates that are known in part take less, by how much they narrow the birth date down: see `birth.ts`. */
  exact: 0.7,
  /** Day and month stand in each other's place, as in dates of American writing. */
  swapped: 0.5,
  /** Two whole days that differ in one digit. */
  digit: 0.2,
  /** One year off, or another day of a year: lists are no surer than that. */
  near: 0,
  contradicts: -0.15,
} as const;

/**
 * What the name lacks is multiplied by this power of the share of a lifetime's days that two dates leave open: the same year takes half of it. Set on listed
 * people by a part of their names, and on people on no list.
 */
export const BIRTH_POWER = 0.17;

export const GENDER_EFFECT = { agrees: 0, contradicts: -0.1 } as const;

/** One country in common is enough to agree; people have several, so none in common takes little. */
export const COUNTRY_EFFECT = { agrees: 0.02, contradicts: -0.03 } as const;

/** By the share of the shorter address's words that stand in the other; people move, so nothing is taken away. */
export const ADDRESS_EFFECT = { agrees: 0.02, partly: 0.01, differs: 0 } as const;

export const IDENTIFIER_EFFECT = { equal: 0.1 } as const;
/** The same number is worth a look under any name, the more where its check digits prove that it was not mistyped. */
export const IDENTIFIER_FLOOR = { equal: 0.9, proven: 0.95 } as const;

/**
 * A name in another kind of script than the one that was asked for, Latin or not, where the entry has a name of that kind too:
 * sounds that scripts write otherwise agree by chance more often, and who is meant is found by the other name. Set on
 * 5,000 people on no list.
 */
export const OTHER_SCRIPT_FACTOR = 0.9;

/** A name that the publisher itself calls weak counts as much of what it agrees: `weak` aliases are shared by many. */
export const WEAK_NAME_FACTOR = 0.9;
