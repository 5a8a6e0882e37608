import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { Crops } from '../../models/face/crops.ts';
import { createLook } from '../../models/face/look.ts';
import { FACE_NETS, loadFaceNets } from '../../models/face/nets.ts';
import type { RasterImage } from '../../models/ports.ts';
import { startNets } from '../../models/runtime/start-nets.ts';
import { must } from '../../server/lib/assert.ts';
import { cropFace, type FacePlace } from './faces.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The face package's own list of the triangles and of the outline of its mesh; Node runs no TypeScript from there. */
const COORDINATES = `${ROOT}/node_modules/@vladmandic/human/src/face/facemeshcoords.ts`;
const TEXTURE_SIZE = 600;
/**
 * What continues the mesh behind its outline, to the back of the head: how far from the middle (1 is the outline) and
 * how deep, in halves of the face's width.
 */
const RINGS = [
  { out: 1.1, deep: 0.25 },
  { out: 1.18, deep: 0.6 },
  { out: 1.12, deep: 1.1 },
  { out: 0.7, deep: 1.6 },
] as const;
/** Above the middle the rings are higher by this factor, for the hair. */
const HAIR = 1.25;
/** The mesh has a hole here: the inner edges of the lips, from one corner of the mouth to the other. */
const UPPER_LIP = [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308];
const LOWER_LIP = [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308];
/** The axis of the neck lies behind the face, in halves of its width. */
const AXIS_DEEP = 0.7;
/** The camera's distance, in heights of the face: about 60 cm. */
const CAMERA_AWAY = 4;
/** A room's wall behind the head: darker below. */
const WALL_TOP = 205;
const WALL_FALL = 40;

/** Where the head looks, in degrees. `left` is the person's own left: their nose moves to the right side of the picture. */
export interface Pose {
  left?: number;
  up?: number;
  /** Height of the face in pixels when it looks ahead. */
  faceHeight?: number;
  /** Pixels by which the head is beside the middle of the picture. */
  x?: number;
  y?: number;
}

type Vertex = readonly [x: number, y: number, z: number, textureX: number, textureY: number];

/** A head in three dimensions with a face that the real engines know: a picture on the points of its own face mesh. */
export interface Head {
  draw(pose: Pose, size?: { width: number; height: number }): RasterImage;
  /** The same as a JPEG file. */
  jpeg(pose: Pose, size?: { width: number; height: number }): Promise<Buffer>;
}

/**
 * Makes a head of one of the face package's own faces, with the depth that facemesh sees in that picture. `FACES.stranger` looks straight ahead; the
 * others look aside in their pictures, so their heads do too.
 */
export async function createHead(place: FacePlace): Promise<Head> {
  const { data, info } = await sharp(await cropFace(place, { size: TEXTURE_SIZE }))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const texture = { width: info.width, height: info.height, pixels: data };
  const { outline, triangles } = readMesh();
  const vertices = withBack(await meshOf(texture), outline, texture);
  const faces = [...triangles, ...mouthTriangles(), ...backTriangles(outline)];
  const draw: Head['draw'] = (pose, size = { width: 640, height: 480 }) =>
    drawMesh({ vertices, faces, texture }, pose, size);
  return {
    draw,
    jpeg: (pose, size) => {
      const { width, height, pixels } = draw(pose, size);
      return sharp(pixels, { raw: { width, height, channels: 3 } })
        .jpeg({ quality: 90 })
        .toBuffer();
    },
  };
}

function readMesh(): { outline: number[]; triangles: number[][] } {
  const text = readFileSync(COORDINATES, 'utf8');
  const numbers = (pattern: RegExp): number[] =>
    (must(pattern.exec(text)?.[1], 'the face package has its mesh').match(/\d+/g) ?? []).map(Number);
  const corners = numbers(/TRI468: number\[\] = \[([^\]]+)\]/);
  return {
    outline: numbers(/silhouette: \[([^\]]+)\]/),
    triangles: Array.from({ length: corners.length / 3 }, (_, i) => corners.slice(3 * i, 3 * i + 3)),
  };
}

/** Returns the 468 points of the only face: x, y and depth in pixels; the nose has the least depth. */
async function meshOf(texture: RasterImage): Promise<(readonly [x: number, y: number, z: number])[]> {
  const nets = await loadFaceNets(await startNets('native', `${ROOT}/models/weights`));
  let depths: number[] = [];
  const mesh: typeof nets.mesh = {
    run: async (input) => {
      const answer = await nets.mesh.run(input);
      depths = [...must(answer[1], 'the mesh has points')].filter((_, i) => i % 3 === 2);
      return answer;
    },
  };
  using crops = new Crops(texture, FACE_NETS.detector.size);
  const look = createLook({ detector: nets.detector, mesh }, crops);
  const side = 1.2 * texture.height;
  const seen = await look({ x: (texture.width - side) / 2, y: (texture.height - side) / 2, side });
  const face = must(seen[0], 'the picture has a face');
  const scale = Math.hypot(face.crop.a, face.crop.b);
  return face.mesh.map(({ x, y }, i) => [x, y, must(depths[i], 'each point has a depth') * scale]);
}

/** Returns the vertices with the head's back, centred on the axis of the neck, in heights of the face. */
function withBack(
  mesh: readonly (readonly [number, number, number])[],
  outline: readonly number[],
  texture: RasterImage,
): Vertex[] {
  const edge = outline.map((i) => must(mesh[i], 'the outline is of the mesh'));
  const span = (axis: 0 | 1): [from: number, to: number] => {
    const values = edge.map((point) => point[axis]);
    return [Math.min(...values), Math.max(...values)];
  };
  const [left, right] = span(0);
  const [top, bottom] = span(1);
  const [x0, y0, half, height] = [(left + right) / 2, (top + bottom) / 2, (right - left) / 2, bottom - top];
  const z0 = edge.reduce((sum, [, , z]) => sum + z, 0) / edge.length + AXIS_DEEP * half;
  const vertex = (x: number, y: number, z: number): Vertex => [
    (x - x0) / height,
    (y - y0) / height,
    (z - z0) / height,
    Math.max(0, Math.min(texture.width - 1, x)),
    Math.max(0, Math.min(texture.height - 1, y)),
  ];
  const back = RINGS.flatMap(({ out, deep }) =>
    edge.map(([x, y, z]) => vertex(x0 + (x - x0) * out, y0 + (y - y0) * out * (y < y0 ? HAIR : 1), z + deep * half)),
  );
  return [...mesh.map(([x, y, z]) => vertex(x, y, z)), ...back];
}

function mouthTriangles(): number[][] {
  const strip = UPPER_LIP.flatMap((upper, i) => [upper, LOWER_LIP[i] ?? upper]);
  return strip.slice(2).map((corner, i) => [strip[i] ?? corner, strip[i + 1] ?? corner, corner]);
}

/** Returns the triangles between the outline and each ring behind it. */
function backTriangles(outline: readonly number[]): number[][] {
  const ringAt = (ring: number, i: number): number =>
    ring === 0
      ? must(outline[i % outline.length], 'the outline is closed')
      : 468 + (ring - 1) * outline.length + (i % outline.length);
  return RINGS.flatMap((_, ring) =>
    outline.flatMap((__, i) => [
      [ringAt(ring, i), ringAt(ring, i + 1), ringAt(ring + 1, i)],
      [ringAt(ring, i + 1), ringAt(ring + 1, i + 1), ringAt(ring + 1, i)],
    ]),
  );
}

interface Solid {
  vertices: readonly Vertex[];
  faces: readonly (readonly number[])[];
  texture: RasterImage;
}

function drawMesh(
  { vertices, faces, texture }: Solid,
  pose: Pose,
  { width, height }: { width: number; height: number },
): RasterImage {
  const { left = 0, up = 0, faceHeight = height * 0.55, x: right = 0, y: below = 0 } = pose;
  const pixels = new Uint8Array(width * height * 3);
  for (let i = 0; i < pixels.length; i++) pixels[i] = WALL_TOP - (WALL_FALL * Math.floor(i / (3 * width))) / height;
  const depth = new Float32Array(width * height).fill(Number.POSITIVE_INFINITY);
  const [sideways, upwards] = [(left * Math.PI) / 180, (up * Math.PI) / 180];
  const placed = vertices.map(([x, y, z]) => {
    const x1 = x * Math.cos(sideways) - z * Math.sin(sideways);
    const z1 = x * Math.sin(sideways) + z * Math.cos(sideways);
    const y1 = y * Math.cos(upwards) + z1 * Math.sin(upwards);
    const z2 = z1 * Math.cos(upwards) - y * Math.sin(upwards);
    const scale = (faceHeight * CAMERA_AWAY) / (CAMERA_AWAY + z2);
    return [width / 2 + right + x1 * scale, height / 2 + below + y1 * scale, z2] as const;
  });
  for (const face of faces) {
    const corners = face.map((i) => ({
      at: must(placed[i], 'a corner is a vertex'),
      texture: must(vertices[i], 'a corner is a vertex'),
    }));
    fillTriangle(corners, { width, height, pixels }, depth, texture);
  }
  return { width, height, pixels };
}

type Corner = { at: readonly [x: number, y: number, z: number]; texture: Vertex };

/** Draws the texture's triangle where nothing nearer was drawn. */
function fillTriangle(
  [a, b, c]: readonly Corner[],
  picture: RasterImage,
  depth: Float32Array,
  texture: RasterImage,
): void {
  if (!a || !b || !c) return;
  const area = (b.at[0] - a.at[0]) * (c.at[1] - a.at[1]) - (c.at[0] - a.at[0]) * (b.at[1] - a.at[1]);
  if (area === 0) return;
  const { width, height } = picture;
  const [xs, ys] = [[a, b, c].map(({ at }) => at[0]), [a, b, c].map(({ at }) => at[1])];
  for (let y = Math.max(0, Math.floor(Math.min(...ys))); y <= Math.min(height - 1, Math.max(...ys)); y++) {
    for (let x = Math.max(0, Math.floor(Math.min(...xs))); x <= Math.min(width - 1, Math.max(...xs)); x++) {
      const ofB = ((x - a.at[0]) * (c.at[1] - a.at[1]) - (c.at[0] - a.at[0]) * (y - a.at[1])) / area;
      const ofC = ((b.at[0] - a.at[0]) * (y - a.at[1]) - (x - a.at[0]) * (b.at[1] - a.at[1])) / area;
      const ofA = 1 - ofB - ofC;
      // A little beyond the edge, so that no gap remains between two triangles.
      if (Math.min(ofA, ofB, ofC) < -1e-3) continue;
      const z = ofA * a.at[2] + ofB * b.at[2] + ofC * c.at[2];
      const at = y * width + x;
      if (z >= (depth[at] ?? 0)) continue;
      depth[at] = z;
      const mix = (part: 3 | 4): number => ofA * a.texture[part] + ofB * b.texture[part] + ofC * c.texture[part];
      copyPixel(texture, mix(3), mix(4), picture.pixels, 3 * at);
    }
  }
}

/** Copies a bilinear value of the texture. */
function copyPixel({ width, height, pixels }: RasterImage, x: number, y: number, to: Uint8Array, at: number): void {
  const [left, top] = [
    Math.max(0, Math.min(width - 2, Math.floor(x))),
    Math.max(0, Math.min(height - 2, Math.floor(y))),
  ];
  const [right, down] = [Math.max(0, Math.min(1, x - left)), Math.max(0, Math.min(1, y - top))];
  for (let channel = 0; channel < 3; channel++) {
    const value = (dx: number, dy: number): number => pixels[3 * ((top + dy) * width + left + dx) + channel] ?? 0;
    const upper = value(0, 0) * (1 - right) + value(1, 0) * right;
    const lower = value(0, 1) * (1 - right) + value(1, 1) * right;
    to[at + channel] = upper * (1 - down) + lower * down;
  }
}
