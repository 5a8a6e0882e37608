/** The classes of the net: OCR-B as the MRZ uses it (ICAO Doc 9303 part 3, 4.1), and last the class that no character is centred. */
export const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<';
export const NONE = CHARACTERS.length;
export const CLASSES = CHARACTERS.length + 1;
/** The net's input is square windows of a strip, this many pixels a side, centred on a character. */
export const WINDOW = 32;
export const WINDOW_PIXELS = WINDOW * WINDOW;
/** The pitch of characters in a strip, in pixels, for which the net was trained. */
export const PITCH = 20;

/** A convolution with zeros around the picture or, if `stride` is 0, a dense layer. Every one but the last is rectified. */
export interface LayerShape {
  /** Side of the kernel. */
  size: number;
  stride: number;
  inputs: number;
  outputs: number;
  /** Side of the output. */
  side: number;
}

/** Three convolutions that halve the picture and two dense layers: 160,000 weights, 0.83 million products per window. */
export const LAYERS: readonly LayerShape[] = [
  { size: 5, stride: 2, inputs: 1, outputs: 16, side: 16 },
  { size: 3, stride: 2, inputs: 16, outputs: 32, side: 8 },
  { size: 3, stride: 2, inputs: 32, outputs: 64, side: 4 },
  { size: 1, stride: 0, inputs: 1024, outputs: 128, side: 1 },
  { size: 1, stride: 0, inputs: 128, outputs: CLASSES, side: 1 },
];

/** One layer's numbers: the kernel as [row][column][input][output], or [input][output] for a dense layer. */
export interface LayerWeights {
  kernel: Float32Array;
  bias: Float32Array;
}

export function kernelSize({ size, inputs, outputs }: LayerShape): number {
  return size * size * inputs * outputs;
}

/** A standard deviation of grey values below this, of 255, is noise of empty paper and is not amplified. */
const SPREAD_MIN = 6;

/**
 * Returns the windows in the net's form: each with mean 0 and standard deviation 1, so that light and contrast do not
 * matter. `windows` holds `WINDOW_PIXELS` grey values for each, 0..255.
 */
export function normaliseWindows(windows: Uint8Array): Float32Array {
  const out = new Float32Array(windows.length);
  for (let from = 0; from < windows.length; from += WINDOW_PIXELS) {
    let sum = 0;
    let squares = 0;
    for (let i = from; i < from + WINDOW_PIXELS; i++) {
      const value = windows[i] as number;
      sum += value;
      squares += value * value;
    }
    const mean = sum / WINDOW_PIXELS;
    const spread = Math.sqrt(Math.max(0, squares / WINDOW_PIXELS - mean * mean));
    const gain = 1 / Math.max(SPREAD_MIN, spread);
    for (let i = from; i < from + WINDOW_PIXELS; i++) out[i] = ((windows[i] as number) - mean) * gain;
  }
  return out;
}
