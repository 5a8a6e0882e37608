import { createCanvas } from '@napi-rs/canvas';
import sharp from 'sharp';
import type { GreyImage } from '../../../models/pixels/grey.ts';
import { seededRandom } from '../random.ts';
import { identityCards } from './cards/identity-cards.ts';
import type { CardLanguage } from './cards/words.ts';
import { layPaper, type TextStyle, widthOf, write } from './paper.ts';

/** One drawn row of printed text, cut out with a small margin, and its text. */
export interface DrawnLine {
  language: CardLanguage;
  text: string;
  picture: GreyImage;
}

/** Letters are drawn large and then reduced, as a camera does. */
const DRAWN_PIXELS = 64;

/**
 * The labels and the values of the cards of `seed`, each as its own row: on security paper, in the card's own type and
 * in several sizes, with the blur and the grain of a camera. One seed always gives the same rows.
 */
export async function drawLines(seed: number): Promise<DrawnLine[]> {
  const next = seededRandom(seed);
  const lines: DrawnLine[] = [];
  for (const { language, style, print } of identityCards(seed)) {
    for (const { label, value } of print) {
      for (const [text, bold] of [
        [label, false],
        [value, style.boldValues],
      ] as const) {
        const look = { sizePixels: DRAWN_PIXELS, bold, serif: style.font === 'serif' };
        lines.push({ language, text, picture: await drawLine(text, look, next) });
      }
    }
  }
  return lines;
}

async function drawLine(text: string, look: TextStyle, next: () => number): Promise<GreyImage> {
  const probe = { canvas: createCanvas(1, 1), context: createCanvas(1, 1).getContext('2d') };
  const margin = Math.round(DRAWN_PIXELS * (0.1 + 0.3 * next()));
  const width = Math.ceil(widthOf(probe, text, look)) + 2 * margin;
  const paper = layPaper(width, Math.ceil(DRAWN_PIXELS * (1.25 + 0.25 * next())), '#f3f6f8', '#dbe6ee');
  write(paper, text, margin, DRAWN_PIXELS * (1 + 0.1 * next()), look);
  const scale = (16 + 34 * next()) / DRAWN_PIXELS;
  const { data, info } = await sharp(paper.canvas.toBuffer('image/png'))
    .resize(Math.max(8, Math.round(width * scale)))
    .greyscale()
    .blur(0.4 + 0.5 * next())
    .raw()
    .toBuffer({ resolveWithObject: true });
  const grain = 4 + 10 * next();
  const values = Uint8Array.from(data, (value) => value * 0.9 + (next() - 0.5) * grain);
  return { width: info.width, height: info.height, values };
}
