import type { RasterImage } from '../../../models/ports.ts';
import { apply, FRAME, rotation, sample } from './sheet.ts';

/** Where a head is drawn and how it is held, as in `SheetPose`. */
export interface ReliefPose {
  yaw: number;
  pitch: number;
  roll: number;
  x: number;
  y: number;
  /** From forehead to chin. */
  heightPx: number;
}

/** Fields of the net across the portrait. */
const CELLS = 96;
/** Beyond the face, the head curves back within this share of its height. */
const SPREAD = 0.05;
/** How far behind the ears the head and the background are, and how weakly that counts beside points of the face. */
const BACK = 0.25;
const BACK_WEIGHT = 1e-3;
/** Within these distances from the middle of the face, in its heights, the turn fades to nothing: a neck that turns, before a still background. */
const TURNS_FULLY = 0.62;
const STANDS_STILL = 1.15;
const FOCAL_HEIGHTS = 3;

/**
 * Returns a drawer of the head of a portrait, turned: a relief of its pixels by the depths of the face mesh. It has true parallax, and holes and
 * stretched pixels at the far cheek.
 *
 * @param points as `FrameFace.points`, in pixels of the portrait
 */
export function reliefOf(portrait: RasterImage, points: ArrayLike<number>): (pose: ReliefPose) => RasterImage {
  const count = points.length / 3;
  const at = (i: number) => ({ x: points[3 * i] ?? 0, y: points[3 * i + 1] ?? 0, z: points[3 * i + 2] ?? 0 });
  const [top, chin, left, right] = [at(10), at(152), at(234), at(454)];
  const height = Math.hypot(chin.x - top.x, chin.y - top.y);
  const middle = { x: (left.x + right.x) / 2, y: (top.y + chin.y) / 2, z: Math.max(left.z, right.z) };
  const vertices: { x: number; y: number; z: number; u: number; v: number; turn: number }[] = [];
  for (let row = 0; row <= CELLS; row++)
    for (let column = 0; column <= CELLS; column++) {
      const [u, v] = [column / CELLS, row / CELLS];
      const [x, y] = [u * portrait.width, v * portrait.height];
      let [sum, weights] = [BACK_WEIGHT * (middle.z + BACK * height), BACK_WEIGHT];
      for (let i = 0; i < count; i++) {
        const dx = ((points[3 * i] ?? 0) - x) / (SPREAD * height);
        const dy = ((points[3 * i + 1] ?? 0) - y) / (SPREAD * height);
        const squares = dx * dx + dy * dy;
        if (squares > 30) continue;
        const weight = Math.exp(-squares / 2);
        sum += weight * (points[3 * i + 2] ?? 0);
        weights += weight;
      }
      const distance = Math.hypot(x - middle.x, y - middle.y) / height;
      const turn = Math.min(1, Math.max(0, (STANDS_STILL - distance) / (STANDS_STILL - TURNS_FULLY)));
      const z = sum / weights - middle.z;
      vertices.push({ x: (x - middle.x) / height, y: (y - middle.y) / height, z: z / height, u, v, turn });
    }
  return (pose) => draw(portrait, vertices, pose);
}

function draw(
  portrait: RasterImage,
  vertices: readonly { x: number; y: number; z: number; u: number; v: number; turn: number }[],
  { yaw, pitch, roll, x, y, heightPx }: ReliefPose,
): RasterImage {
  const pixels = new Uint8Array(3 * FRAME.width * FRAME.height).fill(128);
  const depths = new Float32Array(FRAME.width * FRAME.height).fill(Number.POSITIVE_INFINITY);
  const turns = Array.from({ length: 65 }, (_, i) => rotation((yaw * i) / 64, (pitch * i) / 64, (roll * i) / 64));
  const placed = vertices.map((vertex) => {
    const turned = apply(turns[Math.round(vertex.turn * 64)] as ReturnType<typeof rotation>, [
      vertex.x,
      vertex.y,
      vertex.z,
    ]);
    const scale = (heightPx * FOCAL_HEIGHTS) / (FOCAL_HEIGHTS + turned[2]);
    const [px, py] = [FRAME.width / 2 + x + scale * turned[0], FRAME.height / 2 + y + scale * turned[1]];
    return { x: px, y: py, z: turned[2], u: vertex.u, v: vertex.v };
  });
  const side = CELLS + 1;
  for (let row = 0; row < CELLS; row++)
    for (let column = 0; column < CELLS; column++) {
      const i = row * side + column;
      const [a, b, c, d] = [placed[i], placed[i + 1], placed[i + side], placed[i + side + 1]];
      if (!a || !b || !c || !d) continue;
      fill(a, b, c);
      fill(b, d, c);
    }
  return { ...FRAME, pixels };

  function fill(a: Placed, b: Placed, c: Placed): void {
    const area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    if (area === 0) return;
    const [x0, x1] = [
      Math.max(0, Math.floor(Math.min(a.x, b.x, c.x))),
      Math.min(FRAME.width - 1, Math.max(a.x, b.x, c.x)),
    ];
    const [y0, y1] = [
      Math.max(0, Math.floor(Math.min(a.y, b.y, c.y))),
      Math.min(FRAME.height - 1, Math.max(a.y, b.y, c.y)),
    ];
    for (let py = y0; py <= y1; py++)
      for (let px = x0; px <= x1; px++) {
        const wb = ((px + 0.5 - a.x) * (c.y - a.y) - (py + 0.5 - a.y) * (c.x - a.x)) / area;
        const wc = ((b.x - a.x) * (py + 0.5 - a.y) - (b.y - a.y) * (px + 0.5 - a.x)) / area;
        const wa = 1 - wb - wc;
        if (wa < 0 || wb < 0 || wc < 0) continue;
        const z = wa * a.z + wb * b.z + wc * c.z;
        const at = py * FRAME.width + px;
        if (z >= (depths[at] as number)) continue;
        depths[at] = z;
        sample(portrait, wa * a.u + wb * b.u + wc * c.u, wa * a.v + wb * b.v + wc * c.v, pixels, 3 * at);
      }
  }
}

interface Placed {
  x: number;
  y: number;
  z: number;
  u: number;
  v: number;
}
