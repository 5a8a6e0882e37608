import { expect, test } from 'vitest';
import { type CleanPage, cleanPage } from '../../../models/ocr/clean.ts';
import { type Flattened, flatten, toSource } from '../../../models/ocr/flatten.ts';
import { linesFromTsv } from '../../../models/ocr/page.ts';
import { findSlant, LEVEL, type Slant } from '../../../models/ocr/slant.ts';
import type { GreyImage } from '../../../models/pixels/grey.ts';
import { markInk } from '../../../models/quality/ink.ts';
import { findMarks } from '../../../models/quality/marks.ts';
import { copyPlane, putPlane } from '../../../models/quality/plane.ts';
import { KERNEL } from '../../../models/quality/text-kernel.ts';

const SIZE = { width: 1200, height: 800 };

/** Rows of dark blocks, like letters, on a grey ground; each row rises or falls by `slant`. */
function page(slant: Slant, ground = 200): GreyImage {
  const values = new Uint8Array(SIZE.width * SIZE.height).fill(ground);
  for (let row = -250; row <= 250; row += 50)
    for (let x = -400; x <= 400; x += 16) {
      const y = row + x * (slant.slope + slant.fan * row);
      fill(values, Math.round(x + SIZE.width / 2), Math.round(y + SIZE.height / 2) - 14, 9, 14, 30);
    }
  return { ...SIZE, values };
}

const marksOf = (grey: GreyImage) => findMarks(markInk(grey));
const slantOf = (grey: GreyImage): Slant => findSlant(grey, marksOf(grey));

/** `grey` flattened, and the resulting picture. */
function flattened(grey: GreyImage, slant: Slant): { frame: Flattened['frame']; image: GreyImage } {
  using scratch = KERNEL.borrow();
  const { frame, image } = flatten(putPlane(scratch, grey), slant);
  return { frame, image: copyPlane(image) };
}

function cleaned(grey: GreyImage): CleanPage {
  using scratch = KERNEL.borrow();
  return cleanPage(putPlane(scratch, grey), marksOf(grey));
}

function fill(values: Uint8Array, left: number, top: number, width: number, height: number, value: number): void {
  for (let y = top; y < top + height; y++) values.fill(value, y * SIZE.width + left, y * SIZE.width + left + width);
}

test.each<[string, Slant]>([
  ['skewed', { slope: 0.12, fan: 0 }],
  ['skewed the other way', { slope: -0.21, fan: 0 }],
  ['seen from the side', { slope: 0.03, fan: 0.00015 }],
])('the rows of a page %s are found, and flattened they lie level', (_, slant) => {
  const grey = page(slant);
  const found = slantOf(grey);
  expect(found.slope).toBeCloseTo(slant.slope, 2);
  expect((found.fan - slant.fan) * (SIZE.height / 2)).toBeCloseTo(0, 1);
  expect(slantOf(flattened(grey, found).image)).toEqual(LEVEL);
});

test('a level page is left as it lies, and so is one without print', () => {
  expect(slantOf(page(LEVEL))).toBe(LEVEL);
  expect(slantOf({ ...SIZE, values: new Uint8Array(SIZE.width * SIZE.height).fill(180) })).toBe(LEVEL);
});

test('what was read on a flattened page has a box around it as it lay, and one as it was read', () => {
  const slant = { slope: 0.1, fan: 0.0001 };
  const { frame, image } = flattened(page(slant), slant);
  expect(image.width).toBeGreaterThan(SIZE.width);
  const middle = toSource(frame, { x: -frame.left, y: -frame.top });
  expect(middle).toEqual({ x: SIZE.width / 2, y: SIZE.height / 2 });
  const right = toSource(frame, { x: -frame.left + 300, y: -frame.top });
  expect((right.y - middle.y) / (right.x - middle.x)).toBeCloseTo(slant.slope, 5);

  const [left, top] = [-frame.left + 200, -frame.top + 100];
  const tsv = `5\t1\t1\t1\t1\t1\t${left}\t${top}\t100\t20\t90\tANNA`;
  const word = linesFromTsv(tsv, { scale: 2, frame })[0]?.words[0];
  const corner = toSource(frame, { x: left, y: top });
  expect(word?.flat).toEqual({ x: Math.round(left / 2), y: Math.round(top / 2), width: 50, height: 10 });
  expect(word?.box.y).toBe(Math.round(corner.y / 2));
  expect(word?.box.height).toBeGreaterThan(10);
});

test('a cleaned page holds the print on white, evenly lit, and nothing of a portrait', () => {
  const grey = page(LEVEL, 120);
  fill(grey.values, 20, 100, 150, 500, 60);
  const { values } = cleaned(grey).image;
  const at = (x: number, y: number): number => values[y * SIZE.width + x] ?? 0;
  expect(at(90, 350)).toBe(255);
  expect(at(SIZE.width / 2 + 4, SIZE.height / 2 - 7)).toBeLessThan(80);
  expect(at(SIZE.width / 2 + 12, SIZE.height / 2 - 7)).toBe(255);
  expect(at(1180, 20)).toBe(255);
});

test('a page without print dark enough to be told from its ground is left as it is', () => {
  const pale = { ...SIZE, values: new Uint8Array(SIZE.width * SIZE.height).fill(120) };
  fill(pale.values, 20, 100, 150, 500, 60);
  expect(cleaned(pale)).toEqual({ image: pale, letters: [] });
});
