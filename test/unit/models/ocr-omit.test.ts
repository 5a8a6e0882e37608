import { expect, test } from 'vitest';
import { insideOf, turnQuad } from '../../../models/ocr/omit.ts';
import type { Quad } from '../../../models/ports.ts';
import type { Span } from '../../../models/quality/ink.ts';

const letter = (left: number, top: number, width = 12, height = 20): Span => ({
  left,
  top,
  right: left + width - 1,
  bottom: top + height - 1,
});

const LINE: Quad = [
  { x: 50, y: 200 },
  { x: 450, y: 200 },
  { x: 450, y: 220 },
  { x: 50, y: 220 },
];

test('a mark is left out by its middle, with a margin, in the scale of the picture that is read', () => {
  const isOmitted = insideOf([LINE], { scale: 2 });
  expect(isOmitted(letter(100, 402, 20, 38))).toBe(true);
  expect(isOmitted(letter(92, 402, 6, 38))).toBe(true);
  expect(isOmitted(letter(100, 340, 20, 38))).toBe(false);
  expect(isOmitted(letter(960, 402, 20, 38))).toBe(false);
});

test('a mark of a flattened picture is looked for where it lay', () => {
  const frame = { width: 500, height: 400, slant: { slope: 1, fan: 0 }, left: -400, top: -300 };
  const isOmitted = insideOf([LINE], { scale: 1, frame });
  // The centres of both pictures are the same place; along the row of the flattened picture, the place falls by 45 degrees.
  expect(isOmitted(letter(394, 300, 12, 20))).toBe(true);
  expect(isOmitted(letter(594, 300, 12, 20))).toBe(false);
});

test.each([
  [90, { x: 100 - 20, y: 10 }],
  [180, { x: 200 - 10, y: 100 - 20 }],
  [270, { x: 20, y: 200 - 10 }],
  [0, { x: 10, y: 20 }],
] as const)('a corner of a picture that is turned by %d goes with it', (turn, corner) => {
  const quad: Quad = [{ x: 10, y: 20 }, ...LINE.slice(1)] as unknown as Quad;
  expect(turnQuad(quad, { width: 200, height: 100 }, turn)[0]).toEqual(corner);
});
