import { cutWindow } from '../decode/window.ts';
import { CHARACTERS, NONE, WINDOW_PIXELS } from '../net/shape.ts';
import { drawInk } from './ink.ts';
import { layOnPaper } from './paper.ts';
import { photograph, type Strip } from './photograph.ts';
import type { Random } from './random.ts';
import { randomLine } from './text.ts';

/** Windows of drawn lines, with the character in their middle. */
export interface Samples {
  /** `WINDOW_PIXELS` grey values for each. */
  windows: Uint8Array<ArrayBuffer>;
  /** Index into `CHARACTERS`, or `NONE`. */
  labels: Uint8Array<ArrayBuffer>;
}

/** Up to this distance from the middle, in pitches, a character counts as centred; from the second value on as not. */
const NEAR = 0.13;
const FAR = 0.3;
/** Drawing takes longer than training, so each character is used this many times, slightly shifted each time. */
const COPIES = 2;
/** The number of windows without a centred character, per character. */
const NONE_SHARE = 0.6;
const NEIGHBOUR_CHANCE = 0.45;

/** Returns a line, drawn, photographed and straightened, and its text. */
export async function drawStrip(random: Random): Promise<{ text: string; strip: Strip }> {
  const text = randomLine(random);
  const neighbour = (): string | null => (random.chance(NEIGHBOUR_CHANCE) ? randomLine(random) : null);
  const inked = drawInk(text, [neighbour(), neighbour()], random);
  return { text, strip: await photograph(layOnPaper(inked.ink, random), inked, random) };
}

/** Returns `count` windows from as many lines as necessary. */
export async function drawSamples(count: number, random: Random): Promise<Samples> {
  const windows = new Uint8Array(count * WINDOW_PIXELS);
  const labels = new Uint8Array(count);
  let done = 0;
  while (done < count) {
    const { text, strip } = await drawStrip(random);
    for (const { x, label } of placesIn(text, strip, random)) {
      if (done === count) break;
      cutWindow(strip, x, windows.subarray(done * WINDOW_PIXELS, (done + 1) * WINDOW_PIXELS));
      labels[done] = label;
      done += 1;
    }
  }
  return { windows, labels };
}

function* placesIn(text: string, { centresX }: Strip, random: Random): Generator<{ x: number; label: number }> {
  const pitch = ((centresX.at(-1) ?? 0) - (centresX[0] ?? 0)) / Math.max(1, text.length - 1);
  for (const [i, centre] of centresX.entries()) {
    for (let copy = 0; copy < COPIES; copy++) {
      yield { x: centre + random.between(-NEAR, NEAR) * pitch, label: CHARACTERS.indexOf(text.charAt(i)) };
    }
    if (random.chance(NONE_SHARE)) yield { x: centre + random.between(FAR, 1 - FAR) * pitch, label: NONE };
  }
  const outside = random.between(FAR, 2.5) * pitch;
  yield { x: (centresX[0] ?? 0) - outside, label: NONE };
  yield { x: (centresX.at(-1) ?? 0) + outside, label: NONE };
}
