/** Numbers in rows, one for each pixel. */
export interface Grid {
  width: number;
  height: number;
  values: Float32Array;
}

export function createGrid(width: number, height: number): Grid {
  return { width, height, values: new Float32Array(width * height) };
}

/** Returns the value between pixels, bilinear; outside, that of the nearest pixel. */
export function sampleGrid({ width, height, values }: Grid, x: number, y: number): number {
  const cx = Math.min(Math.max(x, 0), width - 1.001);
  const cy = Math.min(Math.max(y, 0), height - 1.001);
  const x0 = Math.floor(cx);
  const y0 = Math.floor(cy);
  const fx = cx - x0;
  const at = y0 * width + x0;
  const top = (values[at] ?? 0) * (1 - fx) + (values[at + 1] ?? 0) * fx;
  const bottom = (values[at + width] ?? 0) * (1 - fx) + (values[at + width + 1] ?? 0) * fx;
  return top + (bottom - top) * (cy - y0);
}

/** Applies a Gaussian blur of `sigmaX` by `sigmaY` pixels; repeats the borders. */
export function blurGrid(grid: Grid, sigmaX: number, sigmaY: number): Grid {
  return blurAlong(blurAlong(grid, sigmaX, 1), sigmaY, grid.width);
}

function blurAlong(grid: Grid, sigma: number, step: 1 | number): Grid {
  if (sigma < 0.2) return grid;
  const { width, height, values } = grid;
  const radius = Math.ceil(2.5 * sigma);
  const kernel = Float32Array.from({ length: 2 * radius + 1 }, (_, i) =>
    Math.exp(-((i - radius) ** 2) / (2 * sigma * sigma)),
  );
  const total = kernel.reduce((sum, weight) => sum + weight, 0);
  const out = createGrid(width, height);
  const length = step === 1 ? width : height;
  const rows = step === 1 ? height : width;
  for (let row = 0; row < rows; row++) {
    const base = step === 1 ? row * width : row;
    for (let i = 0; i < length; i++) {
      let sum = 0;
      for (let k = -radius; k <= radius; k++) {
        const at = Math.min(Math.max(i + k, 0), length - 1);
        sum += (values[base + at * step] ?? 0) * (kernel[k + radius] ?? 0);
      }
      out.values[base + i * step] = sum / total;
    }
  }
  return out;
}
