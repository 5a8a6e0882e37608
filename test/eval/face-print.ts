import { seededRandom } from '../support/random.ts';
import { type RawPicture, resize } from './raw-picture.ts';

// The strength of all effects was set once, before any other net was measured with it. At this strength faceres matches
// two of three true pairs of Labeled Faces in the Wild, and the detector still finds nearly every face.

/**
 * Dots of the screen along a face's box. The box is some 20 mm high on a card of ID-1 size, whose portrait has about 25 by 32 mm. That gives 3 dots
 * per millimetre, like coarse offset on plastic or newsprint (75 per inch). Finer screens vanish in pictures of 250 pixels.
 */
const DOTS_PER_FACE = 60;
/** The angles, in degrees, of the screens of cyan, magenta and yellow. Printers choose them to avoid moiré. */
const SCREEN_ANGLES = [15, 75, 0] as const;
/** The share of the tone in dots; the rest has run, as dye does in plastic. */
const DOT_SHARE = 0.25;
/** What remains of cyan, magenta and yellow after years. Light fades yellow and magenta first, so the picture turns pale and bluish. */
const INK_LEFT = [0.85, 0.75, 0.7] as const;
/** Dots print larger than they are: this much more ink at half tone (ISO 12647-2 allows offset a gain of 14 to 22 %). */
const DOT_GAIN = 0.16;
/** Red, green and blue of yellowed paper or plastic. */
const PAPER = [250, 246, 232] as const;
/** Wavy lines of security print across the portrait: their number along a face's box, the share of the pitch that a line fills, and its swing. */
const LINES_PER_FACE = 14;
const LINE_SHARE = 0.13;
const LINE_SWING = 0.4;
/** Waves along a face's width, and how much red, green and blue the pale, bluish green ink of the lines absorbs. */
const WAVES_PER_FACE = 1.5;
const LINE_INK = [0.12, 0.06, 0.08] as const;
/** Fibres and dust: the number of grains along a face's box, and the deviation of their grey values. */
const GRAINS = [
  { perFace: 150, deviation: 6 },
  { perFace: 20, deviation: 5 },
] as const;
/** A dot is drawn at least this many pixels wide; the result is then reduced to the picture's size. */
const DOT_PIXELS_MIN = 4;
const ZOOM_MAX = 6;
const SEED = 2026;

/**
 * The picture as if it had been printed on a card, aged, and photographed again; the result is always the same.
 * `faceHeight` is the height of its face's box in pixels.
 */
export async function printFace(picture: RawPicture, faceHeight: number): Promise<RawPicture> {
  const zoom = Math.min(ZOOM_MAX, Math.max(1, Math.ceil((DOT_PIXELS_MIN * DOTS_PER_FACE) / faceHeight)));
  const large = await resize(picture, { width: picture.width * zoom, height: picture.height * zoom });
  print(large, faceHeight * zoom);
  return resize(large, picture);
}

function print({ data, width, height }: RawPicture, face: number): void {
  const random = seededRandom(SEED);
  const screens = SCREEN_ANGLES.map((degrees) => screenAt(degrees, face / DOTS_PER_FACE, random));
  const lines = linesOver(face, random);
  const grains = GRAINS.map(({ perFace, deviation }) => grainOf(width, height, face / perFace, deviation, random));
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const isLine = lines(x, y);
      const grain = grains.reduce((sum, of) => sum + of(x, y), 0);
      for (let ink = 0; ink < 3; ink++, at++) {
        const tone = gained((1 - (data[at] as number) / 255) * (INK_LEFT[ink] as number));
        const dot = tone > (screens[ink]?.(x, y) ?? 0) ? 1 : 0;
        const light = (1 - DOT_SHARE * dot - (1 - DOT_SHARE) * tone) * (isLine ? 1 - (LINE_INK[ink] as number) : 1);
        data[at] = Math.min(255, Math.max(0, Math.round((PAPER[ink] as number) * light + grain)));
      }
    }
}

const gained = (tone: number): number => tone + 4 * DOT_GAIN * tone * (1 - tone);

type OfPlace<T> = (x: number, y: number) => T;

/** The tone, 0..1, from which a place of the screen has ink. The dots are growing diamonds whose area equals the tone. */
function screenAt(degrees: number, pitch: number, random: () => number): OfPlace<number> {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180) / pitch, Math.sin((degrees * Math.PI) / 180) / pitch];
  const [shiftU, shiftV] = [random(), random()];
  return (x, y) => {
    const mean = (zigzag(x * cos + y * sin + shiftU) + zigzag(y * cos - x * sin + shiftV)) / 2;
    // Each zigzag is uniformly distributed, so their mean is more often in the middle. Its rank is uniform again.
    return mean < 0.5 ? 2 * mean * mean : 1 - 2 * (1 - mean) ** 2;
  };
}

const fraction = (value: number): number => value - Math.floor(value);
const zigzag = (value: number): number => 2 * Math.abs(fraction(value) - 0.5);

function linesOver(face: number, random: () => number): OfPlace<boolean> {
  const phase = random();
  const turn = (2 * Math.PI * WAVES_PER_FACE) / face;
  return (x, y) => fraction((y * LINES_PER_FACE) / face + LINE_SWING * Math.sin(x * turn) + phase) < LINE_SHARE;
}

/** Grey values to add: one per grain, roughly normal (the sum of three uniform values), and linear in between. */
function grainOf(
  width: number,
  height: number,
  side: number,
  deviation: number,
  random: () => number,
): OfPlace<number> {
  const across = Math.ceil(width / side) + 2;
  const down = Math.ceil(height / side) + 2;
  const grains = Float32Array.from(
    { length: across * down },
    () => 2 * deviation * (random() + random() + random() - 1.5),
  );
  return (x, y) => {
    const [column, row] = [Math.floor(x / side), Math.floor(y / side)];
    const [right, below] = [x / side - column, y / side - row];
    const at = row * across + column;
    const upper = (grains[at] as number) * (1 - right) + (grains[at + 1] as number) * right;
    const lower = (grains[at + across] as number) * (1 - right) + (grains[at + across + 1] as number) * right;
    return upper * (1 - below) + lower * below;
  };
}
