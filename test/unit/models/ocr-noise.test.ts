import { expect, test } from 'vitest';
import { dropNoise } from '../../../models/ocr/noise.ts';
import { lineOf } from '../../../models/ocr/page.ts';
import type { TextLine, TextWord } from '../../../models/ports.ts';

const word = (text: string, confidence: number): TextWord => ({
  text,
  confidence,
  box: { x: 0, y: 0, width: 40, height: 10 },
});
const line = (...words: TextWord[]): TextLine => lineOf(words);
const texts = (lines: readonly TextLine[]): string[] => lines.map(({ text }) => text);

test('a picture without print says nothing but what was surely read', () => {
  const hair = [
    line(word('Qu', 0.52), word('À', 0.95)),
    line(word('LE', 0.25)),
    line(word('FR', 0.73)),
    line(word('NIKE', 0.9)),
  ];
  expect(texts(dropNoise(hair))).toEqual(['NIKE']);
});

test('beside print unsure words are dropped, and lone letters and small marks stay', () => {
  const card = [
    line(word('Nationality', 0.9), word('/', 0.8), word('Staatsangehörigkeit', 0.9)),
    line(word('F', 0.5)),
    line(word('~x', 0.1)),
  ];
  expect(texts(dropNoise(card))).toEqual(['Nationality / Staatsangehörigkeit', 'F']);
});
