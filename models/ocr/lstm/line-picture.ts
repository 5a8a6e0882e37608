import type { GreyImage } from '../../pixels/grey.ts';
import { scaleToHeight } from './scale.ts';

/** A line in a net's input form, at the net's height. */
export interface LinePicture extends GreyImage {
  /** The value of each grey: from -1 (black) to 1. */
  table: Float32Array;
}

/** Of the local extremes along the middle row, this share of the dark ones is darker than black, and of the light ones lighter than white. */
const EXTREMES_BEYOND = 0.25;
/**
 * White is no darker than this share of the way from black to the lightest. The middle of a lone `F` or `H` runs along
 * a stroke, whose lighter places Tesseract would take for white: only there this differs from it.
 */
const WHITE_SHARE_MIN = 0.5;
const LIGHTEST = 255;
/** In Tesseract's integer nets 127 represents 1, and a pixel is multiplied by 128. */
const PIXEL_SCALE = 128 / 127;

/**
 * Prepares a line as Tesseract does (`Input::PreparePixInput`, `NetworkIO::FromPixes` and `ComputeBlackWhite`): scales
 * it to the net's height, and stretches it so that black and white along its middle become -1 and 1.
 */
export function prepareLine(line: GreyImage, height: number): LinePicture {
  const { width, values } = scaleToHeight(line, height);
  const { black, white } = findBlackAndWhite({ width, height, values });
  const contrast = white > black ? (white - black) / 2 : 1;
  const table = new Float32Array(256);
  for (let grey = 0; grey < table.length; grey++) {
    const value = ((grey - black) / contrast - 1) * PIXEL_SCALE;
    table[grey] = Math.min(1, Math.max(-1, value));
  }
  return { width, height, values, table };
}

function findBlackAndWhite({ width, height, values }: GreyImage): { black: number; white: number } {
  const [dark, light] = [new Uint32Array(256), new Uint32Array(256)];
  const row = Math.floor(height / 2) * width;
  for (let x = 1; x + 1 < width; x++) {
    const [before, here, after] = [values[row + x - 1], values[row + x], values[row + x + 1]] as [
      number,
      number,
      number,
    ];
    if ((here < before && here <= after) || (here <= before && here < after)) dark[here] = (dark[here] ?? 0) + 1;
    if ((here > before && here >= after) || (here >= before && here > after)) light[here] = (light[here] ?? 0) + 1;
  }
  const black = quantileOf(dark, EXTREMES_BEYOND) ?? 0;
  const white = quantileOf(light, 1 - EXTREMES_BEYOND) ?? LIGHTEST;
  // Nearly always there is some of it, and this search is many times faster than a loop.
  const lightest = values.includes(LIGHTEST) ? LIGHTEST : lightestOf(values);
  return { black, white: white - black < WHITE_SHARE_MIN * (lightest - black) ? lightest : white };
}

/** A loop, as for everything per pixel: `reduce` takes many times as long. */
function lightestOf(values: Uint8Array): number {
  let lightest = 0;
  for (let i = 0; i < values.length; i++) lightest = Math.max(lightest, values[i] as number);
  return lightest;
}

/** As `STATS::ile` of Tesseract's `statistc.cpp`, which interpolates within a bucket; null if nothing was counted. */
function quantileOf(counts: Uint32Array, share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const target = Math.min(total, Math.max(1, Math.round(share * total)));
  let [sum, index] = [0, 0];
  while (sum < target) {
    sum += counts[index] ?? 0;
    index += 1;
  }
  return index - (sum - target) / (counts[index - 1] ?? 1);
}
