import { expect, test } from 'vitest';
import { cutOutAt } from '../../../models/ocr/cut.ts';
import { findDoubts, replaceWords, settleDoubt } from '../../../models/ocr/doubt.ts';
import { lineOf } from '../../../models/ocr/page.ts';
import type { TextWord } from '../../../models/ports.ts';

const word = (text: string, confidence: number): TextWord => ({
  text,
  confidence,
  box: { x: 10, y: 20, width: 90, height: 12 },
});

test.each<[string, number, boolean]>([
  ['730109911', 0.3, true],
  ['12.O8.1974', 0.7, true],
  ['Z4kK57U171', 0.79, true],
  ['730109911', 0.8, false],
  ['ERIKSSON', 0.3, false],
  ['1974', 0.3, false],
  ['D231458907<<<<<', 0.3, false],
  ['7408122F1204159UTO0000000000006', 0.3, false],
])('%s, read with %f: looked at again: %s', (text, confidence, doubtful) => {
  const line = lineOf([word('No', 0.5), word(text, confidence)]);
  expect(findDoubts([line]).map((found) => found.text)).toEqual(doubtful ? [text] : []);
});

test('of a page full of doubt the two longest words alone are looked at', () => {
  const words = ['AB12345', '12.50', 'ABCD12345', '1234567'].map((text) => word(text, 0.4));
  expect(findDoubts([lineOf(words)]).map(({ text }) => text)).toEqual(['ABCD12345', 'AB12345']);
});

test('looks that agree are believed, and are as sure as the surest of them', () => {
  const looks = [word('Z30109911', 0.92), word('Z30109911', 0.85)];
  expect(settleDoubt(word('730109911', 0.29), looks)).toEqual(word('Z30109911', 0.92));
});

test('a look that agrees with the first reading makes that sure', () => {
  const looks = [word('F84R4W532', 0.9), word('F84R4WS32', 0.8)];
  expect(settleDoubt(word('F84R4W532', 0.4), looks)).toEqual(word('F84R4W532', 0.9));
});

test('of two against two the surer ones are believed', () => {
  const looks = [word('Ll457749', 0.6), word('LI457749', 0.87), word('LI457749', 0.86)];
  expect(settleDoubt(word('Ll457749', 0.5), looks).text).toBe('LI457749');
});

test('where no two agree the first reading stays, less sure; a look that saw nothing says nothing', () => {
  const looks = [word('25.12.1978', 0.66), word('25-12-1973', 0.7)];
  expect(settleDoubt(word('25.12.1973', 0.76), looks)).toEqual(word('25.12.1973', 0.66));
  expect(settleDoubt(word('25.12.1973', 0.76), [word('', 0), word('', 0)])).toEqual(word('25.12.1973', 0.76));
});

test('a settled word is in its line, which is as certain as its words', () => {
  const [label, number] = [word('No', 0.5), word('73010', 0.3)];
  const lines = [lineOf([label, number]), lineOf([word('ROSSI', 0.9)])];
  const [first, second] = replaceWords(lines, new Map([[number, word('Z3010', 0.92)]]));
  expect(first).toMatchObject({ text: 'No Z3010', words: [{ text: 'No' }, { text: 'Z3010' }] });
  expect(first?.confidence).toBeCloseTo((2 * 0.5 + 5 * 0.92) / 7);
  expect(second).toBe(lines[1]);
});

test.each<[string, number, number, string]>([
  ['in the middle', 20, 10, 'P5\n56 60\n255\n'],
  ['at the edge, where less lies beside it', 0, 0, 'P5\n55 60\n255\n'],
])('a word %s is cut out with some ground beside it, at the height asked for', async (_, x, y, head) => {
  const [width, height] = [60, 40];
  const pixels = new Uint8Array(width * height).fill(0);
  const file = Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]) as Uint8Array<ArrayBuffer>;
  const cut = Buffer.from(await cutOutAt({ file }, { x, y, width: 8, height: 12 }, 20));
  expect(cut.subarray(0, head.length).toString()).toBe(head);
  const [side, values] = [Number(head.slice(3, 5)), cut.subarray(head.length)];
  expect([values[0], values[30 * side + 28]]).toEqual([255, 0]);
});
