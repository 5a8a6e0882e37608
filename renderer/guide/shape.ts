import type { Point } from './outline.ts';

export interface Size {
  width: number;
  height: number;
}

/** Focal length of a camera's lens as a share of the picture's longer side: between a phone's and a webcam's. */
const FOCAL = 0.9;
/** ID-1 is 85.60 x 53.98 mm (ISO/IEC 7810); TD3's page is 125 x 88 mm and ID-2 105 x 74 mm. */
const ASPECTS = [85.6 / 53.98, 125 / 88];
/** An aspect further from these than this (in logarithms) speaks no more against a shape: other documents exist. */
const ODD_MAX = 0.25;

/** What the picture of four corners says of the rectangle that it may show. */
export interface Shape {
  /** How far the aspect is from that of a known document, in logarithms. */
  odd: number;
  /** How far the sides in space are from a right angle: its cosine. */
  skew: number;
  /** The cosine of the tilt. */
  tilt: number;
  /** The logarithm of longer by shorter side. */
  long: number;
}

/**
 * Measures the parallelogram in space whose picture four corners are, for a lens of the focal length `FOCAL` (Z. Zhang and L. He, "Whiteboard scanning
 * and image enhancement", 2007, section 3.2).
 */
export function shapeOf(corners: readonly Point[], { width, height }: Size): Shape {
  const focal = FOCAL * Math.max(width, height);
  const [m1, m2, m4, m3] = corners.map(({ x, y }) => [x - width / 2, y - height / 2, focal] as const) as [
    Ray,
    Ray,
    Ray,
    Ray,
  ];
  const k2 = dot(cross(m1, m4), m3) / dot(cross(m2, m4), m3);
  const k3 = dot(cross(m1, m4), m2) / dot(cross(m3, m4), m2);
  const less = (k: number, [x, y, z]: Ray): Ray => [k * x - m1[0], k * y - m1[1], k * z - m1[2]];
  const [across, down] = [less(k2, m2), less(k3, m3)];
  const [wide, tall, normal] = [Math.hypot(...across), Math.hypot(...down), cross(across, down)];
  const long = Math.abs(Math.log(wide / tall));
  const odd = Math.min(ODD_MAX, ...ASPECTS.map((aspect) => Math.abs(long - Math.log(aspect))));
  const shape = {
    odd,
    skew: Math.abs(dot(across, down)) / (wide * tall),
    tilt: Math.abs(normal[2]) / Math.hypot(...normal),
    long,
  };
  return Object.values(shape).every(Number.isFinite) ? shape : IMPOSSIBLE;
}

/** No rectangle has such a picture. */
const IMPOSSIBLE: Shape = { odd: ODD_MAX, skew: 1, tilt: 5, long: 2 };

type Ray = readonly [number, number, number];
const cross = (a: Ray, b: Ray): Ray => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: Ray, b: Ray): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Signed area by the shoelace formula: positive if the corners run clockwise on the screen. */
export function areaOf(corners: readonly Point[]): number {
  let sum = 0;
  let before = corners.at(-1) as Point;
  for (const at of corners) {
    sum += (before.x * at.y - at.x * before.y) / 2;
    before = at;
  }
  return sum;
}
