import sharp from 'sharp';
import { seededRandom } from '../random.ts';
import { addGrain } from './camera.ts';
import { type Corner, type Corners, mapPlane } from './perspective.ts';

const SCENE = { width: 2000, height: 1500 };
/** Table tops, as RGB. */
const TABLES = [
  [96, 72, 52],
  [58, 60, 64],
  [134, 118, 98],
  [88, 96, 84],
] as const;

interface Raw {
  data: Uint8Array;
  width: number;
  height: number;
}

/**
 * A document as a person photographs it on a table (JPEG, 2000x1500). It is turned by up to 8 degrees, and each corner
 * is moved by 2-5 % of the document. It is a little out of focus, under uneven light, with the grain of a sensor,
 * compressed at quality 60-80. One seed always gives the same photograph.
 * @param angleDegrees clockwise; replaces the angle of the seed
 */
export async function photograph(picture: Buffer, seed: number, angleDegrees?: number): Promise<Buffer> {
  const next = seededRandom(seed);
  const between = (low: number, high: number): number => low + next() * (high - low);
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const document = { data, width: info.width, height: info.height };
  const scene = layOnTable(document, placeCorners(document, between, angleDegrees), between);
  const soft = await sharp(scene, { raw: { ...SCENE, channels: 3 } })
    .blur(between(0.7, 1.4))
    .raw()
    .toBuffer();
  addGrain(soft, between(4, 9), seed);
  return sharp(soft, { raw: { ...SCENE, channels: 3 } })
    .jpeg({ quality: Math.round(between(60, 80)) })
    .toBuffer();
}

type Between = (low: number, high: number) => number;

/** The document's corners in the scene, inside its edges. */
function placeCorners({ width, height }: Raw, between: Between, angleDegrees = between(-8, 8)): Corners {
  const share = between(0.72, 0.84);
  const scale = Math.min((SCENE.width * share) / width, (SCENE.height * share) / height);
  const angle = (angleDegrees * Math.PI) / 180;
  const [w, h] = [width * scale, height * scale];
  const move = (side: number): number => side * between(0.02, 0.05) * (between(0, 1) < 0.5 ? -1 : 1);
  const place = (dx: number, dy: number): Corner => {
    const [x, y] = [(dx * w) / 2 + move(w), (dy * h) / 2 + move(h)];
    return [
      SCENE.width / 2 + x * Math.cos(angle) - y * Math.sin(angle),
      SCENE.height / 2 + x * Math.sin(angle) + y * Math.cos(angle),
    ];
  };
  return [place(-1, -1), place(1, -1), place(1, 1), place(-1, 1)];
}

/** The scene without noise, lit from one side. */
function layOnTable(document: Raw, corners: Corners, between: Between): Buffer {
  const { width, height } = document;
  const toDocument = mapPlane(corners, [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ]);
  const table = TABLES[Math.floor(between(0, TABLES.length))] ?? TABLES[0];
  const [lightAngle, falloff] = [between(0, 2 * Math.PI), between(0.1, 0.3)];
  const scene = Buffer.alloc(SCENE.width * SCENE.height * 3);
  for (let y = 0; y < SCENE.height; y++) {
    for (let x = 0; x < SCENE.width; x++) {
      const [u, v] = toDocument(x, y);
      const inside = u >= 0 && v >= 0 && u < width - 1 && v < height - 1;
      const side = (x / SCENE.width - 0.5) * Math.cos(lightAngle) + (y / SCENE.height - 0.5) * Math.sin(lightAngle);
      const light = 0.95 - falloff * (side + 0.5);
      const grain = 6 * Math.sin(y / 7 + 3 * Math.sin(x / 300));
      const at = (y * SCENE.width + x) * 3;
      for (let channel = 0; channel < 3; channel++) {
        const color = inside ? sample(document, u, v, channel) : (table[channel] ?? 0) + grain;
        scene[at + channel] = Math.max(0, Math.min(255, color * light));
      }
    }
  }
  return scene;
}

/** Bilinear sampling. */
function sample({ data, width }: Raw, u: number, v: number, channel: number): number {
  const [x, y] = [Math.floor(u), Math.floor(v)];
  const [right, down] = [u - x, v - y];
  const at = (y * width + x) * 3 + channel;
  const above = (data[at] ?? 0) * (1 - right) + (data[at + 3] ?? 0) * right;
  const below = (data[at + width * 3] ?? 0) * (1 - right) + (data[at + width * 3 + 3] ?? 0) * right;
  return above * (1 - down) + below * down;
}
