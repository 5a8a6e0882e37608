import { LETTER_CLASSES, signLetters } from './letters.ts';

/** The number of words whose letters are counted in one step, one bit each. */
export const WORDS_PER_BLOCK = 32;
/** Numbers of a block: for each class of letters the words that have it, then those that have it twice. */
export const PLANES = 2 * LETTER_CLASSES;
/** A plane that is empty in every block, because no letter is of the last class. */
const EMPTY_PLANE = LETTER_CLASSES - 1;
/** Counts stop at 31: five bits. */
const COUNT_LIMIT = 32;

/**
 * Stores the letter signatures of up to 32 words in transposed form: `planes[block * PLANES + p]` has bit i if word i of the
 * block has the letter of plane p. This counts the letters that 32 words share with another one together.
 */
export function setLetters(planes: Uint32Array, block: number, bit: number, text: string): void {
  const { once, twice } = signLetters(text);
  for (let letter = 0; letter < LETTER_CLASSES; letter++) {
    if ((once >>> letter) & 1) addBit(planes, block * PLANES + letter, bit);
    if ((twice >>> letter) & 1) addBit(planes, block * PLANES + LETTER_CLASSES + letter, bit);
  }
}

function addBit(planes: Uint32Array, at: number, bit: number): void {
  planes[at] = (planes[at] ?? 0) | (1 << bit);
}

/** The planes to add up for a word, their number a multiple of four, and the letters that no plane shows. */
export interface PlaneList {
  planes: Uint8Array;
  excess: number;
}

export function listPlanes(text: string): PlaneList {
  const { once, twice, excess } = signLetters(text);
  const planes: number[] = [];
  for (let letter = 0; letter < LETTER_CLASSES; letter++) {
    if ((once >>> letter) & 1) planes.push(letter);
    if ((twice >>> letter) & 1) planes.push(LETTER_CLASSES + letter);
  }
  while (planes.length % 4 !== 0) planes.push(EMPTY_PLANE);
  return { planes: Uint8Array.from(planes), excess };
}

/**
 * Returns the words of a block, one bit each, that have at least `needed` (1..31) of the listed letters. Five numbers are the
 * bits of 32 counters, which start so that reaching `needed` overflows them. Full adders add four planes at a time.
 */
export function findSharing(data: Uint32Array, block: number, planes: Uint8Array, needed: number): number {
  const start = COUNT_LIMIT - needed;
  let ones = -(start & 1);
  let twos = -((start >> 1) & 1);
  let fours = -((start >> 2) & 1);
  let eights = -((start >> 3) & 1);
  let sixteens = -((start >> 4) & 1);
  let reached = 0;
  const base = block * PLANES;
  for (let i = 0; i < planes.length; i += 4) {
    const a = data[base + (planes[i] as number)] as number;
    const b = data[base + (planes[i + 1] as number)] as number;
    const c = data[base + (planes[i + 2] as number)] as number;
    const d = data[base + (planes[i + 3] as number)] as number;
    const ab = a ^ b;
    const carry1 = (a & b) | (ones & ab);
    ones ^= ab;
    const cd = c ^ d;
    const carry2 = (c & d) | (ones & cd);
    ones ^= cd;
    const both = carry1 ^ carry2;
    let carry = (carry1 & carry2) | (twos & both);
    twos ^= both;
    let next = fours & carry;
    fours ^= carry;
    carry = eights & next;
    eights ^= next;
    next = sixteens & carry;
    sixteens ^= carry;
    reached |= next;
  }
  return reached;
}
