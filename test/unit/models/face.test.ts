import { expect, test } from 'vitest';
import { alignTo, isWholeMesh, type Place, type Point } from '../../../models/face/align.ts';
import { compareFaces, cosineOf } from '../../../models/face/compare.ts';
import { Crops } from '../../../models/face/crops.ts';
import { findFaces } from '../../../models/face/detect.ts';
import { createEmbedder } from '../../../models/face/embed.ts';
import type { LookForFaces, SeenFace } from '../../../models/face/look.ts';
import { FACE_NETS, FACE_NETS_CHOICES, type FaceNetsChoice } from '../../../models/face/nets.ts';
import { choiceOf, partsOf, RECOGNITIONS } from '../../../models/face/recognition.ts';
import { closeUp, tileLevels, wholeRegion } from '../../../models/face/regions.ts';
import { DLIB_VIEWS, MOBILEFACENET_VIEWS } from '../../../models/face/views.ts';
import type { RasterImage } from '../../../models/ports.ts';

function raster(width: number, height: number, value: (x: number, y: number) => [number, number, number]): RasterImage {
  const pixels = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) pixels.set(value(i % width, Math.floor(i / width)), i * 3);
  return { width, height, pixels };
}

/** A separate crop whose pixels stay valid. */
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

test.each<[FaceNetsChoice, ...[cosine: number, score: number][]]>([
  ['dlib+mobilefacenet', [0.7532, 0.5], [0.8152, 0.99], [0.7345, 0.2]],
  ['dlib+faceres', [0.8203, 0.5], [0.849, 0.99], [0.8117, 0.2]],
  ['faceres', [0.552, 0.5], [0.62, 0.97], [0.52, 0.16]],
])(
  'the score of %s is a probability: even at its midpoint, rising, and of the measured values',
  (choice, ...measured) => {
    for (const [cosine, score] of measured) expect(compareFaces(...pairWith(cosine), choice)).toBeCloseTo(score, 2);
    const scores = Array.from({ length: 101 }, (_, i) => compareFaces(...pairWith(i / 100), choice));
    expect(scores).toEqual(scores.toSorted((a, b) => a - b));
    expect([scores.at(0), scores.at(-1)]).toEqual([0, 1]);
  },
);

test('a score has four decimals', () => {
  const score = compareFaces(...pairWith(0.7586), 'dlib+mobilefacenet');
  expect(score).toBe(Number(score.toFixed(4)));
  expect(score).toBeGreaterThan(0.5);
});

test('each choice of nets has a model of its own, and its parts are one cosine', () => {
  const models = FACE_NETS_CHOICES.map((choice) => RECOGNITIONS[choice].model);
  expect(new Set(models.map(({ name }) => name)).size).toBe(FACE_NETS_CHOICES.length);
  expect(models.map(choiceOf)).toEqual(FACE_NETS_CHOICES);
  expect(choiceOf({ name: 'another', version: '1' })).toBeNull();
  for (const choice of FACE_NETS_CHOICES) {
    expect(partsOf(choice).reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12);
    for (const { views, weight } of partsOf(choice)) expect([views.length, weight > 0]).toEqual([2, true]);
  }
});

test('the templates of another release of faceres are still the ones of today', () => {
  expect(RECOGNITIONS.faceres.model).toEqual({ name: '@vladmandic/human faceres, aligned', version: '3.3.6+custos.5' });
});

test.each([
  ['empty', [], []],
  ['of unequal length', [1, 2], [1, 2, 3]],
  ['without direction', [0, 0], [1, 2]],
  ['not numbers', [Number.NaN, 1], [1, 2]],
])('embeddings that are %s are not compared', (_, a, b) => {
  expect(() => compareFaces(a, b, 'faceres')).toThrow(RangeError);
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
  // A crop of one pixel that covers four pixels of the picture in each direction. It equals the pixel of the halved picture that it is centred on.
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
  // A quarter turn around the centre: crop pixel (0, 0) shows picture pixel (1, 0).
  const turned = cropOf(image, { a: 0, b: 1, dx: 2, dy: 0 }, 2);
  expect(turned[0]).toBeCloseTo(255, 3);
  const outside = cropOf(image, { a: 1, b: 0, dx: -50, dy: -50 }, 2);
  expect([...outside]).toEqual(Array(12).fill(0));
});

const PLACES: Place[] = [
  { vertices: [33, 133], at: { x: 78, y: 92 } },
  { vertices: [263], at: { x: 146, y: 92 } },
  { vertices: [61], at: { x: 85, y: 163 } },
  { vertices: [291], at: { x: 139, y: 163 } },
];

test('the alignment finds the turn, scale and shift that made the landmarks', () => {
  const made = { a: 1.2, b: 0.5, dx: 30, dy: -12 };
  const move = ({ x, y }: { x: number; y: number }): { x: number; y: number } => ({
    x: made.a * x - made.b * y + made.dx,
    y: made.b * x + made.a * y + made.dy,
  });
  const mesh: Point[] = [];
  for (const { vertices, at } of PLACES) {
    // For several vertices, their centre counts.
    for (const [i, vertex] of vertices.entries()) {
      const { x, y } = move(at);
      mesh[vertex] = { x: x + (vertices.length - 1) * (i - 0.5), y };
    }
  }
  const found = alignTo(PLACES, mesh);
  for (const key of ['a', 'b', 'dx', 'dy'] as const) expect(found[key]).toBeCloseTo(made[key], 9);
});

/** A mesh of 468 points with the eyes and the mouth at given places. */
function meshAt(centreX: number, centreY: number, eyeDistance: number): Point[] {
  const mesh = Array.from({ length: 468 }, () => ({ x: centreX, y: centreY }));
  for (const i of [33, 133, 159, 145]) mesh[i] = { x: centreX - eyeDistance / 2, y: centreY };
  for (const i of [362, 263, 386, 374]) mesh[i] = { x: centreX + eyeDistance / 2, y: centreY };
  mesh[61] = { x: centreX - eyeDistance / 3, y: centreY + eyeDistance };
  mesh[291] = { x: centreX + eyeDistance / 3, y: centreY + eyeDistance };
  return mesh;
}

test('faces are aligned on a whole mesh, and not on one that lacks points', () => {
  expect(isWholeMesh(meshAt(100, 50, 30))).toBe(true);
  expect(isWholeMesh([])).toBe(false);
  expect(isWholeMesh(meshAt(100, 50, 30).slice(0, 200))).toBe(false);
  expect(isWholeMesh(meshAt(100, Number.NaN, 30))).toBe(false);
});

/** A mesh that has every place of these views where the crop expects it, moved and enlarged. */
function meshFor(places: readonly Place[], { a, dx, dy }: { a: number; dx: number; dy: number }): Point[] {
  const mesh = meshAt(0, 0, 30);
  for (const { vertices, at } of places)
    for (const vertex of vertices) mesh[vertex] = { x: a * at.x + dx, y: a * at.y + dy };
  return mesh;
}

test.each([
  ['dlib', DLIB_VIEWS, FACE_NETS.dlib.size, 33],
  ['MobileFaceNet', MOBILEFACENET_VIEWS, FACE_NETS.mobilefacenet.size, 5],
] as const)('a face is cut for %s as it was trained on it, plain and mirrored', (_, views, size, points) => {
  const [plain, mirrored] = views;
  expect(plain?.places).toHaveLength(points);
  expect(mirrored).toEqual({ places: plain?.places, form: { ...plain?.form, mirrored: true } });
  for (const { at } of plain?.places ?? []) {
    expect(Math.min(at.x, at.y)).toBeGreaterThan(0);
    expect(Math.max(at.x, at.y)).toBeLessThan(size);
  }
  const made = { a: 2, dx: 30, dy: 20 };
  expect(alignTo(plain?.places ?? [], meshFor(plain?.places ?? [], made))).toMatchObject({
    a: expect.closeTo(2, 9),
    b: expect.closeTo(0, 9),
    dx: expect.closeTo(30, 9),
    dy: expect.closeTo(20, 9),
  });
});

test('the outer corners of the eyes and the mouth lie where dlib and ArcFace have them', () => {
  const placeOf = (vertex: number, places: readonly Place[] = []): Point | undefined =>
    places.find(({ vertices }) => vertices.includes(vertex))?.at;
  // Of 150 pixels: (0.25 + 0.121737) / 1.5 and (0.25 + 0.216423) / 1.5.
  expect(placeOf(33, DLIB_VIEWS[0]?.places)?.x).toBeCloseTo(37.1737, 4);
  expect(placeOf(33, DLIB_VIEWS[0]?.places)?.y).toBeCloseTo(46.6423, 4);
  expect(placeOf(291, DLIB_VIEWS[0]?.places)?.x).toBeCloseTo(97.6104, 4);
  // 0.9 of the way from (56, 71.5) to (38.2946, 51.6963) and to (70.7299, 92.2041).
  expect(placeOf(33, MOBILEFACENET_VIEWS[0]?.places)?.x).toBeCloseTo(40.06514, 5);
  expect(placeOf(33, MOBILEFACENET_VIEWS[0]?.places)?.y).toBeCloseTo(53.67667, 5);
  expect(placeOf(291, MOBILEFACENET_VIEWS[0]?.places)?.y).toBeCloseTo(90.13369, 5);
});

test('an embedding joins what each net makes of its views, and its cosine is the weighted mean of theirs', async () => {
  const embed = async (dlib: number[][], mobilefacenet: number[][]): Promise<number[]> => {
    const giving = (views: number[][]) => ({ run: async () => [Float32Array.from(views.shift() ?? [])] });
    const nets = { choice: 'dlib+mobilefacenet', dlib: giving(dlib), mobilefacenet: giving(mobilefacenet) } as const;
    using crops = new Crops(pictureOf(200, 200), FACE_NETS.dlib.size);
    return createEmbedder(nets)(crops, meshAt(100, 80, 40));
  };
  const a = await embed(
    [
      [3, 0],
      [0, 4],
    ],
    [
      [1, 1],
      [1, -1],
    ],
  );
  const b = await embed(
    [
      [0, 2],
      [0, 2],
    ],
    [
      [2, 0],
      [1, 0],
    ],
  );
  expect(a).toHaveLength(4);
  expect(Math.hypot(...a)).toBeCloseTo(1, 9);
  const [dlib, mobilefacenet] = partsOf('dlib+mobilefacenet').map(({ weight }) => weight);
  expect(cosineOf(a, b)).toBeCloseTo((dlib ?? 0) * 0.8 + (mobilefacenet ?? 0) * 1, 6);
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

test('a close-up is centred on its face', () => {
  expect(closeUp({ x: 10, y: 10, width: 20, height: 10 })).toEqual({ x: 0, y: -5, side: 40 });
});

interface Scripted {
  x: number;
  y: number;
  side: number;
  score: number;
}

/** Replaces detector and mesh: finds a face whose centre is in the region, at `sizeMin` pixels or more. */
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
      const mesh = meshAt(centre.x, centre.y, side / 3);
      return [
        {
          box: { x, y, width: side, height: side },
          score,
          mesh: mesh.map((point) => ({ ...point, z: 0 })),
          crop: { a: 1, b: 0, dx: x, dy: y },
        },
      ];
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
  expect(face?.mesh[33]?.x).toBeCloseTo(200 + 150 - 50, -1);
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

test('two people cheek by cheek are two faces, though their boxes share more than half of the smaller one', async () => {
  const faces = [
    { x: 200, y: 100, side: 300, score: 0.7 },
    { x: 410, y: 180, side: 150, score: 0.9 },
  ];
  const { look } = scriptedLook(faces, 20);
  expect((await findFaces(pictureOf(800, 600), look)).map((face) => face.score)).toEqual([0.7, 0.9]);
});

test('a face that is seen again from near stays whose it is, with a larger neighbour beside it or without being found again', async () => {
  const faces = [
    { x: 200, y: 300, side: 100, score: 0.8 },
    { x: 230, y: 270, side: 140, score: 0.7 },
  ];
  const { look } = scriptedLook(faces, 20);
  const picture = pictureOf(800, 600);
  const found = await findFaces(picture, look, 'whole');
  expect(found.map(({ box }) => box.x)).toEqual([230, 200]);
  // The close-up of each face shows only the other one.
  const swapped: LookForFaces = async (region) => {
    const seen = await look(region);
    const middle = { x: region.x + region.side / 2, y: region.y + region.side / 2 };
    const isIt = ({ box }: SeenFace) =>
      Math.hypot(box.x + box.width / 2 - middle.x, box.y + box.width / 2 - middle.y) < 1;
    return region.side < 300 ? seen.filter((face) => !isIt(face)) : seen;
  };
  expect((await findFaces(picture, swapped, 'whole')).map(({ box }) => box.x)).toEqual([230, 200]);
});

test('a picture without a face has none', async () => {
  const { look } = scriptedLook([], 20);
  expect(await findFaces(pictureOf(400, 300), look)).toEqual([]);
});
