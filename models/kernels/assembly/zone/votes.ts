/** Directions are measured in squares of so many pixels a side, each with those that touch it. */
const CELL: i32 = 4;
/** Half of the square over which the strokes' density is measured, twice; and its pixels. */
const BLUR: i32 = 2;
const PIXELS: f64 = 25;
/** A stroke counts no more than this, so that one hard edge does not outweigh a line of text. */
const STROKE_MAX: f32 = 64;
/** Cells with less energy are even paper. */
const ENERGY_MIN: f64 = 1;
/** Half of the turns that are voted for; the others are opposite, of the doubled angle. */
const HALF_TURNS: i32 = 6;

/** Numbers of four bytes; each row has empty ones before it and behind it. */
const MARGIN: usize = 16;

function strideOf(width: i32): usize {
  return 4 * <usize>((width + 3) & ~3) + 2 * MARGIN;
}

/** Bytes from a row of cells to the next: two cells are measured at once. */
function cellsStride(width: i32): usize {
  return 4 * <usize>((width / CELL + 1) & ~1);
}

/** Bytes that `countVotes` works in. */
export function countVotesWork(width: i32, height: i32): usize {
  const cells = cellsStride(width) * <usize>(height / CELL);
  return 2 * strideOf(width) * <usize>height + strideOf(width) + 3 * cells + 64;
}

/** Four bytes as whole numbers. */
function fourAt(at: usize): v128 {
  return i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load_zero<u32>(at)));
}

/** The strength of strokes in any direction; 0 at the borders. */
function measureStrokes(from: usize, width: i32, height: i32, to: usize, stride: usize): void {
  memory.fill(to - MARGIN, 0, stride * <usize>height);
  for (let y = 1; y < height - 1; y++) {
    const row = from + <usize>(y * width);
    const out = to + stride * <usize>y;
    for (let x = 1; x < width - 1; x += 4) {
      const at = row + <usize>x;
      const dx = i32x4.sub(fourAt(at + 1), fourAt(at - 1));
      const dy = i32x4.sub(fourAt(at + <usize>width), fourAt(at - <usize>width));
      const squared = i32x4.add(i32x4.mul(dx, dx), i32x4.mul(dy, dy));
      const strength = f32x4.min(f32x4.splat(STROKE_MAX), f32x4.sqrt(f32x4.convert_i32x4_s(squared)));
      v128.store(out + 4 * <usize>x, strength);
    }
    clearBehind(out, max(0, width - 1), stride);
  }
}

/** A row's numbers from `end` on become 0. */
function clearBehind(row: usize, end: i32, stride: usize): void {
  memory.fill(row + 4 * <usize>end, 0, stride - MARGIN - 4 * <usize>end);
}

function twoAt(at: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load_zero<u64>(at));
}

/** Each number's mean over the square's pixels in its own row. */
function blurRow(from: usize, width: i32, to: usize): void {
  for (let x = 0; x < width; x += 2) {
    const at = from + 4 * <usize>x;
    const sides = f64x2.add(f64x2.add(twoAt(at - 8), twoAt(at - 4)), f64x2.add(twoAt(at + 4), twoAt(at + 8)));
    const mean = f64x2.div(f64x2.add(sides, twoAt(at)), f64x2.splat(PIXELS));
    v128.store_lane<u64>(to + 4 * <usize>x, f32x4.demote_f64x2_zero(mean), 0);
  }
}

function addRow(from: usize, stride: usize, sums: usize): void {
  for (let at: usize = 0; at < stride; at += 16)
    v128.store(sums + at, f32x4.add(v128.load(sums + at), v128.load(from + at)));
}

function subtractRow(from: usize, stride: usize, sums: usize): void {
  for (let at: usize = 0; at < stride; at += 16)
    v128.store(sums + at, f32x4.sub(v128.load(sums + at), v128.load(from + at)));
}

/** The mean over a square, in place; what lies outside counts as 0. `work` holds as much again, and one row. */
function blur(plane: usize, width: i32, height: i32, stride: usize, work: usize): void {
  const sums = work + stride * <usize>height;
  memory.fill(sums - MARGIN, 0, stride);
  for (let y = 0; y < height; y++) {
    const row = work + stride * <usize>y;
    memory.fill(row - MARGIN, 0, MARGIN);
    blurRow(plane + stride * <usize>y, width, row);
    clearBehind(row, width, stride);
  }
  for (let y = -BLUR; y < height; y++) {
    if (y + BLUR < height) addRow(work + stride * <usize>(y + BLUR) - MARGIN, stride, sums - MARGIN);
    if (y < 0) continue;
    memory.copy(plane + stride * <usize>y - MARGIN, sums - MARGIN, stride);
    if (y >= BLUR) subtractRow(work + stride * <usize>(y - BLUR) - MARGIN, stride, sums - MARGIN);
  }
}

/** The numbers `i` of two vectors. */
function eachOf(first: v128, second: v128, i: i32): v128 {
  if (i === 0) return f64x2.promote_low_f32x4(i32x4.shuffle(first, second, 0, 4, 0, 4));
  if (i === 1) return f64x2.promote_low_f32x4(i32x4.shuffle(first, second, 1, 5, 1, 5));
  if (i === 2) return f64x2.promote_low_f32x4(i32x4.shuffle(first, second, 2, 6, 2, 6));
  return f64x2.promote_low_f32x4(i32x4.shuffle(first, second, 3, 7, 3, 7));
}

function addTwo(at: usize, value: v128): void {
  v128.store_lane<u64>(at, f32x4.demote_f64x2_zero(f64x2.add(twoAt(at), value)), 0);
}

/** Adds one row of two cells side by side to their sums, whose three planes are `plane` bytes apart. */
function addCells(at: usize, stride: usize, to: usize, plane: usize): void {
  let even = f64x2.splat(0);
  let odd = f64x2.splat(0);
  let energy = f64x2.splat(0);
  for (let i = 0; i < CELL; i++) {
    const dx = f64x2.sub(
      eachOf(v128.load(at, 4), v128.load(at, 20), i),
      eachOf(v128.load(at - 4), v128.load(at, 12), i),
    );
    const dy = f64x2.sub(
      eachOf(v128.load(at + stride), v128.load(at + stride, 16), i),
      eachOf(v128.load(at - stride), v128.load(at - stride, 16), i),
    );
    const squareX = f64x2.mul(dx, dx);
    const squareY = f64x2.mul(dy, dy);
    even = f64x2.add(even, f64x2.sub(squareX, squareY));
    odd = f64x2.add(odd, f64x2.mul(f64x2.add(dx, dx), dy));
    energy = f64x2.add(energy, f64x2.add(squareX, squareY));
  }
  addTwo(to, even);
  addTwo(to + plane, odd);
  addTwo(to + 2 * plane, energy);
}

/** Of each cell, the sums of the gradient's doubled angle, as two numbers, and of its square, in three planes. */
function sumTensors(density: usize, width: i32, height: i32, stride: usize, cells: usize): void {
  const across = cellsStride(width);
  const plane = across * <usize>(height / CELL);
  memory.fill(cells, 0, 3 * plane);
  for (let y = 1; y < min(height - 1, (height / CELL) * CELL); y++) {
    const row = density + stride * <usize>y;
    // At the picture's sides it looks into the next row, which hardly counts.
    store<f32>(row - 4, load<f32>(row - stride + 4 * <usize>(width - 1)));
    store<f32>(row + 4 * <usize>width, load<f32>(row + stride));
    let to = cells + across * <usize>(y / CELL);
    for (let x = 0; x < width / CELL; x += 2, to += 8) addCells(row + <usize>(4 * CELL * x), stride, to, plane);
  }
}

/** The mean over a cell and those that touch it. `across` are bytes from row to row. */
function meanAround(at: usize, across: usize): f64 {
  let sum: f64 = 0;
  for (let row = at - across; row <= at + across; row += across)
    sum = sum + <f64>load<f32>(row - 4) + <f64>load<f32>(row) + <f64>load<f32>(row, 4);
  return sum / <f64>(9 * CELL * CELL);
}

/** The part of `a` and `b`, a doubled angle's cosine and sine, in the direction of a turn of the first half. */
function alongTurn(a: f64, b: f64, turn: i32): f64 {
  const long = 0.8660254037844386;
  if (turn === 0) return -a;
  if (turn === 1) return -long * a - 0.5 * b;
  if (turn === 2) return -0.5 * a - long * b;
  if (turn === 3) return -b;
  if (turn === 4) return 0.5 * a - long * b;
  return long * a - 0.5 * b;
}

/** The turn that is nearest to half of the angle of `a` and `b`. */
function turnOf(a: f64, b: f64): i32 {
  let turn = 0;
  let most: f64 = -1;
  for (let i = 0; i < HALF_TURNS; i++) {
    const along = alongTurn(a, b, i);
    if (Math.abs(along) <= most) continue;
    most = Math.abs(along);
    turn = along >= 0 ? i : i + HALF_TURNS;
  }
  return turn;
}

/**
 * How much of a picture of one byte a pixel runs along each of twelve turns, 15 degrees clockwise from one to the next, as eight bytes each
 * at `votes`: the structure tensor of the strokes' density (Bigun and Granlund, "Optimal orientation detection of linear symmetry", 1987).
 */
export function countVotes(from: usize, width: i32, height: i32, work: usize, votes: usize): void {
  const stride = strideOf(width);
  const density = work + MARGIN;
  const rows = density + stride * <usize>height;
  const cells = work + 2 * stride * <usize>height + stride;
  measureStrokes(from, width, height, density, stride);
  blur(density, width, height, stride, rows);
  blur(density, width, height, stride, rows);
  sumTensors(density, width, height, stride, cells);
  const across = cellsStride(width);
  const plane = across * <usize>(height / CELL);
  memory.fill(votes, 0, 16 * HALF_TURNS);
  for (let y = 1; y < height / CELL - 1; y++) {
    for (let x = 1; x < width / CELL - 1; x++) {
      const at = cells + across * <usize>y + 4 * <usize>x;
      const energy = meanAround(at + 2 * plane, across);
      if (energy < ENERGY_MIN) continue;
      const a = meanAround(at, across);
      const b = meanAround(at + plane, across);
      const coherence = Math.sqrt(a * a + b * b) / energy;
      const vote = votes + 8 * <usize>turnOf(a, b);
      store<f64>(vote, load<f64>(vote) + coherence * coherence * Math.sqrt(energy));
    }
  }
}
