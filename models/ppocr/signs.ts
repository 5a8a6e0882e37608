/** A character of a row, or the space between two words, as the recogniser saw it. */
export interface Sign {
  text: string;
  /** 0..1 */
  probability: number;
  /** The position of its middle along the row, in steps of the net. */
  at: number;
}

/**
 * Returns the characters of one row: the likeliest at each step; one that stays for several steps counts once (Graves
 * and others, "Connectionist temporal classification", 2006).
 *
 * @param chances of each code at each step: `steps * signs.length` numbers
 * @param signs by code; '' for no character
 */
export function decodeRow(chances: Float32Array, signs: readonly string[]): Sign[] {
  const codes = signs.length;
  const found: (Sign & { code: number; weight: number; last: number })[] = [];
  for (let step = 0; step * codes < chances.length; step++) {
    let code = 0;
    for (let i = 1; i < codes; i++)
      if ((chances[step * codes + i] as number) > (chances[step * codes + code] as number)) code = i;
    if (code === 0) continue;
    const chance = chances[step * codes + code] as number;
    const before = found.at(-1);
    if (before?.code === code && before.last === step - 1) {
      before.at = (before.at * before.weight + step * chance) / (before.weight + chance);
      before.weight += chance;
      before.probability = Math.max(before.probability, chance);
      before.last = step;
    } else found.push({ text: signs[code] as string, probability: chance, at: step, code, weight: chance, last: step });
  }
  return found.map(({ text, probability, at }) => ({ text, probability: Math.min(1, probability), at }));
}
