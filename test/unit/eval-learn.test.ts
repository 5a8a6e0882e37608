import { describe, expect, test } from 'vitest';
import { readSounds } from '../../server/names/bits/letters.ts';
import { learnChannel, likelihoodOf, type WordPair } from '../eval/learn/channel.ts';
import { readPlaces } from '../eval/learn/places.ts';
import { writeSounds } from '../eval/learn/write.ts';

function pair(from: string, to: string): WordPair {
  const [left, right] = [readSounds(from), readSounds(to)];
  if (!left || !right) throw new Error('no word');
  return { from: left, to: right, weight: 1 };
}

/** A u that disappears at the end and stays everywhere else. */
const PAIRS = ['baru bar', 'kuru kur', 'muru mur', 'turu tur', 'nuru nur', 'suru sur'].map((words) => {
  const [from = '', to = ''] = words.split(' ');
  return pair(from, to);
});

describe('learning what letters become', () => {
  test('in its context a letter becomes what it became there', () => {
    const plain = learnChannel(PAIRS, null);
    const inContext = learnChannel(PAIRS, plain, true);
    const gain = (from: string, to: string): number =>
      likelihoodOf(inContext, pair(from, to)) - likelihoodOf(plain, pair(from, to));
    expect(gain('duru', 'dur')).toBeGreaterThan(0);
    expect(gain('duru', 'dru')).toBeLessThan(0);
  });

  test('contexts that say more stand behind the letter, each after a bar', () => {
    const plain = learnChannel([...PAIRS, ...PAIRS, ...PAIRS], null);
    const own = new Map([['k', learnChannel([...PAIRS, ...PAIRS, ...PAIRS], plain, true)]] as const);
    expect(writeSounds(own, new Map())).toMatch(/\nu:(?: [a-z+-]+ \d+)+ \| /);
  });

  test('countries are known by their sound in scripts that few names are known in', () => {
    const albania = readPlaces().find(({ id }) => id === 'place AL');
    expect(albania?.latin).toContain('Albania');
    expect(albania?.other).toEqual(expect.arrayContaining(['アルバニア', '알바니아']));
    for (const pattern of [/\p{Script=Khmer}/u, /\p{Script=Myanmar}/u, /\p{Script=Tamil}/u])
      expect(albania?.other.some((name) => pattern.test(name))).toBe(true);
  });
});
