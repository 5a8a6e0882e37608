import { expect, test } from 'vitest';
import { ageOfList } from '../../../server/screening/age.ts';
import { compareBirthDates } from '../../../server/screening/birth.ts';
import { countryCode } from '../../../server/screening/formats/countries.ts';
import { parseWrittenDate } from '../../../server/screening/formats/dates.ts';
import { foldIdentifier } from '../../../server/screening/score.ts';
import { editDistance, wordSimilarity } from '../../../server/screening/similarity.ts';
import { Vocabulary } from '../../../server/screening/vocabulary.ts';
import { splitWords } from '../../../server/screening/words.ts';

test.each([
  ['17 Feb 1962', '1962-02-17'],
  ['Feb 1962', '1962-02'],
  ['1962', '1962'],
  ['circa 1961', '1961~'],
  ['circa 17 Feb 1961', '1961~'],
  ['1961 to 1963', '1961/1963'],
  ['01 Jan 1961 to 31 Dec 1961', '1961-01-01/1961-12-31'],
  ['circa 1961-1963', '1961/1963'],
  ['30 Feb 1962', null],
  ['17 Foo 1962', null],
  ['unknown', null],
])('the written date %s is %s', (text, expected) => {
  expect(parseWrittenDate(text)).toBe(expected);
});

test.each([
  ['1962-02-17', ['1950', '1962-02-17'], 'equal', '1962-02-17'],
  ['1962-02-17', ['1962-03-17'], 'year', '1962-03-17'],
  ['1962-02-17', ['1962'], 'year', '1962'],
  ['1962', ['1962'], 'year', '1962'],
  ['1962-02-17', ['1963'], 'near', '1963'],
  ['1962-02-17', ['1961/1965'], 'near', '1961/1965'],
  ['1962-02-17', ['1959~'], 'near', '1959~'],
  ['1962-02-17', ['1957~'], 'contradicts', '1957~'],
  ['1962-02-17', ['1964-02-17'], 'contradicts', '1964-02-17'],
])('%s against %s: %s', (birthDate, listed, agreement, date) => {
  expect(compareBirthDates(birthDate, listed)).toEqual({ agreement, date });
});

test('nothing is said of a birth date that the list does not have', () => {
  expect(compareBirthDates('1962-02-17', [])).toBeNull();
});

const DAY_MS = 24 * 3600 * 1000;
const PUBLISHED_MS = Date.parse('2025-01-01T00:00:00Z');
test.each([
  ['the day it appears', 0, 0, false],
  ['29 days later', 29 * DAY_MS, 29, false],
  ['30 days later', 30 * DAY_MS, 30, true],
  ['before its date', -DAY_MS, 0, false],
])('a list is looked at %s', (_, afterMs, ageDays, stale) => {
  const version = { publishedAt: '2025-01-01', importedAtMs: PUBLISHED_MS + 20 * DAY_MS, ageDaysMax: null };
  expect(ageOfList(version, PUBLISHED_MS + afterMs)).toEqual({ dated: '2025-01-01', ageDays, stale });
});

test('without a publication date a list is as old as its import, and its own limit counts', () => {
  const version = { publishedAt: null, importedAtMs: PUBLISHED_MS + 3600_000, ageDaysMax: 2 };
  expect(ageOfList(version, PUBLISHED_MS + 2 * DAY_MS)).toEqual({ dated: '2025-01-01', ageDays: 2, stale: true });
});

test.each([
  ["O'Brien-Łukasz, S.A.", ['obrien', 'lukasz', 'sa']],
  ['ПУТНИК Иван', ['putnik', 'ivan']],
  ['J. Smith', ['j', 'smith']],
  ['José  Ñandú', ['jose', 'nandu']],
  ['???', []],
])('the words of %s', (name, words) => {
  expect(splitWords(name)).toEqual(words);
});

test.each([
  ['a', 'a', 0],
  ['heron', 'herno', 1],
  ['heron', 'hron', 1],
  ['heron', 'herons', 1],
  ['heron', 'haren', 2],
  ['heron', 'pelican', 255],
])('the edits from %s to %s', (a, b, edits) => {
  expect(editDistance(a, b, 2)).toBe(edits);
});

test.each([
  ['heron', 'heron', 1],
  ['ab', 'ac', 0],
  ['plant12', 'plant13', 0],
  ['heron', 'marsh', 0],
])('%s and %s are alike by %f', (a, b, similarity) => {
  expect(wordSimilarity(a, b)).toBe(similarity);
});

test('a common start makes the same edit weigh less', () => {
  expect(wordSimilarity('quillonez', 'quillones')).toBeGreaterThan(wordSimilarity('quillonez', 'buillonez'));
});

test('the vocabulary finds every word that a comparison with all words would find', () => {
  const vocabulary = new Vocabulary();
  const words = ['ivan', 'ivana', 'iwan', 'nivan', 'ivanov', 'ivanova', 'vania', 'oleg', 'ia', 'plant12', 'aivn'];
  for (const word of words) vocabulary.add(word);
  for (const query of [...words, 'ivna', 'ivanow', 'olge']) {
    const all = words.filter((word) => wordSimilarity(query, word) > 0).sort();
    const found = vocabulary.findSimilar(query).map(({ wordId }) => vocabulary.words[wordId]);
    expect(found.sort()).toEqual(all);
  }
});

test.each([
  ['uto-77 14.902', 'UTO7714902'],
  ['12345', null],
  ['UNKNOWN', null],
])('the number %s is compared as %s', (value, folded) => {
  expect(foldIdentifier(value)).toBe(folded);
});

test.each([
  ['bg', 'BG'],
  ['BGR', 'BG'],
  ['Bulgaria', 'BG'],
  ['Korea, North', 'KP'],
  ['Region: Nowhere', 'Region: Nowhere'],
])('the country %s is %s', (text, code) => {
  expect(countryCode(text)).toBe(code);
});
