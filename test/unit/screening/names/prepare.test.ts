import { expect, test } from 'vitest';
import { LIMITS } from '../../../../server/lib/limits.ts';
import { readName } from '../../../../server/names/prepare.ts';
import type { NameSubject } from '../../../../server/names/word.ts';

function keysOf(name: string, subject: NameSubject): string[] {
  return (readName(name, subject)[0]?.words ?? []).map(({ key }) => key);
}

test.each([
  ['O\u2019Brien-Łukasz', ['obrien', 'lukasz']],
  ['Dr. J.P. Okonjo', ['dr|t', 'j|i', 'p|i', 'okonjo']],
  ['JC Okonjo', ['j|i', 'c|i', 'okonjo']],
  ['Sergey Viktorovich Lebezin', ['sergey', 'viktorovich|y', 'lebezin']],
  ['Lebezin Sergey Viktorovich', ['lebezin', 'sergey', 'viktorovich|y']],
  ['Aliyev Ilham Heydar oglu', ['aliyev', 'ilham', 'heydar|y', 'oglu|p']],
  ['Abramovich Roman', ['abramovich', 'roman']],
  ['Tamim bin Wardak', ['tamim', 'bin|p', 'wardak']],
  ['Amir Wardak', ['amir', 'wardak']],
  ['Amir Tamim Wardak', ['amir|t', 'tamim', 'wardak']],
  ['ChideraOkonjo', ['chidera', 'okonjo']],
  ['Okonjo LLC', ['okonjo', 'llc|l']],
  ['Ch1dera Okonjo', ['chidera', 'okonjo']],
  ['bin al', ['bin', 'al']],
  ['Do-yun Na', ['do', 'yun', 'na']],
  ['Maria do Carmo', ['maria', 'do|p', 'carmo']],
  ['Do-yun Wardak', ['do', 'yun', 'wardak']],
  ['Ben Wardak', ['ben', 'wardak']],
  ['Li, Bin', ['li', 'bin']],
  ['Tamim Ben Wardak', ['tamim', 'ben|p', 'wardak']],
])('%s as a person', (name, expected) => {
  expect(keysOf(name, 'person')).toEqual(expected);
});

test.each([
  ['Brackwater Gesellschaft mit beschränkter Haftung', ['brackwater', 'gmbh|l']],
  ['BrackwaterAG', ['brackwater', 'ag|l']],
  ['A.B.C. Company', ['abc', 'company|l']],
  ['L X C Brackwater', ['lxc', 'brackwater']],
  ["First Brackwater Bank Int'l", ['1|n', 'brackwater', 'bank|g', 'international|g']],
  ['Brigade Forty-Four', ['brigade|g', '44|n']],
  ['Brackwater Fund IV', ['brackwater', 'fund|g', '4|n']],
  ['Brackwater (Germany)', ['brackwater', 'germany|g']],
  ['3%ers', ['3|n', 'percenters']],
  ['A320 Brackwater', ['a320', 'brackwater']],
  ['GmbH', ['gmbh']],
])('%s as an organisation', (name, expected) => {
  expect(keysOf(name, 'organisation')).toEqual(expected);
});

test('a ship is read without what it is', () => {
  expect(keysOf('MV Nimbus Spirit 7', 'unknown')).toEqual(['mv|t', 'nimbus', 'spirit', '7|n']);
});

test("a patronymic is recognised unless something says that the name is no person's", () => {
  expect(keysOf('Sergey Viktorovich Lebezin', 'unknown')).toEqual(['sergey', 'viktorovich|y', 'lebezin']);
  expect(keysOf('Sergey Viktorovich Bank', 'unknown')).toEqual(['sergey', 'viktorovich', 'bank|g']);
  expect(keysOf('Sergey Viktorovich Lebezin', 'organisation')).toEqual(['sergey', 'viktorovich', 'lebezin']);
});

test('an organisation with two names is read by both, and by each', () => {
  expect(readName('Brackwater Army/Nimbus Front', 'organisation')).toHaveLength(3);
  expect(readName('Brackwater S/A', 'organisation')).toHaveLength(1);
});

test('a name is read up to a limit of words', () => {
  const count = LIMITS.searchWordsMax + 5;
  const name = Array.from({ length: count }, (_, at) => `word${'abcdefghijklmnopqrstuvwxyz'.slice(0, at)}`).join(' ');
  expect(keysOf(name, 'person')).toHaveLength(LIMITS.searchWordsMax);
});

test('words repeated without end and a whole alphabet of initials are no name, and are cut', () => {
  expect(keysOf('al '.repeat(20), 'person')).toEqual(['al', 'al', 'al']);
  expect(keysOf('jc '.repeat(20), 'person')).toEqual(['j|i', 'c|i', 'j|i', 'c|i', 'j|i', 'c|i']);
  expect(keysOf('A B C D E F G H I Okonjo', 'person')).toEqual(['a|i', 'b|i', 'c|i', 'd|i', 'e|i', 'f|i', 'okonjo']);
});

test('a remark after a whole name is left out in a first reading, and so is none that completes a name', () => {
  const readings = (name: string): string[] =>
    readName(name, 'person').map(({ words }) => words.map(({ text }) => text).join(' '));
  expect(readings('Chidera Okonjo (judge)')).toEqual(['chidera okonjo', 'chidera okonjo judge']);
  expect(readings('Okonjo (Chidera)')).toEqual(['okonjo chidera']);
  expect(readings('Chidera (Dera) Okonjo')).toEqual(['chidera dera okonjo']);
});
