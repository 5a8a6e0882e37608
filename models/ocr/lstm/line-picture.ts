import type { GreyImage } from '../../quality/grey.ts';
import { scaleToHeight } from './scale.ts';

/** A line as a net takes it, of the net's height. */
export interface LinePicture extends GreyImage {
  /** What each grey stands for: from -1 (black) to 1. */
  table: Float32Array;
}

/** Of the local extremes along the middle row: this share of the dark ones is darker than black, of the light ones lighter than white. */
const EXTREMES_BEYOND = 0.25;
/**
 * What is taken for white is no darker than this, from black to the lightest. The middle of a lone `F` or `H` runs along a stroke, whose
 * lighter places tesseract would take for white: only there this differs from it.
 */
const WHITE_SHARE_MIN = 0.5;
const LIGHTEST = 255;
/** In tesseract's nets of whole numbers 127 stands for 1, and a pixel is multiplied by 128. */
const PIXEL_SCALE = 128 / 127;

/**
 * Prepares a line as tesseract does (`Input::PreparePixInput`, `NetworkIO::FromPixes` and `ComputeBlackWhite`): scaled to the net's
 * height, and stretched so that what is black and white along its middle becomes -1 and 1.
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
  // Nearly always there is some of it, and this finds it many times as fast as a loop.
  const lightest = values.includes(LIGHTEST) ? LIGHTEST : lightestOf(values);
  return { black, white: white - black < WHITE_SHARE_MIN * (lightest - black) ? lightest : white };
}

/** A loop, as in all that goes over every pixel: `reduce` takes many times as long. */
function lightestOf(values: Uint8Array): number {
  let lightest = 0;
  for (let i = 0; i < values.length; i++) lightest = Math.max(lightest, values[i] as number);
  return lightest;
}

/** As `STATS::ile` of tesseract's `statistc.cpp`, which mixes within a bucket; null if nothing was counted. */
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
