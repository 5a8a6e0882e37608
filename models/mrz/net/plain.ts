import { LAYERS, type LayerShape, type LayerWeights, WINDOW } from './shape.ts';

/** A picture of so many pixels a side, its channels together for each pixel. */
interface Picture {
  side: number;
  channels: number;
  values: Float32Array;
}

/** The logits of one window by plain arithmetic, for backends to be held against: far too slow for a picture. */
export function computePlainly(weights: readonly LayerWeights[], window: Float32Array): Float32Array {
  let picture: Picture = { side: WINDOW, channels: 1, values: window };
  for (const [i, layer] of weights.entries()) {
    const shape = LAYERS[i] as LayerShape;
    const values = shape.stride > 0 ? convolve(picture, shape, layer) : multiply(picture.values, layer);
    if (i < weights.length - 1) for (let k = 0; k < values.length; k++) values[k] = Math.max(0, values[k] ?? 0);
    picture = { side: shape.side, channels: shape.outputs, values };
  }
  return picture.values;
}

/** Zeros stand around the picture as TensorFlow's `same` has them: of an odd number of rows, one more at the end. */
function convolve(picture: Picture, shape: LayerShape, { kernel, bias }: LayerWeights): Float32Array {
  const { size, stride, inputs, outputs, side } = shape;
  const before = Math.floor(((side - 1) * stride + size - picture.side) / 2);
  const inside = (at: number): boolean => at >= 0 && at < picture.side;
  const out = new Float32Array(side * side * outputs);
  for (let place = 0; place < side * side; place++) {
    const [top, left] = [Math.floor(place / side) * stride - before, (place % side) * stride - before];
    const sums = out.subarray(place * outputs, (place + 1) * outputs);
    sums.set(bias);
    for (let tap = 0; tap < size * size; tap++) {
      const [y, x] = [top + Math.floor(tap / size), left + (tap % size)];
      if (!inside(y) || !inside(x)) continue;
      const pixel = picture.values.subarray((y * picture.side + x) * inputs, (y * picture.side + x + 1) * inputs);
      addProducts(sums, pixel, kernel.subarray(tap * inputs * outputs));
    }
  }
  return out;
}

function multiply(values: Float32Array, { kernel, bias }: LayerWeights): Float32Array {
  const sums = bias.slice();
  addProducts(sums, values, kernel);
  return sums;
}

/** `kernel`: [input][output]. */
function addProducts(sums: Float32Array, inputs: Float32Array, kernel: Float32Array): void {
  for (const [i, value] of inputs.entries()) {
    const base = i * sums.length;
    for (let k = 0; k < sums.length; k++) sums[k] = (sums[k] ?? 0) + value * (kernel[base + k] ?? 0);
  }
}
