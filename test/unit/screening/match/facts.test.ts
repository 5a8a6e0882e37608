import { describe, expect, test } from 'vitest';
import {
  ADDRESS_EFFECT,
  BIRTH_EFFECT,
  COUNTRY_EFFECT,
  GENDER_EFFECT,
  IDENTIFIER_FLOOR,
} from '../../../../server/screening/match/effects.ts';
import {
  compareAddresses,
  compareFacts,
  type EntryFacts,
  factsConfirm,
  nameScoreMin,
  scoreMax,
} from '../../../../server/screening/match/facts.ts';
import { lookupForms } from '../../../../server/screening/match/identifier.ts';
import type { SearchQuery } from '../../../../server/screening/match/query.ts';
import { scoreMatch } from '../../../../server/screening/match/score.ts';
import { newEntry } from '../../../../server/screening/types.ts';

const ENTRY: EntryFacts = {
  ...newEntry('1', 'person', 'Zdravko Quillonez'),
  birthDates: ['1968-04-12'],
  genders: ['male'],
  nationalities: ['BG'],
  countries: ['BG', 'MT'],
  identifiers: [{ kind: 'passport', value: 'UTO7714902' }],
  addresses: [{ text: '12 Quay Road, 1000 Sofia' }],
};

const facts = (query: Omit<SearchQuery, 'name'>, entry: Partial<EntryFacts> = {}) =>
  compareFacts({ name: 'Zdravko Quillonez', ...query }, { ...ENTRY, ...entry }).map((fact) => [fact.name, fact.effect]);

describe('each fact has its stated effect', () => {
  test.each<[string, Omit<SearchQuery, 'name'>, string, number]>([
    ['the same birth date', { birthDate: '1968-04-12' }, 'birth_date', BIRTH_EFFECT.exact],
    ['another birth date', { birthDate: '1990-01-01' }, 'birth_date', BIRTH_EFFECT.contradicts],
    ['the same gender', { gender: 'male' }, 'gender', GENDER_EFFECT.agrees],
    ['another gender', { gender: 'female' }, 'gender', GENDER_EFFECT.contradicts],
    ['one country in common', { countries: ['FR', 'MT'] }, 'country', COUNTRY_EFFECT.agrees],
    ['no country in common', { countries: ['FR'] }, 'country', COUNTRY_EFFECT.contradicts],
    ['the same address', { address: 'Quay Rd 12, Sofia 1000' }, 'address', ADDRESS_EFFECT.agrees],
    ['another address in that city', { address: 'Vitosha 3, 1000 Sofia' }, 'address', ADDRESS_EFFECT.partly],
    ['another address', { address: 'Rue de la Paix 3, Paris' }, 'address', ADDRESS_EFFECT.differs],
  ])('%s', (_, query, name, effect) => {
    expect(facts(query)).toEqual([[name, effect]]);
  });

  test('an equal number has a floor beside it, in any writing', () => {
    const [fact] = compareFacts({ name: '', identifiers: [{ value: 'uto 771-4902' }] }, ENTRY);
    expect(fact).toMatchObject({ name: 'identifier', candidate: 'passport UTO7714902', floor: IDENTIFIER_FLOOR.equal });
    expect(compareFacts({ name: '', identifiers: [{ value: 'UTO7714903' }] }, ENTRY)).toEqual([]);
  });

  test('a number whose check digits are right has a higher floor', () => {
    const lei = { kind: 'lei', value: '529900T8BM49AURSDO55' };
    const entry = { ...ENTRY, identifiers: [{ kind: 'registration_number', value: lei.value }, lei] };
    const [fact] = compareFacts({ name: '', identifiers: [lei] }, entry);
    expect(fact).toMatchObject({ candidate: `lei ${lei.value}`, floor: IDENTIFIER_FLOOR.proven });
  });

  test('a number of another kind or country is another number', () => {
    const differs = (identifier: { kind?: string; country?: string }): boolean =>
      compareFacts({ name: '', identifiers: [{ value: 'UTO7714902', ...identifier }] }, ENTRY).length === 0;
    expect([differs({ kind: 'passport' }), differs({ kind: 'national_id' }), differs({ kind: 'imo' })]).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('a number is looked for with and without what one writes and another does not', () => {
    expect(lookupForms('fr 00-12345').slice(0, 3)).toEqual(['FR0012345', '0012345', '12345']);
    expect(lookupForms('12345678')).toContain('00000012345678');
    expect(lookupForms('12345678')).not.toContain('000000012345678');
    expect(lookupForms('0403170701', 'BE')).toContain('BE0403170701');
    expect(lookupForms('UTO7714902', 'BG')).toEqual(['UTO7714902']);
    expect(lookupForms('a-1')).toEqual([]);
  });

  test('what one side does not know says nothing', () => {
    const bare = { birthDates: [], genders: [], nationalities: [], countries: [], identifiers: [], addresses: [] };
    const query = { birthDate: '1968-04-12', gender: 'male', countries: ['BG'], address: 'Sofia 1000 Quay' } as const;
    expect(facts(query, bare)).toEqual([]);
    expect(facts({})).toEqual([]);
  });

  test('the highest score that a query can make of a name is what its facts make of it, and the lowest name is that which reaches it', () => {
    const query = { name: '', birthDate: '1968', countries: ['BG'], address: 'Quay 12, 1000 Sofia' };
    const name = { score: 0.6, pairs: [] };
    const { score } = scoreMatch(name, { quality: 1, script: 1 }, compareFacts(query, ENTRY));
    expect(scoreMax(query, name.score)).toBeCloseTo(score, 4);
    expect(nameScoreMin(query, scoreMax(query, name.score))).toBeCloseTo(name.score);
    expect([scoreMax({ name: 'Zdravko' }, 0.6), nameScoreMin({ name: 'Zdravko' }, 0.6)]).toEqual([0.6, 0.6]);
  });
});

describe('addresses', () => {
  test.each([
    ['the words of the shorter one count', 'Quay 12, Sofia', '12 Quay Road, 3rd floor, 1000 Sofia, Bulgaria', 'agrees'],
    ['words that all addresses have do not', 'No 5, the street, building', '5 street, building of the city', 'differs'],
    ['a city alone is no address', 'Sofia', '12 Quay Road, 1000 Sofia', 'differs'],
    ['in Cyrillic letters', 'улица Шипка 12, София', 'Ulitsa Shipka 12, Sofia', 'agrees'],
  ])('%s', (_, asked, listed, agreement) => {
    expect(compareAddresses(asked, ['elsewhere 99', listed])).toMatchObject({ agreement, address: listed });
  });

  test('an address without a word is none', () => {
    expect(compareAddresses('- -', ['12 Quay Road'])).toBeNull();
    expect(compareAddresses('12 Quay Road', [])).toBeNull();
  });
});

test('only an equal number or whole birth date confirms, and the latter not against a gender', () => {
  const confirms = (query: Omit<SearchQuery, 'name'>): boolean =>
    factsConfirm(compareFacts({ name: 'Zdravko', ...query }, ENTRY));
  const number = [{ value: 'UTO7714902' }];
  expect(confirms({ birthDate: '1968-04-12' })).toBe(true);
  expect(confirms({ identifiers: number })).toBe(true);
  expect(confirms({ identifiers: number, countries: ['FR'] })).toBe(true);
  expect(confirms({ birthDate: '1968-12-04', gender: 'male', countries: ['BG'] })).toBe(false);
  expect(confirms({ identifiers: number, birthDate: '1990-01-01' })).toBe(true);
  expect(confirms({ birthDate: '1968-04-12', gender: 'female' })).toBe(false);
  for (const birthDate of ['1968-04', '1968', '1967/1969', '1968-04-11/1968-04-12'])
    expect(confirms({ birthDate, gender: 'male', countries: ['BG'] })).toBe(false);
});
