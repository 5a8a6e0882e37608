import { expect, test } from 'vitest';
import { EMPTY_FORM, queryOf, rowsOf } from '../../../renderer/pages/screening/query.ts';

type Hits = Parameters<typeof rowsOf>[0]['hits'];

const HIT = {
  id: 'hit_1',
  score: 0.912,
  strength: 'possible',
  matched_name: 'KILONEZ, Zdravko',
  entity: {
    id: 'ent_1',
    name: 'QUILLONEZ, Zdravko',
    type: 'person',
    topics: ['sanction', 'crime'],
    birth_dates: ['1968-04-12', '1969'],
    countries: ['BG', 'MT'],
    programs: ['TEST-A'],
  },
  ruled_out: { topics: ['pep'], whole: true, reasons: [], explanation: 'Left office in 2009, more than 10 years ago.' },
  list: { id: 'lst_1', code: 'clients', name: 'Our clients', version: '2026-08-01.0a1b2c3d' },
};

test('a search asks for what was filled in alone', () => {
  expect(queryOf(EMPTY_FORM)).toEqual({});
  expect(queryOf({ ...EMPTY_FORM, name: '  Zdravko Quillonez ' })).toEqual({ name: 'Zdravko Quillonez' });
});

test('every field of the form is asked as the appliance wants it', () => {
  const form = {
    name: 'Zdravko Quillonez',
    type: 'person',
    dob: '1968-04-12',
    country: ' bg',
    identifierKind: 'passport',
    identifier: ' UTO7714902 ',
    address: '1 Quay Street, Hull',
    threshold: '0,8',
  } as const;
  expect(queryOf(form)).toEqual({
    name: 'Zdravko Quillonez',
    type: 'person',
    dob: '1968-04-12',
    countries: ['BG'],
    identifiers: [{ kind: 'passport', value: 'UTO7714902' }],
    address: '1 Quay Street, Hull',
    threshold: 0.8,
  });
});

test.each(['1968', '1968-04', '1967/1969', ' 1967 / 1969 '])(
  'a birth date is asked for as far as it is known: %s',
  (dob) => {
    expect(queryOf({ ...EMPTY_FORM, name: 'A', dob })).toEqual({ name: 'A', dob: dob.replaceAll(' ', '') });
  },
);

test('a kind of number says nothing without the number', () => {
  expect(queryOf({ ...EMPTY_FORM, name: 'A', identifierKind: 'lei', identifier: ' ' })).toEqual({ name: 'A' });
});

test('hits are rows of as many cells as their head, several values in one', () => {
  const [head, row, ...others] = rowsOf({ hits: [HIT] as unknown as Hits });
  expect(others).toEqual([]);
  expect(Object.fromEntries((head ?? []).map((name, i) => [name, row?.[i]]))).toEqual({
    score: 0.912,
    strength: 'possible',
    matched_name: 'KILONEZ, Zdravko',
    entity: 'QUILLONEZ, Zdravko',
    type: 'person',
    topics: 'sanction; crime',
    birth_dates: '1968-04-12; 1969',
    countries: 'BG; MT',
    programs: 'TEST-A',
    list: 'clients',
    version: '2026-08-01.0a1b2c3d',
    entity_id: 'ent_1',
    ruled_out: 'Left office in 2009, more than 10 years ago.',
  });
  expect(row).toHaveLength(head?.length ?? 0);
});

test('without hits there is the head alone', () => {
  expect(rowsOf({ hits: [] })).toHaveLength(1);
});
