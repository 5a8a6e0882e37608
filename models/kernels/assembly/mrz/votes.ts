/** Directions are measured in squares of this many pixels a side, each together with adjacent ones. */
const CELL: i32 = 4;
/** A cell: the sums of its gradients' doubled angles, as two numbers of eight bytes, and of their squares. */
const CELL_BYTES: usize = 24;
/** Half of the square over which the strokes' density is measured, twice; and the weight of each of its rows and columns. */
const BLUR: i32 = 2;
const SHARE: f64 = 0.2;
/** The limit of a stroke's strength, so that one hard edge does not outweigh a line of text. */
const STROKE_MAX: f32 = 64;
/** Cells with less energy are even paper. */
const ENERGY_MIN: f64 = 1;
/** The number of turns that get votes, and degrees from one to the next. */
const TURNS: i32 = 12;
const STEP: f64 = 15;

/** Returns the size in bytes of the work memory of `countVotes`. */
export function countVotesWork(width: i32, height: i32): usize {
  return 8 * <usize>(width * height + width + height) + CELL_BYTES * <usize>(width / CELL) * <usize>(height / CELL);
}

/** Measures the strength of strokes in any direction; 0 at the borders. */
function measureStrokes(from: usize, width: i32, height: i32, to: usize): void {
  memory.fill(to, 0, 4 * <usize>(width * height));
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      const at = from + <usize>i;
      const across = <i32>load<u8>(at, 1) - <i32>load<u8>(at - 1);
      const down = <i32>load<u8>(at + <usize>width) - <i32>load<u8>(at - <usize>width);
      store<f32>(to + 4 * <usize>i, min(STROKE_MAX, sqrt<f32>(<f32>(across * across + down * down))));
    }
  }
}

/**
 * Computes means along `lines` lines of numbers, `step` bytes from one to the next and `pitch` from line to line; values outside count as 0.
 * Processes the lines side by side, because then no sum waits for the one before. `sums` has eight bytes per line.
 */
function blur(from: usize, length: i32, step: usize, lines: i32, pitch: usize, to: usize, sums: usize): void {
  const reach = <usize>BLUR * step;
  memory.fill(sums, 0, 8 * <usize>lines);
  for (let i = -BLUR; i < length; i++) {
    for (let line: usize = 0; line < <usize>lines; line++) {
      const at = from + line * pitch + <usize>i * step;
      let sum = load<f64>(sums + 8 * line);
      if (i + BLUR < length) sum += load<f32>(at + reach);
      if (i >= 0) store<f32>(at - from + to, <f32>(SHARE * sum));
      if (i >= BLUR) sum -= load<f32>(at - reach);
      store<f64>(sums + 8 * line, sum);
    }
  }
}

/** Fills a cell, whose first pixel is at `x`, `y`. At the picture's sides it reads from the next row, which hardly matters. */
function sumTensor(density: usize, width: i32, height: i32, x: i32, y: i32, cell: usize): void {
  const stride = 4 * <usize>width;
  let even: f64 = 0;
  let odd: f64 = 0;
  let energy: f64 = 0;
  for (let row = max(1, y); row < min(height - 1, y + CELL); row++) {
    for (let at = density + 4 * <usize>(row * width + x), end = at + 4 * CELL; at < end; at += 4) {
      const dx = <f64>load<f32>(at, 4) - <f64>load<f32>(at - 4);
      const dy = <f64>load<f32>(at + stride) - <f64>load<f32>(at - stride);
      even += dx * dx - dy * dy;
      odd += 2 * dx * dy;
      energy += dx * dx + dy * dy;
    }
  }
  store<f64>(cell, even);
  store<f64>(cell, odd, 8);
  store<f64>(cell, energy, 16);
}

/** Returns the mean over a cell and the adjacent ones. `across` are bytes from row to row. */
function meanAround(at: usize, across: usize): f64 {
  let sum: f64 = 0;
  for (let row = at - across; row <= at + across; row += across)
    sum += load<f64>(row - CELL_BYTES) + load<f64>(row) + load<f64>(row + CELL_BYTES);
  return sum / <f64>(9 * CELL * CELL);
}

/**
 * Writes how much of a picture of one byte per pixel runs along each of twelve turns, 15 degrees clockwise from one to the next, as eight bytes each
 * at `votes`: the structure tensor of the strokes' density (Bigun and Granlund, "Optimal orientation detection of linear symmetry", 1987).
 */
export function countVotes(from: usize, width: i32, height: i32, work: usize, votes: usize): void {
  const row = 4 * <usize>width;
  const other = work + row * <usize>height;
  const cells = other + row * <usize>height;
  measureStrokes(from, width, height, work);
  for (let round = 0; round < 2; round++) {
    blur(work, width, 4, height, row, other, cells);
    blur(other, height, row, width, 4, work, cells);
  }
  const across = CELL_BYTES * <usize>(width / CELL);
  for (let y = 0; y < height / CELL; y++)
    for (let x = 0; x < width / CELL; x++)
      sumTensor(work, width, height, CELL * x, CELL * y, cells + across * <usize>y + CELL_BYTES * <usize>x);
  memory.fill(votes, 0, 8 * <usize>TURNS);
  for (let y = 1; y < height / CELL - 1; y++) {
    for (let x = 1; x < width / CELL - 1; x++) {
      const at = cells + across * <usize>y + CELL_BYTES * <usize>x;
      const energy = meanAround(at + 16, across);
      if (energy < ENERGY_MIN) continue;
      const even = meanAround(at, across);
      const odd = meanAround(at + 8, across);
      // Half of the doubled angle across the strokes, and a quarter turn.
      const turn = <i32>Math.round(((Math.atan2(odd, even) * 90) / Math.PI + 90) / STEP) % TURNS;
      const vote = votes + 8 * <usize>turn;
      store<f64>(vote, load<f64>(vote) + ((even * even + odd * odd) / (energy * energy)) * Math.sqrt(energy));
    }
  }
}
