import { BURNT_OUT_MIN } from '../pixels/glare.ts';
import type { GreyImage } from '../pixels/grey.ts';
import type { Box, RasterImage, WordPlace } from '../ports.ts';
import { boxAround, median } from '../runtime/geometry.ts';
import { scaleGrey } from './scale.ts';

/** The longer side of the picture in which glare on text is searched. */
const TEXT_GLARE_SIDE_PIXELS = 640;
/**
 * Glare on text, in heights of its letters: how far its core is from everything that is not burnt out, which excludes white print; its shorter side;
 * how far from it words end. White strips are longer than they are high, white panels fill the box around them.
 */
const TEXT_GLARE = {
  marginLetters: 0.8,
  sideLettersMin: 2.2,
  reachLetters: 1.5,
  aspectMax: 4,
  fillMin: 0.53,
  fillMax: 0.9,
};
/** A word with more burnt-out area is on a white background itself. */
const WORD_BURNT_MAX = 0.5;
/** Words that must end at a glare: a single one may be next to a white panel. */
const ENDING_WORDS_MIN = 2;

/**
 * Returns the share of the picture, 0..1, under glare on the text: burnt-out blobs of a lamp's shape, larger than letters, between words that end
 * there and are not on white themselves. White print, white panels and white backgrounds do not count. On 34 good pictures of public specimens it
 * finds none; under a white ellipse of 8 to 12 by 5 to 7 letters over a word, with an edge or fading, it detects 30 to 32 of them.
 */
export async function textGlareShare(image: RasterImage, words: readonly WordPlace[]): Promise<number> {
  const grey = await scaleGrey(image, TEXT_GLARE_SIDE_PIXELS);
  const scale = grey.width / image.width;
  return findTextGlare(
    grey,
    words.map((word) => ({ ...word, box: scaled(word.box, scale), letterHeight: word.letterHeight * scale })),
  );
}

/** Does the work of `textGlareShare` on a picture of the right size. */
export function findTextGlare(grey: GreyImage, words: readonly WordPlace[]): number {
  const letter = median(words.map(({ letterHeight }) => letterHeight));
  const burnt = sumBurnt(grey);
  const onGround = words.filter(({ box }) => burntIn(burnt, grey, box) <= WORD_BURNT_MAX * box.width * box.height);
  // On a white background glare looks like the background.
  if (letter === 0 || onGround.length < words.length / 2) return 0;
  const reach = TEXT_GLARE.reachLetters * letter;
  const text = boxAround(words.map(({ box }) => box));
  const margin = Math.max(1, Math.round(TEXT_GLARE.marginLetters * letter));
  const glare = findCores(grey, burnt, margin).filter(({ box, fill }) => {
    const [short, long] = [Math.min(box.width, box.height), Math.max(box.width, box.height)];
    const isLamp = fill >= TEXT_GLARE.fillMin && fill <= TEXT_GLARE.fillMax && long <= TEXT_GLARE.aspectMax * short;
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2, width: 0, height: 0 };
    if (!isLamp || short < TEXT_GLARE.sideLettersMin * letter || !overlap(text, middle)) return false;
    return onGround.filter((word) => overlap(grown(word.box, reach), box)).length >= ENDING_WORDS_MIN;
  });
  const covered = glare.reduce((sum, { box, fill }) => sum + fill * box.width * box.height, 0);
  return Math.min(1, covered / (grey.width * grey.height));
}

/** Sums the burnt-out pixels above and left of each corner of a pixel: four of these sums give the count in any rectangle. */
function sumBurnt({ width, height, values }: GreyImage): Int32Array {
  const sums = new Int32Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++)
    for (let x = 0, row = 0, at = (y + 1) * (width + 1) + 1; x < width; x++, at++) {
      if ((values[y * width + x] as number) >= BURNT_OUT_MIN) row += 1;
      sums[at] = (sums[at - width - 1] as number) + row;
    }
  return sums;
}

/** Counts the burnt-out pixels in the part of a box inside the picture. */
function burntIn(sums: Int32Array, { width, height }: GreyImage, box: Box): number {
  const within = (value: number, most: number): number => Math.min(most, Math.max(0, Math.floor(value)));
  const [left, right] = [within(box.x, width), within(box.x + box.width, width)];
  const [top, bottom] = [within(box.y, height) * (width + 1), within(box.y + box.height, height) * (width + 1)];
  const sum = (at: number): number => sums[at] as number;
  return sum(bottom + right) - sum(top + right) - sum(bottom + left) + sum(top + left);
}

/**
 * Returns connected groups of pixels around which everything within `margin` is burnt out: the box of each, margin
 * included, and the share of its own box that it fills.
 */
function findCores(grey: GreyImage, sums: Int32Array, margin: number): { box: Box; fill: number }[] {
  const { width, height } = grey;
  const side = 2 * margin + 1;
  const open = new Uint8Array(width * height);
  const row = width + 1;
  for (let y = margin; y < height - margin; y++) {
    const [top, bottom] = [(y - margin) * row - margin, (y + margin + 1) * row - margin];
    for (let x = margin; x < width - margin; x++) {
      const right = (sums[bottom + x + side] as number) - (sums[top + x + side] as number);
      const left = (sums[bottom + x] as number) - (sums[top + x] as number);
      if (right - left === side * side) open[y * width + x] = 1;
    }
  }
  const cores: { box: Box; fill: number }[] = [];
  for (let start = open.indexOf(1); start >= 0; start = open.indexOf(1, start)) {
    const core = takeCore(open, width, start);
    const box = { x: core.left - margin, y: core.top - margin };
    const [wide, high] = [core.right - core.left + 1, core.bottom - core.top + 1];
    cores.push({
      box: { ...box, width: wide + 2 * margin, height: high + 2 * margin },
      fill: core.area / (wide * high),
    });
  }
  return cores;
}

/** Removes the core at `start` from the map. No core touches the picture's border. */
function takeCore(open: Uint8Array, width: number, start: number) {
  const stack = [start];
  open[start] = 0;
  const core = { area: 0, left: width, right: 0, top: Math.floor(start / width), bottom: 0 };
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const [x, y] = [at % width, Math.floor(at / width)];
    core.area += 1;
    core.left = Math.min(core.left, x);
    core.right = Math.max(core.right, x);
    core.bottom = Math.max(core.bottom, y);
    for (const next of [at - 1, at + 1, at - width, at + width])
      if (open[next] === 1) {
        open[next] = 0;
        stack.push(next);
      }
  }
  return core;
}

function overlap(a: Box, b: Box): boolean {
  return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;
}

function grown({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

function scaled({ x, y, width, height }: Box, by: number): Box {
  return { x: x * by, y: y * by, width: width * by, height: height * by };
}
