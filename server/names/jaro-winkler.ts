/** Only this many letters of a word are compared: one 32-bit mask holds them. */
const CHARS_MAX = 32;
const PREFIX_MAX = 4;
const PREFIX_SCALE = 0.1;

/** For each character its positions in the second word. */
const places = new Int32Array(128);

/**
 * Returns the Jaro-Winkler similarity of two ASCII words, 0..1 (Winkler 1990: prefix scale 0.1, four letters at most, whatever
 * the Jaro similarity). Words are compared by their first 32 letters. Bit-parallel: one mask each finds the letters of `b` within
 * the window, so that no loop runs inside the loop.
 */
export function jaroWinkler(a: string, b: string): number {
  const lengthA = Math.min(a.length, CHARS_MAX);
  const lengthB = Math.min(b.length, CHARS_MAX);
  if (lengthA === 0 || lengthB === 0) return lengthA === lengthB ? 1 : 0;
  const jaro = jaroOf(a, lengthA, b, lengthB);
  const prefixMax = Math.min(PREFIX_MAX, lengthA, lengthB);
  let prefix = 0;
  while (prefix < prefixMax && a.charCodeAt(prefix) === b.charCodeAt(prefix)) prefix += 1;
  return jaro + prefix * PREFIX_SCALE * (1 - jaro);
}

function jaroOf(a: string, lengthA: number, b: string, lengthB: number): number {
  for (let j = 0; j < lengthB; j++) {
    const code = b.charCodeAt(j) & 127;
    places[code] = (places[code] as number) | (1 << j);
  }
  const reach = Math.max(0, (Math.max(lengthA, lengthB) >> 1) - 1);
  let matchedA = 0;
  let matchedB = 0;
  for (let i = 0; i < lengthA; i++) {
    const found = (places[a.charCodeAt(i) & 127] as number) & window(i, reach) & ~matchedB;
    if (found === 0) continue;
    matchedA |= 1 << i;
    matchedB |= found & -found;
  }
  for (let j = 0; j < lengthB; j++) places[b.charCodeAt(j) & 127] = 0;
  const matches = countBits(matchedA);
  if (matches === 0) return 0;
  const swapped = countDiffering(a, matchedA, b, matchedB) >> 1;
  return (matches / lengthA + matches / lengthB + (matches - swapped) / matches) / 3;
}

/** Returns the bits from `i - reach` to `i + reach`. */
function window(i: number, reach: number): number {
  const from = Math.max(0, i - reach);
  const upTo = i + reach;
  const below = upTo >= 31 ? -1 : (1 << (upTo + 1)) - 1;
  return below & (-1 << from);
}

/** Returns how many of the matched letters, taken in order on both sides, differ. */
function countDiffering(a: string, matchedA: number, b: string, matchedB: number): number {
  let differing = 0;
  let restA = matchedA;
  let restB = matchedB;
  while (restA !== 0) {
    const lowA = restA & -restA;
    const lowB = restB & -restB;
    if (a.charCodeAt(31 - Math.clz32(lowA)) !== b.charCodeAt(31 - Math.clz32(lowB))) differing += 1;
    restA ^= lowA;
    restB ^= lowB;
  }
  return differing;
}

/** Returns the number of set bits of a 32-bit number (Hacker's Delight, figure 5-2). */
function countBits(value: number): number {
  let bits = value - ((value >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
