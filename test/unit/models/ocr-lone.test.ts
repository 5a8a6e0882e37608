import { expect, test } from 'vitest';
import { cutOut } from '../../../models/ocr/cut.ts';
import { findLoneLetters } from '../../../models/ocr/lone.ts';
import { lineInPart } from '../../../models/ocr/page.ts';
import type { Box } from '../../../models/ports.ts';
import type { Span } from '../../../models/quality/ink.ts';

const WORDS: Box[] = Array.from({ length: 6 }, (_, i) => ({ x: 100, y: 100 * i, width: 200, height: 30 }));
const mark = (x: number, y: number, width = 20, height = 28): Span => ({
  left: x,
  right: x + width - 1,
  top: y,
  bottom: y + height - 1,
});

test('a letter alone on the row of a word, and a pair of them, are looked at', () => {
  expect(findLoneLetters([mark(600, 101)], WORDS)).toEqual([{ x: 600, y: 101, width: 20, height: 28 }]);
  expect(findLoneLetters([mark(600, 101), mark(625, 101)], WORDS)).toEqual([{ x: 600, y: 101, width: 45, height: 28 }]);
});

test.each<[string, Span[]]>([
  ['part of a word', [mark(120, 101)]],
  ['one of many, as in a portrait', [mark(600, 101), mark(640, 101), mark(680, 101)]],
  ['on no row', [mark(600, 145)]],
  ['too small to be a letter of the page', [mark(600, 101, 8, 10)]],
])('a mark that is %s is not', (_, letters) => {
  expect(findLoneLetters(letters, WORDS)).toEqual([]);
});

test('where little was read nothing more is looked for', () => {
  expect(findLoneLetters([mark(600, 101)], WORDS.slice(0, 5))).toEqual([]);
});

test('a part is cut out between white margins of its height', () => {
  const pixels = Uint8Array.from({ length: 12 }, (_, i) => i);
  const file = Buffer.concat([Buffer.from('P5\n4 3\n255\n'), pixels]) as Uint8Array<ArrayBuffer>;
  const cut = Buffer.from(cutOut({ file }, { x: 1, y: 1, width: 2, height: 1 }));
  expect(cut.subarray(0, 11).toString()).toBe('P5\n4 3\n255\n');
  expect([...cut.subarray(11)]).toEqual([255, 255, 255, 255, 255, 5, 6, 255, 255, 255, 255, 255]);
});

test('the only word of a part is where the part is', () => {
  const row = (text: string, word: number): string => `5\t1\t1\t1\t1\t${word}\t3\t3\t9\t9\t80\t${text}`;
  const box = { x: 60, y: 20, width: 10, height: 14 };
  expect(lineInPart(row('F', 1), box, { scale: 2 })).toMatchObject({
    text: 'F',
    confidence: 0.8,
    box: { x: 30, y: 10, width: 5, height: 7 },
  });
  expect(lineInPart(`${row('F', 1)}\n${row('x', 2)}`, box, { scale: 2 })).toBeNull();
  expect(lineInPart('', box, { scale: 2 })).toBeNull();
});
