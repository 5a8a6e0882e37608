import { expect, test } from 'vitest';
import { turnImage } from '../../../models/image/turn.ts';
import { readUpright } from '../../../models/ocr/orientation.ts';
import type { RasterImage, TextLine, Turn } from '../../../models/ports.ts';

/** Two pixels side by side: red 1, red 2. */
const PAIR: RasterImage = { width: 2, height: 1, pixels: Uint8Array.from([1, 0, 0, 2, 0, 0]) };
const reds = ({ pixels }: RasterImage): number[] => [...pixels].filter((_, i) => i % 3 === 0);

test.each<[Turn, number, number[]]>([
  [0, 2, [1, 2]],
  [90, 1, [1, 2]],
  [180, 2, [2, 1]],
  [270, 1, [2, 1]],
])('turned clockwise by %i degrees', async (turn, width, expected) => {
  const turned = await turnImage(PAIR, turn);
  expect(turned).toMatchObject({ width, height: 3 - width });
  expect(reds(turned)).toEqual(expected);
});

/** A line of `letters` letters, in words of ten. */
function lineOf(letters: number, confidence = 0.9, onEnd = false): TextLine {
  const [width, height] = onEnd ? [20, 200] : [200, 20];
  const box = { x: 0, y: 0, width, height };
  const word = { text: 'abcdefghij', confidence, box };
  return { text: 'words', confidence, box, words: Array.from({ length: letters / 10 }, () => word) };
}

/** Reads the letters given for the current orientation of the pair of pixels. */
function reader(letters: Partial<Record<Turn, TextLine[]>>) {
  const looks: Turn[] = [];
  const read = async (image: RasterImage): Promise<TextLine[]> => {
    const first = reds(image)[0] === 1;
    const turn: Turn = image.width === 2 ? (first ? 0 : 180) : first ? 90 : 270;
    looks.push(turn);
    return letters[turn] ?? [];
  };
  return { read, looks };
}

test('an upright page is read once', async () => {
  const { read, looks } = reader({ 0: [lineOf(100)] });
  expect(await readUpright(PAIR, read)).toMatchObject({ turn: 0, lines: { length: 1 } });
  expect(looks).toEqual([0]);
});

test('a page upside down or on its side is read turned', async () => {
  expect(await readUpright(PAIR, reader({ 0: [lineOf(50)], 180: [lineOf(200)] }).read)).toMatchObject({ turn: 180 });
  const onEnd = { 0: [lineOf(300, 0.9, true)], 90: [lineOf(200)], 180: [lineOf(300, 0.9, true)] };
  expect(await readUpright(PAIR, reader(onEnd).read)).toMatchObject({ turn: 90 });
});

test('a page that is read in part upside down is read the right way', async () => {
  const { read, looks } = reader({ 0: [lineOf(10)], 90: [lineOf(70)], 270: [lineOf(90)] });
  expect(await readUpright(PAIR, read)).toMatchObject({ turn: 270 });
  expect(looks).toEqual([0, 180, 90, 270]);
});

test('a poor page is not turned for noise: little text, unsure text, or not much better than as it lies', async () => {
  for (const turned of [[lineOf(50)], [lineOf(300, 0.5)], [lineOf(70)]]) {
    const { read, looks } = reader({ 0: [lineOf(40)], 270: turned });
    expect((await readUpright(PAIR, read)).turn).toBe(0);
    expect(looks).toEqual([0, 180, 90, 270]);
  }
});

test('a page of which it is known how it lies is read in that way alone, however little it shows', async () => {
  const { read, looks } = reader({ 0: [lineOf(300)], 180: [lineOf(10)] });
  expect(await readUpright(PAIR, read, 180)).toMatchObject({ turn: 180, lines: { length: 1 } });
  expect(await readUpright(PAIR, reader({}).read, 0)).toEqual({ lines: [], turn: 0 });
  expect(looks).toEqual([180]);
});
