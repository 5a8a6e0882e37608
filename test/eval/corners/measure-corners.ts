import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { type ColourImage, toColour } from '../../../renderer/guide/colour.ts';
import { seededRandom } from '../../support/random.ts';
import { addColourGrain } from '../../support/specimens/camera.ts';
import type { ScenesPart } from '../options.ts';
import { BACKGROUNDS, type Background, drawBackground } from './backgrounds.ts';
import type { DocumentPicture } from './pictures.ts';
import { composeScene, type Scene } from './scenes.ts';

/** What the weights were chosen on; the rest is kept back. */
export const TUNED_BACKGROUNDS: readonly Background[] = [
  'wood',
  'plain',
  'checked cloth',
  'photograph 1',
  'printed form',
];

export interface Setting {
  document: DocumentPicture;
  background: Background;
  seed: number;
}

/** Every document of the list on every background, `times` each. Half of the documents and of the backgrounds are for tuning. */
export function settingsOf(
  documents: readonly DocumentPicture[],
  part: ScenesPart,
  seed: number,
  times: number,
): Setting[] {
  const backgrounds = BACKGROUNDS.filter((name) => TUNED_BACKGROUNDS.includes(name) === (part === 'tuned'));
  return documents
    .filter(({ isUnclear }, i) => (i % 2 === 0) === (part === 'tuned') && !isUnclear)
    .flatMap((document, d) =>
      backgrounds.flatMap((background, b) =>
        Array.from({ length: times }, (_, t) => ({ document, background, seed: seed + d * 1009 + b * 101 + t })),
      ),
    );
}

export async function sceneOf(
  { document, background, seed }: Setting,
  photographs: readonly Uint8Array[],
): Promise<Scene> {
  const next = seededRandom(seed);
  return composeScene({
    document: await document.load(),
    background: (size) => drawBackground(background, size, next, ownPhotographs(background, photographs)),
    next,
  });
}

/** Each background of photographs has a third of them, so that none is in both parts. */
export function ownPhotographs(background: Background, photographs: readonly Uint8Array[]): Uint8Array[] {
  const third = BACKGROUNDS.indexOf(background) - BACKGROUNDS.indexOf('photograph 1');
  return photographs.filter((_, i) => i % 3 === third);
}

/** The longer side of a frame that is searched. */
const FRAME_SIDE = 320;

/**
 * The frame as the page's sampler takes it from the camera.
 * @param grain more noise, in grey values, with its seed: the same scene in another frame
 */
export async function frameOf(
  { picture }: Pick<Scene, 'picture'>,
  grain?: { deviation: number; seed: number },
): Promise<ColourImage> {
  const { data, info } = await sharp(picture)
    .resize({ width: FRAME_SIDE, height: FRAME_SIDE, fit: 'inside', kernel: 'linear' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (grain) addColourGrain(data, grain.deviation, grain.seed);
  return toColour(new Uint8ClampedArray(data), info.width, info.height);
}

export function photographsOf(corpus: string): Uint8Array[] {
  const folder = join(corpus, 'faces', 'portraits');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jpg'))
    .sort()
    .map((name) => readFileSync(join(folder, name)));
}

/** The largest distance of a found corner from the true one, as a share of the document's longer diagonal. */
export function worstCorner(found: readonly { x: number; y: number }[], { corners, width, height }: Scene): number {
  const [a, b, c, d] = corners;
  const diagonal = Math.max(Math.hypot(c[0] - a[0], c[1] - a[1]), Math.hypot(d[0] - b[0], d[1] - b[1]));
  // The upper left of the frame and of the document differ when it is turned.
  const turns = [0, 1, 2, 3].map((turn) =>
    Math.max(
      ...corners.map(([x, y], i) => {
        const one = found[(i + turn) % 4] as { x: number; y: number };
        return Math.hypot(one.x * width - x, one.y * height - y);
      }),
    ),
  );
  return Math.min(...turns) / diagonal;
}
