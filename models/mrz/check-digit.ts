const WEIGHTS = [7, 3, 1] as const;

/**
 * The check digit of ICAO Doc 9303 part 3, 4.9: digits count as themselves, A-Z as 10-35, the filler as 0; weighted
 * 7, 3, 1, 7, ... and summed modulo 10. `text` holds A-Z, 0-9 and `<` only.
 */
export function checkDigit(text: string): string {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum += numberOf(text.charAt(i)) * (WEIGHTS[i % 3] ?? 0);
  return String(sum % 10);
}

function numberOf(character: string): number {
  return character === '<' ? 0 : Number.parseInt(character, 36);
}
