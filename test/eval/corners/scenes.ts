import sharp from 'sharp';
import { addColourGrain } from '../../support/specimens/camera.ts';
import { type Corner, type Corners, mapPlane } from '../../support/specimens/perspective.ts';
import { openUpright, type RawPicture } from '../raw-picture.ts';

/** A camera's picture of a document. */
export interface Scene {
  /** JPEG */
  picture: Buffer;
  width: number;
  height: number;
  /** In pixels of the picture: upper left, upper right, lower right, lower left of the document. */
  corners: Corners;
}

/** Cameras held upright and across. */
const FRAMES = [
  { width: 800, height: 600 },
  { width: 800, height: 450 },
  { width: 600, height: 800 },
] as const;
/** Radius of a card's corner by its width: 3.18 of 85.60 mm (ISO/IEC 7810). */
const CORNER_RADIUS = 3.18 / 85.6;
/** A document's corners stay this far inside the frame, in shares of it. */
const MARGIN = 0.02;

interface SceneOptions {
  /** JPEG or PNG of the document alone, up to its edges. */
  document: Uint8Array;
  background: (size: { width: number; height: number }) => Promise<RawPicture>;
  next: () => number;
}

/**
 * Lays a document on a background and photographs it: turned by up to 20 degrees, tilted by up to 25 degrees, with rounded corners and a shadow, under
 * uneven light, sometimes with a lamp's reflection, a little out of focus, grainy, compressed.
 */
export async function composeScene({ document, background, next }: SceneOptions): Promise<Scene> {
  const between = (low: number, high: number): number => low + next() * (high - low);
  const frame = FRAMES[Math.floor(next() * FRAMES.length)] as (typeof FRAMES)[number];
  const { width: fullWidth = 1, height: fullHeight = 1 } = await sharp(document).autoOrient().metadata();
  const corners = placeCorners(fullHeight / fullWidth, frame, between);
  const wide = Math.round(1.2 * Math.hypot(corners[1][0] - corners[0][0], corners[1][1] - corners[0][1]));
  const { data, info } = await openUpright(document)
    .resize({ width: wide })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const table = await background(frame);
  const lit = layDown({ data, width: info.width, height: info.height }, corners, table, between);
  const soft = await sharp(lit, { raw: { ...frame, channels: 3 } })
    .blur(between(0.4, 1.6))
    .raw()
    .toBuffer();
  addColourGrain(soft, between(2, 8), Math.floor(next() * 2 ** 31));
  const picture = await sharp(soft, { raw: { ...frame, channels: 3 } })
    .jpeg({ quality: Math.round(between(60, 92)) })
    .toBuffer();
  return { picture, ...frame, corners };
}

type Between = (low: number, high: number) => number;

/** Where a lens sees the corners of a turned and tilted document; tried again until all of them are inside the frame. */
function placeCorners(ratio: number, { width, height }: { width: number; height: number }, between: Between): Corners {
  for (;;) {
    const focal = between(0.75, 1.2) * Math.max(width, height);
    const roll = (between(-20, 20) * Math.PI) / 180;
    const tilt = (between(0, 25) * Math.PI) / 180;
    const towards = between(0, 2 * Math.PI);
    const size = between(0.5, 0.92) * Math.min(width, height / ratio);
    const middle = [width * between(0.4, 0.6), height * between(0.4, 0.6)] as const;
    const corners = [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ].map(([u = 0, v = 0]): Corner => {
      const [px, py] = [(u * size) / 2, (v * size * ratio) / 2];
      const [x, y] = [px * Math.cos(roll) - py * Math.sin(roll), px * Math.sin(roll) + py * Math.cos(roll)];
      const along = x * Math.cos(towards) + y * Math.sin(towards);
      const shift = along * (Math.cos(tilt) - 1);
      const depth = focal / (focal + along * Math.sin(tilt));
      return [middle[0] + (x + shift * Math.cos(towards)) * depth, middle[1] + (y + shift * Math.sin(towards)) * depth];
    });
    const isInside = corners.every(
      ([x, y]) => x > MARGIN * width && x < (1 - MARGIN) * width && y > MARGIN * height && y < (1 - MARGIN) * height,
    );
    if (isInside) return corners as unknown as Corners;
  }
}

/** The scene in light, without noise. */
function layDown(document: RawPicture, corners: Corners, table: RawPicture, between: Between): Uint8Array {
  const { width, height } = table;
  const toDocument = mapPlane(corners, [
    [0, 0],
    [document.width, 0],
    [document.width, document.height],
    [0, document.height],
  ]);
  const radius = CORNER_RADIUS * Math.max(document.width, document.height);
  const lightAngle = between(0, 2 * Math.PI);
  const [base, falloff] = [between(0.7, 1.05), between(0.1, 0.45)];
  const shadow = { x: between(-5, 5), y: between(0, 6), soft: between(2, 8), depth: between(0, 0.4) };
  const hasLamp = between(0, 1) < 0.25;
  const lamp = { x: between(0.3, 0.7) * width, y: between(0.3, 0.7) * height, radius: between(0.02, 0.06) * width };
  const out = new Uint8Array(3 * width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = toDocument(x, y);
      const cover = Math.max(0, Math.min(1, 0.5 - roundedDistance(u, v, document, radius)));
      const side = (x / width - 0.5) * Math.cos(lightAngle) + (y / height - 0.5) * Math.sin(lightAngle);
      let light = base - falloff * side;
      if (cover < 1) {
        const [su, sv] = toDocument(x - shadow.x, y - shadow.y);
        const away = Math.max(0, roundedDistance(su, sv, document, radius));
        light *= 1 - (1 - cover) * shadow.depth * Math.exp(-away / shadow.soft);
      }
      const away = ((x - lamp.x) ** 2 + (y - lamp.y) ** 2) / lamp.radius ** 2;
      const glow = hasLamp ? 255 * Math.exp(-away * away) : 0;
      const at = 3 * (y * width + x);
      for (let c = 0; c < 3; c++) {
        const under = table.data[at + c] as number;
        const colour = cover > 0 ? cover * sample(document, u, v, c) + (1 - cover) * under : under;
        out[at + c] = Math.max(0, Math.min(255, colour * light + glow));
      }
    }
  return out;
}

/** Distance of a place to a rounded rectangle, in pixels of the document: negative inside. */
function roundedDistance(u: number, v: number, { width, height }: RawPicture, radius: number): number {
  const dx = Math.abs(u - width / 2) - width / 2 + radius;
  const dy = Math.abs(v - height / 2) - height / 2 + radius;
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
}

/** Bilinear; pixels are at the middle of their squares. */
function sample({ data, width, height }: RawPicture, u: number, v: number, channel: number): number {
  const x = Math.max(0, Math.min(width - 1.001, u - 0.5));
  const y = Math.max(0, Math.min(height - 1.001, v - 0.5));
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, down] = [x - left, y - top];
  const at = 3 * (top * width + left) + channel;
  const above = (data[at] as number) * (1 - right) + (data[at + 3] as number) * right;
  const below = (data[at + 3 * width] as number) * (1 - right) + (data[at + 3 * width + 3] as number) * right;
  return above * (1 - down) + below * down;
}
