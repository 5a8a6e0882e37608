import { seededRandom } from '../../../support/random.ts';

/** Invented words of few letters, so that many are similar. */
export function makeWords(count: number, seed: number, charsMax = 12): string[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + Math.floor(random() * charsMax) }, () =>
      'aeioulmnrst7'.charAt(Math.floor(random() * 12)),
    ).join(''),
  );
}
