const WEIGHTS = [7, 3, 1] as const;
const NINE = '9'.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);
const FILLER = '<'.charCodeAt(0);
/** The value of the letter A. */
const LETTER_FIRST = 10;
const A = 'A'.charCodeAt(0);

/**
 * Returns the check digit of ICAO Doc 9303 part 3, 4.9: digits have their own value, A-Z 10-35, the filler 0; weighted
 * 7, 3, 1, 7, ... and summed modulo 10. `text` holds only A-Z, 0-9 and `<`.
 */
export function checkDigit(text: string): string {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum += numberOf(text.charCodeAt(i)) * (WEIGHTS[i % 3] as number);
  return String(sum % 10);
}

function numberOf(code: number): number {
  if (code === FILLER) return 0;
  return code <= NINE ? code - ZERO : code - A + LETTER_FIRST;
}
