import { describe, expect, test } from 'vitest';
import { bitsOf } from '../../../../server/names/bits/bits.ts';
import { contextAt, LETTER_NAMES, readSounds } from '../../../../server/names/bits/letters.ts';
import { costOfSounds, QUARTERS, RARITIES, soundTable, WORLDS } from '../../../../server/names/bits/tables.ts';
import { readName, wordOf } from '../../../../server/names/prepare.ts';
import { scoreNames } from '../../../../server/names/score.ts';
import { LETTERS_OF_WORLDS, PAIRS_OF_WRITINGS } from '../../../../server/names/tables/learnt-letters.ts';
import { SOUNDS } from '../../../../server/names/tables/learnt-sounds.ts';
import type { NameSubject } from '../../../../server/names/word.ts';

const THRESHOLD = 0.85;

/** The lowest value of all worlds, in bits. */
function least(a: string, b: string): number {
  return Math.min(...bitsOf(wordOf(a), wordOf(b), 1)) / QUARTERS;
}

function score(a: string, b: string, subject: NameSubject = 'person'): number {
  const scores = readName(a, subject).flatMap((left) =>
    readName(b, subject).map((right) => scoreNames(left, right).score),
  );
  return Math.max(...scores);
}

describe('bits of words', () => {
  test('letters that sound together are one, and other text is not read', () => {
    expect([...(readSounds('shah') ?? [])].map((number) => LETTER_NAMES[number])).toEqual(['_', 'sh', 'a', 'h', '_']);
    for (const text of ['', 'a320', 'É', 'a'.repeat(31)]) expect(readSounds(text)).toBeNull();
  });

  test('a word without its vowels says that it is the whole word, and not that it is another', () => {
    expect(least('kndi|w', 'kennedy')).toBeGreaterThan(5);
    expect(least('kndi|w', 'johnson')).toBeLessThan(0);
    expect(least('braun|k', 'brown')).toBeGreaterThan(3);
  });

  test('a longer word says more, a name that many on the lists bear less', () => {
    expect(least('quintanilla|v', 'quintanilla')).toBeGreaterThan(least('quint|v', 'quint'));
    expect(least('muhammad|a', 'muhammad')).toBeLessThan(8);
    expect(least('muhammad|a', 'muhammad')).toBeLessThan(least('mahzumad|a', 'mahzumad'));
  });

  test('an unusual spelling of a common name says little more than the name', () => {
    expect(least('mehmed|v', 'mahamed')).toBeLessThan(8);
    expect(least('mahamed|a', 'mahamed')).toBeGreaterThan(least('muhammad|a', 'muhammad'));
  });

  test('they are the same either way, also between two other scripts', () => {
    for (const [a, b] of [
      ['kndi|w', 'kennedy'],
      ['bob|a', 'robert'],
      ['kenedi|k', 'kndi|w'],
      ['k|i', 'kennedy'],
    ] as const)
      expect(bitsOf(wordOf(a), wordOf(b), 1)).toEqual(bitsOf(wordOf(b), wordOf(a), 1));
  });

  test('the neighbours of a letter decide what it becomes', () => {
    const table = soundTable('k', true);
    const cost = (from: string, to: string): number =>
      costOfSounds(table, readSounds(from) ?? new Uint8Array(), readSounds(to) ?? new Uint8Array());
    // The u that Japanese adds is lost at the end; between two consonants it is more likely a vowel.
    expect(cost('baru', 'bar') - cost('baru', 'baru')).toBeLessThan(cost('burt', 'brt') - cost('burt', 'burt'));
    expect([...(readSounds('shah') ?? [])].map((_, at, word) => contextAt(Uint8Array.from(word), at))).toEqual([
      2, 1, 8, 3, 6,
    ]);
  });

  test('a word of another script has the family of the given name that it sounds like', () => {
    expect(wordOf('edowado|k').links).toContain('f:edward');
    expect(wordOf('edvard|s').links).toContain('f:edward');
    expect(wordOf('kenedi|k').links.some((link) => link.startsWith('f:'))).toBe(false);
    // Syllables of Chinese names sound like many names.
    expect(wordOf('bobo|c').links.some((link) => link.startsWith('f:'))).toBe(false);
    expect(least('edowado|k', 'ted')).toBeGreaterThan(3);
  });

  test('what letters become costs least by the best way to divide both words', () => {
    const table = soundTable('v', true);
    const cost = (from: string, to: string): number =>
      costOfSounds(table, readSounds(from) ?? new Uint8Array(), readSounds(to) ?? new Uint8Array());
    expect(cost('ivanov', 'ivanov')).toBeLessThan(cost('ivanov', 'ivanoff'));
    expect(cost('ivanov', 'ivanoff')).toBeLessThan(cost('ivanov', 'petrov'));
    expect(cost('b', 'bbbbbbbbbb')).toBeGreaterThan(1_000);
  });

  test('the tables are whole', () => {
    expect(WORLDS).toBe(LETTERS_OF_WORLDS.length);
    for (const packed of LETTERS_OF_WORLDS) expect(packed).toMatch(/^[A-Za-z0-9+/]{19683}$/);
    for (const packed of Object.values(PAIRS_OF_WRITINGS)) expect(packed).toMatch(/^[A-Za-z0-9+/]{729}$/);
    for (const [name, lines] of Object.entries(SOUNDS)) {
      expect(PAIRS_OF_WRITINGS[name.slice(0, 1)], name).toBeDefined();
      expect(lines).toMatch(/^\n(?:[a-z_]+:(?: [a-z_+-]+ \d+)+(?: \| [0-8](?: [a-z_+-]+ \d+)+)*\n)+$/);
    }
    expect(RARITIES.every((bits) => bits > 0)).toBe(true);
  });
});

describe('names across scripts', () => {
  test('score no more than they say: short ones that are alike by chance are no hit', () => {
    expect(score('Хун Сен', 'Kan Chen')).toBeLessThan(THRESHOLD);
    expect(score('جون کری', 'Ian Currie')).toBeLessThan(THRESHOLD);
    expect(score('신지안', 'Sinitsyn')).toBeLessThan(THRESHOLD);
  });

  test('two telling words are one', () => {
    expect(score('مجتبی ذوالنوری', 'Mojtaba Zolnouri')).toBeGreaterThanOrEqual(THRESHOLD);
    expect(score('ヴァルデマール・パヴラク', 'Waldemar Pawlak')).toBeGreaterThanOrEqual(THRESHOLD);
  });

  test('short and common ones are a hit where every word is the same', () => {
    expect(score('Иван Иванов', 'Ivan Ivanov')).toBe(1);
    expect(score('王伟', 'Wang Wei')).toBe(1);
    expect(score('Юрий', 'Yuri')).toBeGreaterThanOrEqual(THRESHOLD);
  });

  test('one that has more words than the other says less', () => {
    const whole = score('Аркадий Бобрищев', 'Arkadi Bobrishchev');
    expect(score('Аркадий Бобрищев', 'Arkadi Mensur Bobrishchev')).toBeLessThan(whole);
  });

  test('a short form in one script meets the long one in another', () => {
    expect(score('エドワード・ケネディ', 'Ted Kennedy')).toBeGreaterThanOrEqual(THRESHOLD);
    expect(score('ウィリアム・フリスト', 'Bill Frist')).toBeGreaterThanOrEqual(THRESHOLD);
    expect(score('エドワード・ケネディ', 'Bill Kennedy')).toBeLessThan(THRESHOLD);
  });

  test('a family told by its sound is no word of a third script', () => {
    expect(score('Виктор Христов', 'Виктор Мельхиорович Кресс')).toBeLessThan(THRESHOLD);
  });

  test('a title that agrees says little, a further name that lacks something, a patronymic nothing', () => {
    expect(score('赛义德·哈米德', 'AHMAD, Sayyid')).toBeLessThan(THRESHOLD);
    expect(score('سلیمان جمائیل', 'SALMANI, Komeil Baradaran')).toBeLessThan(score('سلیمان جمائیل', 'SALMANI, Komeil'));
    expect(score('Дмитрий Медведев', 'MEDVEDEV, Dmitrii Anatolievich')).toBeGreaterThanOrEqual(THRESHOLD);
  });

  test('in Arabic script the names of father and grandfather may lack', () => {
    expect(score('ماجد موسى عبد الرحمن المطيري', 'Majed Al Mutairi')).toBeGreaterThanOrEqual(THRESHOLD);
  });

  test('the father of a name with an article counts for less than any other name that is left over', () => {
    const whole = score('سالم راشد العنزي', 'Salem Rashid Al Enezi');
    expect(score('سالم راشد العنزي', 'Salem Al Enezi')).toBeGreaterThan(score('سالم راشد عنزي', 'Salem Enezi'));
    expect(score('سالم راشد العنزي', 'Salem Al Enezi')).toBeLessThan(whole);
  });

  test('a pair that is more likely two words counts against the name', () => {
    expect(score('윌리 마우러', 'Paolo Mauro')).toBeLessThan(THRESHOLD);
    expect(score('조지 코빈', 'Sergey Kolbin')).toBeLessThan(THRESHOLD);
  });

  test("a foreign name in Hangul and an Arabic name need less than a Korean's own", () => {
    expect(score('رابرت والتر', 'Robert Walter')).toBeGreaterThanOrEqual(THRESHOLD);
    expect(score('이스마일 압둘 라만', 'Ismail Abdul Rahman')).toBeGreaterThanOrEqual(THRESHOLD);
    expect(score('강지안', 'Zhang Jian')).toBeLessThan(THRESHOLD);
  });

  test('a remark in brackets is no part of a name', () => {
    expect(score('جک رید (سیاست‌مدار)', 'Jack Reed')).toBe(score('جک رید', 'Jack Reed'));
    expect(score('Jack Reed (senator)', 'Jack Reed')).toBe(1);
  });

  test('in Latin letters nothing changes', () => {
    expect(score('Li Na', 'Li Na')).toBe(1);
    expect(score('Jo Li', 'Jo Lee')).toBeGreaterThan(0.5);
  });
});
