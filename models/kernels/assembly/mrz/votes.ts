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

/** Numbers of four bytes; each row has eight empty ones before it and behind it. */
const MARGIN: usize = 32;

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

/** The strength of four strokes, whose differences along both axes come in turn. */
function strengthOf(differences: v128): v128 {
  const squared = i32x4.dot_i16x8_s(differences, differences);
  return f32x4.min(f32x4.splat(STROKE_MAX), f32x4.sqrt(f32x4.convert_i32x4_s(squared)));
}

/** The strength of strokes in any direction; 0 at the borders. */
function measureStrokes(from: usize, width: i32, height: i32, to: usize, stride: usize): void {
  memory.fill(to - MARGIN, 0, stride * <usize>height);
  for (let y = 1; y < height - 1; y++) {
    const row = from + <usize>(y * width);
    const out = to + stride * <usize>y;
    for (let x = 1; x < width - 1; x += 8) {
      const at = row + <usize>x;
      const dx = i16x8.sub(v128.load_ext<u8>(at + 1), v128.load_ext<u8>(at - 1));
      const dy = i16x8.sub(v128.load_ext<u8>(at + <usize>width), v128.load_ext<u8>(at - <usize>width));
      v128.store(out + 4 * <usize>x, strengthOf(i16x8.shuffle(dx, dy, 0, 8, 1, 9, 2, 10, 3, 11)));
      v128.store(out + 4 * <usize>x, strengthOf(i16x8.shuffle(dx, dy, 4, 12, 5, 13, 6, 14, 7, 15)), 16);
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

/** The last number of one pair and the first of the next. */
function between(a: v128, b: v128): v128 {
  return i64x2.shuffle(a, b, 1, 2);
}

/** Each number's mean over the square's pixels in its own row. The sums are exact, in any order. */
function blurRow(from: usize, width: i32, to: usize): void {
  const pixels = f64x2.splat(PIXELS);
  for (const end = from + 4 * <usize>width; from < end; from += 16, to += 16) {
    const a = twoAt(from - 8);
    const b = twoAt(from);
    const c = twoAt(from + 8);
    const d = twoAt(from + 16);
    const middle = f64x2.add(f64x2.add(b, between(b, c)), c);
    const low = f64x2.div(f64x2.add(middle, f64x2.add(a, between(a, b))), pixels);
    const high = f64x2.div(f64x2.add(middle, f64x2.add(between(c, d), d)), pixels);
    v128.store(to, i64x2.shuffle(f32x4.demote_f64x2_zero(low), f32x4.demote_f64x2_zero(high), 0, 2));
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

/** The same pixel of two cells side by side. */
function eachAt(at: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load_lane<u32>(at + 4 * CELL, v128.load_zero<u32>(at), 1));
}

function addTwo(at: usize, value: v128): void {
  v128.store_lane<u64>(at, f32x4.demote_f64x2_zero(f64x2.add(twoAt(at), value)), 0);
}

/** Adds one row of two cells side by side to their sums, whose three planes are `plane` bytes apart. */
function addCells(at: usize, stride: usize, to: usize, plane: usize): void {
  let even = f64x2.splat(0);
  let odd = f64x2.splat(0);
  let energy = f64x2.splat(0);
  for (const end = at + 4 * CELL; at < end; at += 4) {
    const dx = f64x2.sub(eachAt(at + 4), eachAt(at - 4));
    const dy = f64x2.sub(eachAt(at + stride), eachAt(at - stride));
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
