import sharp from 'sharp';
import { openUpright, type RawPicture } from '../raw-picture.ts';
import { drawForm } from './printed-form.ts';

/** What lies under a document. The last but one are cut out of photographs, the others are drawn. The printed form only tunes. */
export const BACKGROUNDS = [
  'wood',
  'plain',
  'checked cloth',
  'marble',
  'printed sheet',
  'photograph 1',
  'photograph 2',
  'photograph 3',
  'printed form',
] as const;
export type Background = (typeof BACKGROUNDS)[number];

type Size = Pick<RawPicture, 'width' | 'height'>;
type Colour = readonly [number, number, number];
/** Returns a share, 0..1, between two colours at a place in shares of the picture's longer side. */
type Texture = (x: number, y: number) => number;

/** Draws a background, the same for the same numbers of `next`. `photographs`: the files that crops are taken from. */
export async function drawBackground(
  name: Background,
  size: Size,
  next: () => number,
  photographs: readonly Uint8Array[],
): Promise<RawPicture> {
  if (name === 'printed form') return drawForm(size, next);
  const drawn = DRAWN[name];
  if (drawn) return paint(size, drawn(next), pickColours(name, next));
  const photograph = photographs[Math.floor(next() * photographs.length)] as Uint8Array;
  return cropOf(photograph, size, next);
}

/** A part of a photograph, at least half of it each way, mirrored half of the time. */
async function cropOf(photograph: Uint8Array, size: Size, next: () => number): Promise<RawPicture> {
  const { data, info } = await openUpright(photograph).raw().toBuffer({ resolveWithObject: true });
  const share = 0.5 + 0.5 * next();
  const scale = share * Math.min(info.width / size.width, info.height / size.height);
  const [width, height] = [Math.floor(size.width * scale), Math.floor(size.height * scale)];
  const left = Math.floor(next() * (info.width - width));
  const top = Math.floor(next() * (info.height - height));
  const part = sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .extract({ left, top, width, height })
    .flop(next() < 0.5)
    .resize(size.width, size.height, { fit: 'fill' });
  return { data: await part.raw().toBuffer(), ...size };
}

/** Two colours of table tops and cloths, a dark and a lighter one, of the same hue. */
function pickColours(name: Background, next: () => number): readonly [Colour, Colour] {
  const light = name === 'plain' || name === 'printed sheet' ? 40 + 190 * next() : 60 + 150 * next();
  const tint = [next(), next(), next()].map((share) => 0.8 + 0.2 * share) as unknown as Colour;
  const depth = name === 'plain' ? 0.96 : name === 'checked cloth' ? 0.3 + 0.4 * next() : 0.6 + 0.25 * next();
  const bright = name === 'printed sheet' ? 225 : light;
  return [tint.map((share) => share * bright * depth), tint.map((share) => share * bright)] as unknown as [
    Colour,
    Colour,
  ];
}

function paint({ width, height }: Size, texture: Texture, [dark, light]: readonly [Colour, Colour]): RawPicture {
  const data = new Uint8Array(3 * width * height);
  const side = Math.max(width, height);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      const share = texture(x / side, y / side);
      for (let c = 0; c < 3; c++) data[at + c] = (dark[c] as number) * (1 - share) + (light[c] as number) * share;
    }
  return { data, width, height };
}

const DRAWN: Readonly<Partial<Record<Background, (next: () => number) => Texture>>> = {
  /** Boards with grain along them, and the dark joints between them. */
  wood: (next) => {
    const [turn, noise, board] = [turned(next() * Math.PI), smoothNoise(next), 0.12 + 0.15 * next()];
    return (x, y) => {
      const [u, v] = turn(x, y);
      const joint = Math.abs(((v / board) % 1) + (v < 0 ? 1 : 0) - 0.5) > 0.49 ? 0.35 : 1;
      return joint * (0.5 + 0.35 * noise(3 * u, 60 * v) + 0.15 * noise(9 * u, 240 * v));
    };
  },
  plain: (next) => {
    const noise = smoothNoise(next);
    return (x, y) => noise(2 * x, 2 * y);
  },
  /** Crossing stripes with a fine weave. */
  'checked cloth': (next) => {
    const [turn, pitch] = [turned(next() * Math.PI), 0.05 + 0.12 * next()];
    const stripe = (v: number): number => ((((v / pitch) % 1) + 1) % 1 < 0.5 ? 1 : 0);
    return (x, y) => {
      const [u, v] = turn(x, y);
      const weave = 0.08 * (Math.sin(900 * u) + Math.sin(900 * v));
      return Math.max(0, Math.min(1, 0.5 * stripe(u) + 0.5 * stripe(v) + weave));
    };
  },
  /** Clouds of several sizes, and veins where they cross their mean. */
  marble: (next) => {
    const noise = smoothNoise(next);
    const clouds = (x: number, y: number): number =>
      (noise(4 * x, 4 * y) + noise(9 * x, 9 * y) / 2 + noise(21 * x, 21 * y) / 4) / 1.75;
    return (x, y) => {
      const cloud = clouds(x, y);
      return Math.abs(cloud - 0.5) < 0.015 ? 0 : cloud;
    };
  },
  /** A sheet with lines of words, larger than the document. */
  'printed sheet': (next) => {
    const [turn, noise, pitch] = [turned((next() - 0.5) * 0.8), smoothNoise(next), 0.025 + 0.02 * next()];
    return (x, y) => {
      const [u, v] = turn(x, y);
      const line = Math.floor(v / pitch);
      const inLine = v / pitch - line;
      const isWord = noise(18 * u, 7.3 * line) > 0.4 && inLine > 0.25 && inLine < 0.7;
      return isWord && noise(160 * u, 160 * v) > 0.42 ? 0 : 1;
    };
  },
};

function turned(angle: number): (x: number, y: number) => readonly [number, number] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return (x, y) => [x * cos + y * sin, y * cos - x * sin];
}

/** Values 0..1 at whole places, blended between them (value noise). */
function smoothNoise(next: () => number): Texture {
  const SIDE = 256;
  const values = Float32Array.from({ length: SIDE * SIDE }, next);
  const at = (x: number, y: number): number => values[(y & (SIDE - 1)) * SIDE + (x & (SIDE - 1))] as number;
  const ease = (share: number): number => share * share * (3 - 2 * share);
  return (x, y) => {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [right, down] = [ease(x - left), ease(y - top)];
    const above = at(left, top) * (1 - right) + at(left + 1, top) * right;
    const below = at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right;
    return above * (1 - down) + below * down;
  };
}
