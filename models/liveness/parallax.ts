/**
 * How far a face has moved as a body does, and no flat picture can. Both are in % of the face's height, against the frame that looks straight ahead.
 */
export interface Parallax {
  /** How far the tip of the nose moved to the right of the picture, beyond what an affine map of the corners of eyes and mouth explains. */
  noseX: number;
  /** The same, down. */
  noseY: number;
  /** What the best homography of the rigid points leaves unexplained: root of the mean squared distance. A flat picture leaves nothing. */
  residual: number;
}

type Points = ArrayLike<number>;

const NOSE_TIP = 4;
/** The corners of eyes and mouth. */
const CORNERS = [33, 133, 362, 263, 61, 291];
/** Points that neither speech nor expression moves: forehead, brow, corners of the eyes, nose and cheekbones; 57 of them. */
const RIGID = [
  10, 151, 9, 8, 108, 337, 69, 299, 104, 333, 109, 338, 67, 297, 168, 6, 197, 195, 5, 4, 1, 19, 94, 2, 98, 327, 129,
  358, 49, 279, 131, 360, 198, 420, 236, 456, 174, 399, 122, 351, 193, 417, 33, 133, 362, 263, 116, 345, 117, 346, 118,
  347, 50, 280, 101, 330, 0,
];

/**
 * Returns the parallax of a face between two frames.
 *
 * @param from points of the frame that looks ahead, as `FrameFace.points`
 * @param to points of the other frame
 * @param heightPx height of the face in the frame that looks ahead
 */
export function parallaxOf(from: Points, to: Points, heightPx: number): Parallax {
  const scale = 100 / (heightPx * growth(from, to));
  const affine = fitAffine(from, to, CORNERS);
  const [noseX, noseY] = affine(at(from, NOSE_TIP));
  const nose = at(to, NOSE_TIP);
  const homography = fitHomography(from, to, RIGID);
  let squares = 0;
  for (const i of RIGID) {
    const [x, y] = homography(at(from, i));
    const seen = at(to, i);
    squares += (x - seen[0]) ** 2 + (y - seen[1]) ** 2;
  }
  return {
    noseX: scale * (nose[0] - noseX),
    noseY: scale * (nose[1] - noseY),
    residual: scale * Math.sqrt(squares / RIGID.length),
  };
}

type Pair = readonly [x: number, y: number];

const at = (points: Points, i: number): Pair => [points[3 * i] ?? 0, points[3 * i + 1] ?? 0];

/** How much nearer the face is: a face that comes closer must not count as one that turns. The height barely changes with a turn to a side. */
function growth(from: Points, to: Points): number {
  const height = (points: Points): number => {
    const [[ax, ay], [bx, by]] = [at(points, 10), at(points, 152)];
    return Math.hypot(bx - ax, by - ay);
  };
  return height(to) / height(from);
}

/** Returns the affine map with the least squared distance. */
function fitAffine(from: Points, to: Points, indices: readonly number[]): (point: Pair) => Pair {
  const rows: number[][] = [];
  const [xs, ys]: number[][] = [[], []];
  for (const i of indices) {
    rows.push([...at(from, i), 1]);
    const [x, y] = at(to, i);
    (xs as number[]).push(x);
    (ys as number[]).push(y);
  }
  const [a, b] = [leastSquares(rows, xs as number[]), leastSquares(rows, ys as number[])];
  return ([x, y]) => [dot(a, [x, y, 1]), dot(b, [x, y, 1])];
}

/**
 * Returns by how much the face is narrower in one direction than in the other, against the frame that looks ahead: the smaller stretch of the affine
 * map of the corners over the larger one, 0..1. For a flat picture it is the cosine of its tilt.
 */
export function foreshortening(from: Points, to: Points): number {
  const map = fitAffine(from, to, CORNERS);
  const [ox, oy] = map([0, 0]);
  const [ax, ay] = map([1, 0]);
  const [bx, by] = map([0, 1]);
  const [a, b, c, d] = [ax - ox, bx - ox, ay - oy, by - oy];
  // The singular values of a matrix of two by two, from its halves that turn and that mirror.
  const turns = Math.hypot(a + d, c - b);
  const mirrors = Math.hypot(a - d, b + c);
  return Math.abs(turns - mirrors) / (turns + mirrors);
}

/** Distances before and after are of this order: keeps the equations well conditioned (Hartley, "In defense of the eight-point algorithm", 1997). */
function normaliser(points: Points, indices: readonly number[]) {
  let [cx, cy] = [0, 0];
  for (const i of indices) {
    const [x, y] = at(points, i);
    cx += x / indices.length;
    cy += y / indices.length;
  }
  let spread = 0;
  for (const i of indices) {
    const [x, y] = at(points, i);
    spread += Math.hypot(x - cx, y - cy) / indices.length;
  }
  return {
    into: ([x, y]: Pair): Pair => [(x - cx) / spread, (y - cy) / spread],
    back: ([x, y]: Pair): Pair => [x * spread + cx, y * spread + cy],
  };
}

/** Rounds in which each equation is weighted by the depth of the round before, which turns the algebraic distance into the true one. */
const ROUNDS = 3;

/** Returns the homography with the least squared distance. */
function fitHomography(from: Points, to: Points, indices: readonly number[]): (point: Pair) => Pair {
  const [source, target] = [normaliser(from, indices), normaliser(to, indices)];
  let h = [1, 0, 0, 0, 1, 0, 0, 0];
  const depth = ([x, y]: Pair): number => dot(h.slice(6), [x, y]) + 1;
  for (let round = 0; round < ROUNDS; round++) {
    const rows: number[][] = [];
    const values: number[] = [];
    for (const i of indices) {
      const [x, y] = source.into(at(from, i));
      const [u, v] = target.into(at(to, i));
      const w = 1 / depth([x, y]);
      rows.push([x * w, y * w, w, 0, 0, 0, -u * x * w, -u * y * w]);
      rows.push([0, 0, 0, x * w, y * w, w, -v * x * w, -v * y * w]);
      values.push(u * w, v * w);
    }
    h = leastSquares(rows, values);
  }
  return (point) => {
    const [x, y] = source.into(point);
    const w = depth([x, y]);
    return target.back([dot(h.slice(0, 3), [x, y, 1]) / w, dot(h.slice(3, 6), [x, y, 1]) / w]);
  };
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

/** Solves the normal equations by elimination with pivots. Numbers that are not finite are the answer to points that all coincide. */
function leastSquares(rows: readonly number[][], values: readonly number[]): number[] {
  const size = rows[0]?.length ?? 0;
  const matrix = Array.from({ length: size }, (_, i) => [
    ...Array.from({ length: size }, (__, j) => rows.reduce((sum, row) => sum + (row[i] ?? 0) * (row[j] ?? 0), 0)),
    rows.reduce((sum, row, k) => sum + (row[i] ?? 0) * (values[k] ?? 0), 0),
  ]);
  for (let i = 0; i < size; i++) {
    let pivot = i;
    for (let k = i + 1; k < size; k++) if (Math.abs(matrix[k]?.[i] ?? 0) > Math.abs(matrix[pivot]?.[i] ?? 0)) pivot = k;
    [matrix[i], matrix[pivot]] = [matrix[pivot] as number[], matrix[i] as number[]];
    const row = matrix[i] as number[];
    for (let k = 0; k < size; k++) {
      if (k === i) continue;
      const other = matrix[k] as number[];
      const factor = (other[i] as number) / (row[i] as number);
      for (let j = i; j <= size; j++) other[j] = (other[j] as number) - factor * (row[j] as number);
    }
  }
  return matrix.map((row, i) => (row[size] as number) / (row[i] as number));
}
