import { describe, expect, test } from 'vitest';
import { JARO_WINKLER_MIN, jaroWinkler } from '../../../../server/names/word-similarity.ts';
import { buildIndex } from '../../../../server/screening/index/build.ts';
import { JaroWinkler } from '../../../../server/screening/index/letter-order.ts';
import { findSharing, listPlanes, PLANES, setLetters } from '../../../../server/screening/index/letter-planes.ts';
import { visitLikelySimilar } from '../../../../server/screening/index/similar-texts.ts';
import { Vocabulary } from '../../../../server/screening/index/vocabulary.ts';
import { testSeed } from '../../../support/random.ts';
import { rounds } from '../../../support/rounds.ts';
import { makeWords } from './words.ts';

const seed = testSeed();

function countShared(a: string, b: string): number {
  const rest = [...b];
  return [...a].filter((letter) => {
    const at = rest.indexOf(letter);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  }).length;
}

describe(`similar texts (seed ${seed})`, () => {
  test('the letters that 32 words share with another are counted together, never too few', () => {
    const words = makeWords(32, seed);
    const planes = new Uint32Array(PLANES);
    words.forEach((word, bit) => {
      setLetters(planes, 0, bit, word);
    });
    for (const text of makeWords(rounds(200, 40), seed + 1)) {
      const list = listPlanes(text);
      for (let needed = 1; needed <= 12; needed++) {
        const found = findSharing(planes, 0, list.planes, needed);
        words.forEach((word, bit) => {
          const shared = countShared(text, word);
          if (shared >= needed + list.excess) expect((found >>> bit) & 1, `${text} ${word} ${needed}`).toBe(1);
          if (shared < needed - list.excess) expect((found >>> bit) & 1, `${text} ${word} ${needed}`).toBe(0);
        });
      }
    }
  });

  test('words as bytes are measured as words as texts are', () => {
    const others = makeWords(rounds(300, 80), seed + 2, 40);
    for (const text of makeWords(rounds(300, 80), seed + 3, 40)) {
      const measure = new JaroWinkler(text);
      for (const other of others) {
        expect(measure.to(Buffer.from(other), 0, other.length), `${text} ${other}`).toBe(jaroWinkler(text, other));
      }
    }
  });

  test('every word is visited that is as similar as is asked for', () => {
    const words = makeWords(3_000, seed + 4).concat(makeWords(50, seed + 5, 45));
    const vocabulary = new Vocabulary(buildIndex(words.map((name) => ({ name, subject: 'person' }))));
    const texts = Array.from({ length: vocabulary.size }, (_, id) => vocabulary.textAt(id));
    for (const text of makeWords(rounds(200, 40), seed + 6).concat(makeWords(20, seed + 7, 45))) {
      const visited = new Set<number>();
      visitLikelySimilar(vocabulary, text, { min: 1, max: 255 }, (id) => visited.add(id));
      texts.forEach((other, id) => {
        if (jaroWinkler(text, other) >= JARO_WINKLER_MIN) expect(visited.has(id), `${text} ${other}`).toBe(true);
      });
      expect(visited.size).toBeLessThan(vocabulary.size);
    }
  });
});
