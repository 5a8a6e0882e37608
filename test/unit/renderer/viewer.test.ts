import { expect, test } from 'vitest';
import {
  centredOn,
  fittedSize,
  heldInside,
  turnedRight,
  WHOLE,
  ZOOM_MAX,
  zoomAt,
} from '../../../renderer/parts/viewer/geometry.ts';

const VIEW = { width: 800, height: 400 };
const PICTURE = { width: 1600, height: 1200 };

test('a picture fits into the view, upright and on its side', () => {
  const upright = fittedSize(VIEW, PICTURE, WHOLE);
  expect(upright.height).toBe(400);
  expect(upright.width).toBeCloseTo(533.33, 1);
  const onSide = fittedSize(VIEW, PICTURE, { ...WHOLE, quarters: 1 });
  expect(onSide).toEqual({ width: 400, height: 300 });
});

test('zooming leaves what is under the point where it is', () => {
  const point = { x: 120, y: -40 };
  const before = { ...WHOLE, zoom: 2, x: 30, y: 10 };
  const after = zoomAt(before, 1.5, point);
  const under = (look: typeof before) => [(point.x - look.x) / look.zoom, (point.y - look.y) / look.zoom];
  expect(after.zoom).toBe(3);
  expect(under(after)[0]).toBeCloseTo(under(before)[0] ?? Number.NaN);
  expect(under(after)[1]).toBeCloseTo(under(before)[1] ?? Number.NaN);
});

test('zoom has an end on both sides', () => {
  expect(zoomAt(WHOLE, 100).zoom).toBe(ZOOM_MAX);
  expect(zoomAt({ ...WHOLE, zoom: 2 }, 0.01).zoom).toBe(1);
});

test('a picture is not pushed out of the view', () => {
  const fitted = fittedSize(VIEW, PICTURE, WHOLE);
  expect(heldInside({ ...WHOLE, x: 500, y: -500 }, VIEW, fitted)).toEqual(WHOLE);
  const near = heldInside({ ...WHOLE, zoom: 2, x: 5_000, y: -5_000 }, VIEW, fitted);
  expect(near.x).toBeCloseTo((fitted.width * 2 - 800) / 2);
  expect(near.y).toBeCloseTo(-200);
});

test('a box comes into the middle, however the picture is turned', () => {
  const box = { x: 0.8, y: 0.1, width: 0.1, height: 0.1 };
  const fitted = { width: 400, height: 300 };
  const upright = centredOn({ ...WHOLE, zoom: 2 }, box, fitted);
  expect(upright.x).toBeCloseTo(-0.35 * 800);
  expect(upright.y).toBeCloseTo(0.35 * 600);
  // A quarter turn clockwise: the right side moves to the bottom, and the top to the right.
  const turned = centredOn({ ...WHOLE, zoom: 2, quarters: 1 }, box, fitted);
  expect(turned.x).toBeCloseTo(-0.35 * 600);
  expect(turned.y).toBeCloseTo(-0.35 * 800);
});

test('four quarter turns are none', () => {
  const turned = [1, 2, 3, 4].reduce((look) => turnedRight(look), { ...WHOLE, zoom: 3, x: 40 });
  expect(turned).toEqual(WHOLE);
});
