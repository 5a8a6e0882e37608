import { describe, expect, it } from 'vitest';
import { luhn, mod11Radix2, mod97Radix10 } from '../../../../server/lib/identifiers/checksum.ts';
import { validateIdentifier } from '../../../../server/lib/identifiers/validate.ts';
import { seededRandom, testSeed } from '../../../support/random.ts';
import { PUBLISHED } from './examples.ts';

const SEED = testSeed();

/** Random whole numbers from 0 up to `below`. */
function randomBy(seed: number): (below: number) => number {
  const random = seededRandom(seed);
  return (below) => Math.floor(random() * below);
}

/** Every text that differs from `text` in one digit. */
function oneDigitOff(text: string): string[] {
  return [...text].flatMap((character, place) =>
    /\d/.test(character)
      ? [...'0123456789']
          .filter((digit) => digit !== character)
          .map((digit) => text.slice(0, place) + digit + text.slice(place + 1))
      : [],
  );
}

/** Kinds whose scheme detects every wrong digit. Schemes modulo 11 that write 10 as 0, and weights that share a factor with 10, do not. */
const FINDS_ALL = 'lei iban isni npi us.rtn gb.nhs sedol cusip figi isin es.nif hr.oib bitcoin fr.siren'.split(' ');

describe('a single wrong digit', () => {
  it.each(FINDS_ALL)('is found in published numbers of %s', (kind) => {
    const numbers = PUBLISHED[kind] ?? [];
    expect(numbers.length).toBeGreaterThan(0);
    for (const number of numbers) {
      const wrong = oneDigitOff(number);
      expect(
        wrong.filter((text) => validateIdentifier(kind, text)),
        number,
      ).toEqual([]);
    }
  });

  const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  it.each([
    ['Luhn', luhn, '0123456789', ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']],
    ['MOD 11-2', mod11Radix2, '0123456789', [...'0123456789X']],
    ['MOD 97-10', mod97Radix10, LETTERS, Array.from({ length: 97 }, (_, n) => String(n + 2).padStart(2, '0'))],
  ] as const)(
    `is found by %s in random numbers, of which one completion alone is right (CUSTOS_TEST_SEED=${SEED})`,
    (_, check, alphabet, endings) => {
      const random = randomBy(SEED);
      for (let round = 0; round < 200; round++) {
        const body = Array.from({ length: 3 + random(17) }, () => alphabet[random(alphabet.length)]).join('');
        const right = endings.filter((ending) => check(body + ending));
        expect(right, body).toHaveLength(1);
        expect(
          oneDigitOff(body + right[0]).filter((text) => check(text)),
          body + right[0],
        ).toEqual([]);
      }
    },
  );

  it(`never makes any kind throw, whatever the text (CUSTOS_TEST_SEED=${SEED})`, () => {
    const random = randomBy(SEED);
    const kinds = [...Object.keys(PUBLISHED), 'mx.rfc', 'sn.ninea'];
    const characters = [...'0123456789ABCXYZñ-/. 　٣é*'];
    for (let round = 0; round < 2_000; round++) {
      const text = Array.from({ length: random(30) }, () => characters[random(characters.length)]).join('');
      const kind = kinds[random(kinds.length)] ?? 'imo';
      expect(typeof validateIdentifier(kind, text), `${kind} ${text}`).toBe('boolean');
    }
  });
});
