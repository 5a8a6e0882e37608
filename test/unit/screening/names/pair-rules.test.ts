import { expect, test } from 'vitest';
import { must } from '../../../../server/lib/assert.ts';
import { explainScore } from '../../../../server/names/pair-rules.ts';
import { readName } from '../../../../server/names/prepare.ts';
import { scoreNames } from '../../../../server/names/score.ts';
import type { NameSubject } from '../../../../server/names/word.ts';

/** The rule of each pair, by the word of the listed name, or else by the queried one. */
function rulesOf(asked: string, listed: string, subject: NameSubject = 'person'): Record<string, string> {
  const [a, b] = [asked, listed].map((name) => must(readName(name, subject)[0], 'the name can be read'));
  const [left, right] = [must(a, 'it is read'), must(b, 'it is read')];
  const { pairs } = explainScore(scoreNames(left, right), left, right);
  return Object.fromEntries(pairs.map(({ query, candidate, rule }) => [candidate || query, rule]));
}

test.each([
  ['same', 'Chidera Okonjo', 'OKONJO, Chidera', 'okonjo'],
  ['spelling', 'Radomir Vasiljevec', 'Radomir Vasilyevec', 'vasilyevec'],
  ['near', 'Radomyr Okonjo', 'Radomar Okonjo', 'radomar'],
  ['script', 'Лебезин Chidera', 'Lebezyn Chidera', 'lebezyn'],
  ['given_name', 'Bill Okonjo', 'William Okonjo', 'william'],
  ['translation', 'Juan Okonjo', 'John Okonjo', 'john'],
  ['initial', 'R. Vasiljevec', 'Radomir Vasiljevec', 'radomir'],
  ['joined', 'Abd Aziz Wardak', 'Abdaziz Wardak', 'abdaziz'],
  ['further', 'Chidera Okonjo', 'OKONJO BALDE, Chidera Ike', 'balde'],
  ['lacking', 'Chidera Okonjo Ann', 'Chidera Okonjo', 'ann'],
])('a pair of words tells its rule: %s', (rule, asked, listed, word) => {
  expect(rulesOf(asked, listed)[word]).toBe(rule);
});

test('legal forms of one class are told as such', () => {
  expect(Object.values(rulesOf('OAO Brackwater', 'Brackwater JSC', 'organisation')).sort()).toEqual([
    'legal_form',
    'same',
  ]);
});
