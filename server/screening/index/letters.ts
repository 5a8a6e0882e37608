/** Classes of letters: a to z, and the ten digits folded into five. The last of the 32 stays empty. */
export const LETTER_CLASSES = 32;
const DIGIT_CLASSES = 5;
const [LETTER_A, DIGIT_0] = [97, 48];

/** Returns the class, 0..30, of a character of [a-z0-9] by its code. */
export function letterClass(code: number): number {
  return code >= LETTER_A ? code - LETTER_A : 26 + ((code - DIGIT_0) % DIGIT_CLASSES);
}

/** Which classes of letters a word has, one bit each: at least once, and at least twice. */
export interface LetterSignature {
  once: number;
  twice: number;
  /** The number of letters beyond the second of their class. */
  excess: number;
}

/** Words are compared by this many first letters, as `jaroWinkler` compares them. */
export const COMPARED_CHARS_MAX = 32;

/**
 * Returns the signature of a word of [a-z0-9]. Two words have at most `bits(a.once & b.once) + bits(a.twice & b.twice) +
 * min(a.excess, b.excess)` letters in common, whatever their order.
 */
export function signLetters(text: string): LetterSignature {
  let [once, twice, excess] = [0, 0, 0];
  for (let at = 0; at < Math.min(text.length, COMPARED_CHARS_MAX); at++) {
    const bit = 1 << letterClass(text.charCodeAt(at));
    if ((once & bit) === 0) once |= bit;
    else if ((twice & bit) === 0) twice |= bit;
    else excess += 1;
  }
  return { once, twice, excess };
}
