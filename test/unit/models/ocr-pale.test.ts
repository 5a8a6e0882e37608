import { expect, test } from 'vitest';
import { joinPale } from '../../../models/ocr/pale.ts';
import { FOR_TESSERACT_JS, levelPicture } from '../../../models/ocr/picture.ts';
import { markInk, PALE_INK, type Span } from '../../../models/quality/ink.ts';
import { findPlaneMarks } from '../../../models/quality/marks.ts';
import { putPlane } from '../../../models/quality/plane.ts';
import { KERNEL } from '../../../models/quality/text-kernel.ts';

const [WIDTH, HEIGHT] = [120, 80];
const [NONE, CLEAR, PALE] = [0, 1, PALE_INK];
/** A letter in the middle of the page, 16 by 24 pixels. */
const LETTER: Span = { left: 50, right: 65, top: 30, bottom: 53 };

const spanAt = (left: number, top: number, width: number, height: number): Span => ({
  left,
  right: left + width - 1,
  top,
  bottom: top + height - 1,
});
/** The letters found on a page with blocks of ink; a later block covers an earlier one. */
function seen(blocks: readonly (readonly [Span, number])[]): Span[] {
  const ink = new Uint8Array(WIDTH * HEIGHT);
  for (const [{ left, right, top, bottom }, kind] of blocks)
    for (let y = top; y <= bottom; y++) ink.fill(kind, y * WIDTH + left, y * WIDTH + right + 1);
  using scratch = KERNEL.borrow();
  const mask = putPlane(scratch, { width: WIDTH, height: HEIGHT, values: ink });
  return joinPale(mask, findPlaneMarks(mask)).map(({ left, right, top, bottom }) => ({ left, right, top, bottom }));
}
const frame = (kind: number): [Span, number][] => [
  [LETTER, kind],
  [spanAt(55, 35, 6, 14), NONE],
];
const [head, foot] = [spanAt(50, 30, 16, 6), spanAt(50, 48, 16, 6)];

test('pale ink is marked where it is asked for, and clear ink as ever', () => {
  const values = new Uint8Array(WIDTH * HEIGHT).fill(200);
  values[40 * WIDTH + 30] = 176;
  values[40 * WIDTH + 60] = 110;
  const grey = { width: WIDTH, height: HEIGHT, values };
  expect([...markInk(grey).ink].filter((kind) => kind !== 0)).toEqual([CLEAR]);
  expect([...markInk(grey, true).ink].filter((kind) => kind !== 0)).toEqual([PALE, CLEAR]);
});

test('the clear pieces of a pale letter become one mark', () => {
  expect(seen([...frame(PALE), [head, CLEAR], [foot, CLEAR]])).toEqual([LETTER]);
});

test('pieces with nothing between them stay apart', () => {
  expect(
    seen([
      [head, CLEAR],
      [foot, CLEAR],
    ]),
  ).toEqual([head, foot]);
});

test('pale ink without any clear one is no letter', () => {
  expect(seen(frame(PALE))).toEqual([]);
});

test('a clear letter does not grow by the pattern at it', () => {
  const pattern = spanAt(54, 24, 4, 36);
  expect(seen([[pattern, PALE], ...frame(CLEAR)])).toEqual([LETTER]);
});

test('a small clear piece in a pattern stays what it is', () => {
  const piece = spanAt(50, 30, 6, 7);
  expect(seen([...frame(PALE), [piece, CLEAR]])).toEqual([piece]);
});

test('letters that hang together over pale ink stay in their pieces', () => {
  const [above, below] = [spanAt(30, 30, 46, 6), spanAt(30, 48, 46, 6)];
  const blocks = [
    [spanAt(30, 30, 46, 24), PALE],
    [above, CLEAR],
    [below, CLEAR],
  ] as const;
  expect(seen(blocks)).toEqual([above, below]);
});

test('pale letters are put together where rows are found by us, and left to tesseract.js as they are', async () => {
  const [width, height] = [1400, 80];
  const pixels = new Uint8Array(width * height * 3).fill(150);
  const draw = ({ left, right, top, bottom }: Span, value: number): void => {
    for (let y = top; y <= bottom; y++) pixels.fill(value, (y * width + left) * 3, (y * width + right + 1) * 3);
  };
  draw(LETTER, 116);
  draw(spanAt(55, 35, 6, 14), 150);
  draw(spanAt(50, 30, 16, 2), 85);
  draw(spanAt(50, 52, 16, 2), 85);
  const image = { width, height, pixels };
  using scratch = KERNEL.borrow();
  expect((await levelPicture(image, scratch)).marks).toMatchObject([LETTER]);
  expect((await levelPicture(image, scratch, FOR_TESSERACT_JS)).marks.length).toBeGreaterThan(1);
});
