import { describe, expect, test } from 'vitest';
import type { DocumentReading, FieldName } from '../../server/checks/types.ts';
import { sampleCards, scoreCards } from '../eval/cards.ts';
import { cardTable } from '../eval/report.ts';
import { type CardTruth, type IdentityCard, identityCards } from '../support/specimens/cards/identity-cards.ts';

const TRUTH: CardTruth = {
  last_name: 'MÜLLER-GONÇALVES',
  first_name: 'Søren',
  date_of_birth: '1974-08-12',
  sex: 'F',
  nationality: 'FR',
  document_number: 'X4R0BPFB4',
};

const card = (id: string, truth: CardTruth = TRUTH): IdentityCard => ({
  ...(identityCards()[0] as IdentityCard),
  id,
  truth,
});

/** A reader's result: the truth except for `changes`; an empty text is a field that was not read. */
function reading(changes: Partial<Record<FieldName, string>> = {}): DocumentReading {
  const values = Object.entries({ ...TRUTH, ...changes }).filter(([, value]) => value !== '');
  const fields = values.map(([field, value]) => [field, { value, confidence: 1, source: 'print' }]);
  return { fields: Object.fromEntries(fields) } as DocumentReading;
}

describe('a field is right', () => {
  test.each([
    ['last_name', 'muller goncalves'],
    ['last_name', 'Müller–Gonçalves'],
    ['first_name', 'Soren'],
    ['nationality', 'FRA'],
    ['document_number', 'x4r0 bpfb4'],
  ] as const)('%s as "%s"', (field, read) => {
    expect(scoreCards([card('a')], [reading({ [field]: read })])).toMatchObject({
      cards: { right: 1, of: 1 },
      misses: [],
    });
  });
});

describe('a field is wrong, and named with what was read', () => {
  test.each([
    ['last_name', 'MULLER-GONCALVE'],
    ['document_number', 'X4ROBPFB4'],
    ['date_of_birth', '1974-12-08'],
    ['nationality', 'DE'],
    ['nationality', 'Nationalité'],
    ['sex', ''],
  ] as const)('%s as "%s"', (field, read) => {
    const scores = scoreCards([card('a'), card('b')], [reading({ [field]: read }), reading()]);
    expect(scores.misses).toEqual([{ card: 'a', field, printed: TRUTH[field], read: read || null }]);
    expect(scores.cards).toEqual({ right: 1, of: 2 });
    expect(scores.fields[field]).toEqual({ right: 1, of: 2 });
  });
});

test('a sample has cards of every language and layout, all of them where there is no limit', () => {
  const cards = identityCards();
  const sample = sampleCards(cards, 12);
  expect(sample).toHaveLength(12);
  expect(new Set(sample.map(({ language }) => language)).size).toBe(6);
  expect(new Set(sample.map(({ style }) => style.layout)).size).toBe(4);
  expect(new Set(sampleCards(cards, Number.POSITIVE_INFINITY))).toEqual(new Set(cards));
});

test('a field counts only where it is printed', () => {
  const { sex: _, ...withoutSex } = TRUTH;
  const scores = scoreCards([card('a', withoutSex)], [reading()]);
  expect(scores.fields.sex).toEqual({ right: 0, of: 0 });
  expect(scores.fields.last_name).toEqual({ right: 1, of: 1 });
});

test('a card that could not be read has no field right', () => {
  const scores = scoreCards([card('a')], [null]);
  expect(scores.cards).toEqual({ right: 0, of: 1 });
  expect(scores.misses).toHaveLength(Object.keys(TRUTH).length);
});

test('accents are counted apart, on the names that have them', () => {
  const plain = card('b', { ...TRUTH, last_name: 'Smith', first_name: 'Élise' });
  const scores = scoreCards(
    [card('a'), plain],
    [reading({ last_name: 'Muller-Goncalves' }), reading({ last_name: 'Smith', first_name: 'ÉLISE' })],
  );
  expect(scores.accents).toEqual({ right: 2, of: 3 });
  expect(scores.cards.right).toBe(2);
});

test('the table has a row for each field and a line for each miss', () => {
  const clean = { ...scoreCards([card('a')], [reading()]), pictures: 1, ms_per_picture: 9, unreadable: [] };
  const phone = { ...scoreCards([card('a')], [reading({ sex: '' })]), pictures: 1, ms_per_picture: 11, unreadable: [] };
  const lines = cardTable({ seed: 5, clean, phone });
  expect(lines[0]).toMatch(/seed 5 +clean +phone$/);
  expect(lines.find((line) => line.startsWith('sex'))).toMatch(/1 of 1 \(100\.0 %\) +0 of 1 \(0\.0 %\)$/);
  expect(lines.find((line) => line.startsWith('cards with'))).toMatch(/1 of 1 \(100\.0 %\) +0 of 1 \(0\.0 %\)$/);
  expect(lines.find((line) => line.startsWith('issue_date'))).toMatch(/- +-$/);
  expect(lines.at(-1)).toBe('  phone a sex: "F" read as nothing');
});
