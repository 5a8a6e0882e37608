import { describe, expect, test } from 'vitest';
import { scoreAddress } from '../../../../server/checks/kyb/registry-address.ts';
import { SIMILARITY } from '../../../../server/pipeline/kyb/similarity.ts';

const score = (submitted: { line1?: string; city?: string; postal_code?: string }, text: string) =>
  scoreAddress(
    { country: 'FR', ...submitted },
    { text, city: null, postalCode: null, country: null },
    SIMILARITY.words,
  );

describe('addresses', () => {
  test.each([
    [{ line1: "12 r. de l'Église", city: 'Paris', postal_code: '75001' }, '12 RUE DE L EGLISE 75001 PARIS'],
    [{ line1: '12 bd. Saint-Michel', city: 'Paris' }, '12 BOULEVARD ST MICHEL, PARIS'],
    [{ line1: 'Hauptstr. 5', city: 'Köln', postal_code: '50667' }, 'Hauptstraße 5, 50667 Köln'],
    [
      { line1: 'Flat 2, 10 Downing St', city: 'London', postal_code: 'sw1a2aa' },
      'FLAT 2, 10 DOWNING STREET, LONDON, SW1A 2AA',
    ],
    [{ line1: 'ul. Lenina, 5', city: 'Moskva', postal_code: '101000' }, '101000, Москва, улица Ленина, дом 5'],
    [{ line1: 'Avda. de América 3', city: 'Madrid' }, 'AVENIDA AMERICA 3, MADRID'],
  ])('%o is all of %s', (submitted, registered) => expect(score(submitted, registered)?.score).toBe(1));

  test('share of the words, each once, and which of place and postal code agree', () => {
    const submitted = { line1: '1 Quay Street, Quay', city: 'Hull', postal_code: 'HU1 2AB' };
    expect(score(submitted, '1 Orchard Street, Leeds, HU1 2AB')).toEqual({
      score: 3 / 5,
      samePostalCode: true,
      sameCity: false,
    });
    expect(score({ line1: '1' }, '11 Quay Street')?.score).toBe(0);
  });

  test('nothing is said where either is empty', () => {
    expect(score({}, '1 Quay Street')).toBe(null);
    expect(score({ line1: '1 Quay Street' }, '')).toBe(null);
    expect(scoreAddress({ country: 'GB', line1: '1 Quay Street' }, null, SIMILARITY.words)).toBe(null);
  });

  test('a word that every object inherits is a word', () => {
    expect(score({ line1: '1 constructor' }, '1 constructor')?.score).toBe(1);
  });
});
