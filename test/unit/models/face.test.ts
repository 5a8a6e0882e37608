import { expect, test } from 'vitest';
import { alignTo, type Landmarks, landmarksOf, type Point } from '../../../models/face/align.ts';
import { compareFaces, cosineOf } from '../../../models/face/compare.ts';
import { Crops } from '../../../models/face/crops.ts';
import { findFaces } from '../../../models/face/detect.ts';
import type { LookForFaces, SeenFace } from '../../../models/face/look.ts';
import { closeUp, overlap, tileLevels, wholeRegion } from '../../../models/face/regions.ts';
import type { RasterImage } from '../../../models/ports.ts';

function raster(width: number, height: number, value: (x: number, y: number) => [number, number, number]): RasterImage {
  const pixels = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) pixels.set(value(i % width, Math.floor(i / width)), i * 3);
  return { width, height, pixels };
}

/** A crop of its own, which holds. */
function cropOf(image: RasterImage, ...[map, size, form]: Parameters<Crops['square']>): Float32Array {
  using crops = new Crops(image, size);
  return crops.square(map, size, form).slice();
}

test('the cosine of two embeddings, held within 0 and 1', () => {
  expect(cosineOf([3, 4], [6, 8])).toBeCloseTo(1, 12);
  expect(cosineOf([1, 0], [1, 1])).toBeCloseTo(Math.SQRT1_2, 12);
  expect(cosineOf([1, 0], [0, 1])).toBe(0);
  expect(cosineOf([1, 0], [-1, 0])).toBe(0);
  expect(cosineOf([0.1, 0.2, 0.3], [0.1, 0.2, 0.3])).toBeLessThanOrEqual(1);
});

/** Two embeddings with this cosine. */
const pairWith = (cosine: number): [number[], number[]] => [
  [1, 0],
  [cosine, Math.sqrt(1 - cosine * cosine)],
];

test('the score is a probability: even at its midpoint, rising, and of the measured values', () => {
  expect(compareFaces(...pairWith(0.552))).toBe(0.5);
  expect(compareFaces(...pairWith(0.62))).toBeCloseTo(0.97, 2);
  expect(compareFaces(...pairWith(0.52))).toBeCloseTo(0.16, 2);
  const scores = Array.from({ length: 101 }, (_, i) => compareFaces(...pairWith(i / 100)));
  expect(scores).toEqual(scores.toSorted((a, b) => a - b));
  expect([scores.at(0), scores.at(-1)]).toEqual([0, 1]);
});

test('a score has four decimals', () => {
  const score = compareFaces(...pairWith(0.5678));
  expect(score).toBe(Number(score.toFixed(4)));
});

test.each([
  ['empty', [], []],
  ['of unequal length', [1, 2], [1, 2, 3]],
  ['without direction', [0, 0], [1, 2]],
  ['not numbers', [Number.NaN, 1], [1, 2]],
])('embeddings that are %s are not compared', (_, a, b) => {
  expect(() => compareFaces(a, b)).toThrow(RangeError);
});

test('a crop without turn or scale is the picture itself', () => {
  const image = raster(4, 4, (x, y) => [x * 10, y * 10, x + y]);
  const crop = cropOf(image, { a: 1, b: 0, dx: 0, dy: 0 }, 4);
  expect([...crop]).toEqual([...image.pixels]);
});

test('a crop made smaller is the mean of what it covers', () => {
  const stripes = raster(8, 8, (x) => (x % 2 === 0 ? [0, 0, 0] : [200, 100, 50]));
  const crop = cropOf(stripes, { a: 4, b: 0, dx: 0, dy: 0 }, 2);
  expect([...crop].map(Math.round)).toEqual(Array(4).fill([100, 50, 25]).flat());
});

test('a picture of odd sides is halved, its last row and column counting twice', () => {
  const image = raster(3, 3, (x, y) => [x * 10, y * 10, x === 2 && y === 2 ? 200 : 0]);
  // A crop of one pixel, four of the picture's in side: the one of the half whose middle it lies on.
  const halfAt = (x: number, y: number): number[] => [
    ...cropOf(image, { a: 4, b: 0, dx: 2 * x - 1, dy: 2 * y - 1 }, 1),
  ];
  expect([halfAt(0, 0), halfAt(1, 0), halfAt(0, 1), halfAt(1, 1)]).toEqual([
    [5, 5, 0],
    [20, 5, 0],
    [5, 20, 0],
    [20, 20, 200],
  ]);
});

test('a crop is laid out as a net wants it', () => {
  const image = raster(2, 2, (x, y) => [x * 10, y * 10, 50]);
  const form = { less: [1, 2, 3], gain: 2, blueFirst: true, mirrored: true } as const;
  const crop = cropOf(image, { a: 1, b: 0, dx: 0, dy: 0 }, 2, form);
  expect([...crop]).toEqual([94, -4, 18, 94, -4, -2, 94, 16, 18, 94, 16, -2]);
  const outside = cropOf(image, { a: 1, b: 0, dx: -50, dy: 0 }, 1, form);
  expect([...outside]).toEqual([-6, -4, -2]);
});

test('a crop can be turned, and is black outside the picture', () => {
  const image = raster(2, 2, (x, y) => [x === 1 && y === 0 ? 255 : 10, 0, 0]);
  // A quarter turn about the centre: crop pixel (0, 0) shows picture pixel (1, 0).
  const turned = cropOf(image, { a: 0, b: 1, dx: 2, dy: 0 }, 2);
  expect(turned[0]).toBeCloseTo(255, 3);
  const outside = cropOf(image, { a: 1, b: 0, dx: -50, dy: -50 }, 2);
  expect([...outside]).toEqual(Array(12).fill(0));
});

const TEMPLATE: Landmarks = {
  leftEye: { x: 78, y: 92 },
  rightEye: { x: 146, y: 92 },
  leftMouth: { x: 85, y: 163 },
  rightMouth: { x: 139, y: 163 },
};

test('the alignment finds the turn, scale and shift that made the landmarks', () => {
  const made = { a: 1.2, b: 0.5, dx: 30, dy: -12 };
  const move = ({ x, y }: { x: number; y: number }): { x: number; y: number } => ({
    x: made.a * x - made.b * y + made.dx,
    y: made.b * x + made.a * y + made.dy,
  });
  const found = alignTo(TEMPLATE, {
    leftEye: move(TEMPLATE.leftEye),
    rightEye: move(TEMPLATE.rightEye),
    leftMouth: move(TEMPLATE.leftMouth),
    rightMouth: move(TEMPLATE.rightMouth),
  });
  for (const key of ['a', 'b', 'dx', 'dy'] as const) expect(found[key]).toBeCloseTo(made[key], 9);
});

/** A mesh of 468 points whose eyes and mouth lie at given places. */
function meshAt(centreX: number, centreY: number, eyeDistance: number): Point[] {
  const mesh = Array.from({ length: 468 }, () => ({ x: centreX, y: centreY }));
  for (const i of [33, 133, 159, 145]) mesh[i] = { x: centreX - eyeDistance / 2, y: centreY };
  for (const i of [362, 263, 386, 374]) mesh[i] = { x: centreX + eyeDistance / 2, y: centreY };
  mesh[61] = { x: centreX - eyeDistance / 3, y: centreY + eyeDistance };
  mesh[291] = { x: centreX + eyeDistance / 3, y: centreY + eyeDistance };
  return mesh;
}

test('landmarks come from the mesh, and none from a mesh that lacks them', () => {
  expect(landmarksOf(meshAt(100, 50, 30))).toEqual({
    leftEye: { x: 85, y: 50 },
    rightEye: { x: 115, y: 50 },
    leftMouth: { x: 90, y: 80 },
    rightMouth: { x: 110, y: 80 },
  });
  expect(landmarksOf([])).toBeNull();
  expect(landmarksOf(meshAt(100, 50, 30).slice(0, 200))).toBeNull();
});

test('the whole picture lies in its region, with room around it', () => {
  const region = wholeRegion(1000, 600);
  expect(region.x).toBeLessThan(0);
  expect(region.y).toBeLessThan(0);
  expect(region.x + region.side).toBeGreaterThan(1000);
  expect(region.x + region.side / 2).toBe(500);
  expect(region.y + region.side / 2).toBe(300);
});

test.each([
  [1000, 630],
  [600, 900],
  [500, 500],
  [3000, 10],
])(
  'tiles of a picture of %i by %i cover every place, and a portrait on a border lies whole in one',
  (width, height) => {
    for (const tiles of tileLevels(width, height)) {
      const side = tiles[0]?.side ?? 0;
      const portrait = { width: side / 3, height: Math.min(height, side / 3) };
      for (let x = 0; x <= width - portrait.width; x += portrait.width / 5) {
        for (let y = 0; y <= height - portrait.height; y += Math.max(1, portrait.height / 5)) {
          const whole = tiles.some(
            (tile) =>
              tile.x <= x + 1e-6 &&
              tile.y <= y + 1e-6 &&
              tile.x + tile.side >= x + portrait.width - 1e-6 &&
              tile.y + tile.side >= y + portrait.height - 1e-6,
          );
          expect(whole, `${x}, ${y} in tiles of ${side}`).toBe(true);
        }
      }
    }
  },
);

test('overlap is the share of the smaller box, and a close-up is centred on its face', () => {
  const box = { x: 10, y: 10, width: 20, height: 10 };
  expect(overlap(box, box)).toBe(1);
  expect(overlap(box, { x: 12, y: 12, width: 2, height: 2 })).toBe(1);
  expect(overlap(box, { x: 20, y: 10, width: 20, height: 10 })).toBe(0.5);
  expect(overlap(box, { x: 30, y: 10, width: 5, height: 5 })).toBe(0);
  expect(closeUp(box)).toEqual({ x: 0, y: -5, side: 40 });
});

interface Scripted {
  x: number;
  y: number;
  side: number;
  score: number;
}

/** Stands for detector and mesh: sees a face whose middle is shown, at `sizeMin` pixels or more. */
function scriptedLook(faces: Scripted[], sizeMin: number): { look: LookForFaces; looks: number[] } {
  const looks: number[] = [];
  const look: LookForFaces = async (region) => {
    looks.push(region.side);
    const pixels = Math.min(640, Math.max(256, region.side));
    return faces.flatMap(({ x, y, side, score }): SeenFace[] => {
      const centre = { x: x + side / 2, y: y + side / 2 };
      const within =
        centre.x > region.x &&
        centre.x < region.x + region.side &&
        centre.y > region.y &&
        centre.y < region.y + region.side;
      if (!within || (side * pixels) / region.side < sizeMin) return [];
      const landmarks = landmarksOf(meshAt(centre.x, centre.y, side / 3)) as Landmarks;
      return [{ box: { x, y, width: side, height: side }, score, landmarks, crop: { a: 1, b: 0, dx: x, dy: y } }];
    });
  };
  return { look, looks };
}

const pictureOf = (width: number, height: number): RasterImage => ({
  width,
  height,
  pixels: new Uint8Array(width * height * 3),
});

test('a large face costs one look, and its place is given in pixels of the picture', async () => {
  const faces = [{ x: 200, y: 100, side: 300, score: 0.9 }];
  const { look, looks } = scriptedLook(faces, 20);
  const [face, ...others] = await findFaces(pictureOf(800, 600), look);
  expect(others).toEqual([]);
  expect(looks).toHaveLength(1);
  expect(face?.box.x).toBeGreaterThan(196);
  expect(face?.box.x).toBeLessThan(204);
  expect(Math.abs((face?.box.width ?? 0) - 300)).toBeLessThan(5);
  expect(face?.landmarks.leftEye.x).toBeCloseTo(200 + 150 - 50, -1);
  expect(face?.score).toBe(0.9);
});

test('a face that is too small in the whole picture is found in the tiles, once', async () => {
  const faces = [{ x: 60, y: 200, side: 90, score: 0.8 }];
  const picture = pictureOf(2000, 1200);
  const { look, looks } = scriptedLook(faces, 40);
  const found = await findFaces(picture, look);
  expect(looks.length).toBeGreaterThan(2);
  expect(found).toHaveLength(1);
  expect(Math.abs((found[0]?.box.x ?? 0) - 60)).toBeLessThan(4);
  expect(Math.abs((found[0]?.box.width ?? 0) - 90)).toBeLessThan(6);
});

test('a selfie is looked at as a whole alone', async () => {
  const faces = [{ x: 60, y: 200, side: 90, score: 0.8 }];
  const { look, looks } = scriptedLook(faces, 40);
  expect(await findFaces(pictureOf(2000, 1200), look, 'whole')).toEqual([]);
  expect(looks).toHaveLength(1);
});

test('a weak find in a tile is print, not a face, and so is a face of a few pixels', async () => {
  const weak = [{ x: 60, y: 200, side: 90, score: 0.5 }];
  expect(await findFaces(pictureOf(1000, 600), scriptedLook(weak, 60).look)).toEqual([]);
  const tiny = [{ x: 60, y: 50, side: 20, score: 0.9 }];
  expect(await findFaces(pictureOf(200, 150), scriptedLook(tiny, 5).look)).toEqual([]);
});

test('a find in a tile that is lost from near is no face', async () => {
  const faces = [{ x: 60, y: 200, side: 90, score: 0.9 }];
  const picture = pictureOf(2000, 1200);
  const { look } = scriptedLook(faces, 40);
  const lostFromNear: LookForFaces = async (region) => (region.side < 300 ? [] : look(region));
  expect(await findFaces(picture, look)).toHaveLength(1);
  expect(await findFaces(picture, lostFromNear)).toEqual([]);
});

test('faces come largest first', async () => {
  const faces = [
    { x: 500, y: 100, side: 200, score: 0.95 },
    { x: 50, y: 100, side: 300, score: 0.7 },
  ];
  const { look } = scriptedLook(faces, 20);
  const found = await findFaces(pictureOf(800, 600), look);
  expect(found.map((face) => face.score)).toEqual([0.7, 0.95]);
});

test('two finds of one face are one, the better', async () => {
  const faces = [{ x: 200, y: 100, side: 300, score: 0.9 }];
  const { look } = scriptedLook(faces, 20);
  const twice: LookForFaces = async (region) => {
    const [face] = await look(region);
    return face === undefined ? [] : [{ ...face, score: 0.4 }, face];
  };
  expect((await findFaces(pictureOf(800, 600), twice)).map((face) => face.score)).toEqual([0.9]);
});

test('a picture without a face has none', async () => {
  const { look } = scriptedLook([], 20);
  expect(await findFaces(pictureOf(400, 300), look)).toEqual([]);
});
