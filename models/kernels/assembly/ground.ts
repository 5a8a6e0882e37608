/** Side of the squares whose brightness is measured, and the step between the sampled pixels. */
const BLOCK: i32 = 24;
const STEP: i32 = 2;
/** Most of a square is background even if it holds text, so this many tenths of its values are no lighter than the background. */
const GROUND_TENTHS: i32 = 7;
/** Bytes of the sampled pixels of a square and half of each neighbour. */
const SAMPLES_MAX: i32 = BLOCK * BLOCK;
/** The unit of shares. */
const WHOLE: i32 = 256;
const WHOLE_TWICE_BITS: i32 = 16;
const WHITE: i32 = 255;
const LANES: i32 = 16;

/** Lookup table of `lightRow`, filled by `makeShares`. */
const shares: usize = memory.data(4 * BLOCK, 16);
const samples: usize = memory.data(SAMPLES_MAX + 2 * LANES, 16);

/** Returns the number of squares along a side of this many pixels. */
function blocksOf(length: i32): i32 {
  return (length + BLOCK - 1) / BLOCK;
}

/** Returns the square whose middle is before the pixel at `at`. */
function before(at: i32): i32 {
  return max(0, (at + BLOCK / 2) / BLOCK - 1);
}

/** Returns how far a pixel between two middles, `at` from the first, is towards the second: in parts of `WHOLE`, rounded. */
function shareAt(at: i32): i32 {
  return (2 * WHOLE * at + BLOCK) / (2 * BLOCK);
}

/** Returns how far the pixel at `at` is from the middle before it to the next; there is none before the first or after the last. */
function shareOf(at: i32, count: i32): i32 {
  if (at < BLOCK / 2 || at >= BLOCK * count - BLOCK / 2) return 0;
  return shareAt((at + BLOCK / 2) % BLOCK);
}

/** Returns the bytes that `cutPart` needs as `work` for a picture of this width, without its squares (`squaresBytes`). */
export function groundWorkBytes(width: i32): i32 {
  return 4 * (blocksOf(width) + 2) + width + 3 * BLOCK + 2 * LANES;
}

/** Returns the bytes of a picture's squares: the brightness of each, and whether it was measured, which must be 0 at first. */
export function squaresBytes(width: i32, height: i32): i32 {
  return 2 * blocksOf(width) * blocksOf(height);
}

/** Measures the unknown squares that the part of a picture between these pixels needs. */
function measure(
  grey: usize,
  width: i32,
  height: i32,
  squares: usize,
  left: i32,
  top: i32,
  right: i32,
  bottom: i32,
): void {
  const columns = blocksOf(width);
  const rows = blocksOf(height);
  const known = squares + columns * rows;
  for (let row = before(top); row <= min(rows - 1, before(bottom) + 1); row++)
    for (let column = before(left); column <= min(columns - 1, before(right) + 1); column++) {
      const i = row * columns + column;
      if (load<u8>(known + i) !== 0) continue;
      store<u8>(known + i, 1);
      store<u8>(squares + i, <u8>brightnessAt(grey, width, height, column * BLOCK, row * BLOCK));
    }
}

/** Returns the least value that enough pixels of the square at (`left`, `top`), and half of each neighbour, do not exceed. */
function brightnessAt(grey: usize, width: i32, height: i32, left: i32, top: i32): i32 {
  const from = max(0, left - BLOCK / 2);
  const to = min(width, left + BLOCK + BLOCK / 2);
  let count = 0;
  for (let y = max(0, top - BLOCK / 2); y < min(height, top + BLOCK + BLOCK / 2); y += STEP)
    count += takeSamples(grey + y * width + from, to - from, samples + count);
  for (let i = 0; i < LANES; i++) store<u8>(samples + count + i, <u8>WHITE);
  const needed = (GROUND_TENTHS * count + 9) / 10;
  let least = 0;
  for (let half = 128; half > 0; half >>= 1) if (countUpTo(least + half - 1, count) < needed) least += half;
  return least;
}

/** Takes every second of `count` pixels; returns how many. Most squares have their full width. */
function takeSamples(row: usize, count: i32, at: usize): i32 {
  if (count === 2 * BLOCK) {
    const even = i16x8.splat(0xff);
    const third = v128.and(v128.load(row, 32), even);
    v128.store(at, i8x16.narrow_i16x8_u(v128.and(v128.load(row), even), v128.and(v128.load(row, 16), even)));
    v128.store(at, i8x16.narrow_i16x8_u(third, third), 16);
    return BLOCK;
  }
  let taken = 0;
  for (let i = 0; i < count; i += STEP) store<u8>(at + taken++, load<u8>(row + i));
  return taken;
}

/** Counts the samples that are no lighter than `value`, which is less than white. */
function countUpTo(value: i32, count: i32): i32 {
  const most = i8x16.splat(<i8>value);
  // No lane counts beyond the range of a byte.
  let counts = i8x16.splat(0);
  for (let i = 0; i < count; i += LANES) {
    const darker = i8x16.eq(i8x16.max_u(v128.load(samples + i), most), most);
    counts = i8x16.sub(counts, darker);
  }
  const sums = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(counts));
  const low = i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 1);
  return low + i32x4.extract_lane(sums, 2) + i32x4.extract_lane(sums, 3);
}

/**
 * Writes the background's brightness at each pixel of row `y`, from `left` to `right`, whatever is printed there: bilinear between the middles of the
 * squares, at `light`, with column x at x - `left`. `mixed` has room for a number of four bytes for each column of squares.
 */
function lightRow(
  squares: usize,
  width: i32,
  height: i32,
  y: i32,
  left: i32,
  right: i32,
  mixed: usize,
  light: usize,
): void {
  const columns = blocksOf(width);
  const rows = blocksOf(height);
  const upper = squares + before(y) * columns;
  const lower = squares + min(rows - 1, before(y) + 1) * columns;
  const low = shareOf(y, rows);
  const first = before(left);
  const last = min(columns - 1, before(right) + 1);
  for (let i = first; i <= last; i++)
    store<i32>(mixed + 4 * i, <i32>load<u8>(upper + i) * (WHOLE - low) + <i32>load<u8>(lower + i) * low);
  // Segments of a square's length from middle to middle; the first may begin before `left`, and the last end after `right`.
  const begin = (left + BLOCK / 2) / BLOCK;
  for (let part = begin; part <= (right + BLOCK / 2) / BLOCK; part++) {
    const from = load<i32>(mixed + 4 * max(0, part - 1));
    const to = load<i32>(mixed + 4 * min(last, part));
    mixPart(part === 0 ? to : from, to, light + part * BLOCK - BLOCK / 2 - left);
  }
}

/** Interpolates from one middle to the next: the two brightnesses, each in parts of `WHOLE`, for each pixel. */
function mixPart(from: i32, to: i32, light: usize): void {
  for (let i = 0; i < BLOCK; i += 8) {
    const low = mixFour(from, to, shares + 4 * i);
    const high = mixFour(from, to, shares + 4 * i + 16);
    const words = i16x8.narrow_i32x4_u(low, high);
    v128.store64_lane(light + i, i8x16.narrow_i16x8_u(words, words), 0);
  }
}

function mixFour(from: i32, to: i32, at: usize): v128 {
  const mixed = i32x4.mul(i32x4.splat(to - from), v128.load(at));
  return i32x4.shr_u(i32x4.add(i32x4.splat(from * WHOLE), mixed), WHOLE_TWICE_BITS);
}

function makeShares(): void {
  for (let i = 0; i < BLOCK; i++) store<i32>(shares + 4 * i, shareAt(i));
}

/**
 * Cuts out the part of a picture between these pixels, which may be partly outside it: writes to `out`, evenly lit, the
 * content of `count` spans (left, right, top and bottom, four bytes each), and white everywhere else. `squares` are the
 * picture's (`squaresBytes`), `keep` has room for as many bytes as `out`, and `work` for those of `groundWorkBytes`.
 * Writes up to `LANES` bytes after `out`, and reads them after the picture and `keep`.
 */
export function cutPart(
  grey: usize,
  width: i32,
  height: i32,
  squares: usize,
  left: i32,
  top: i32,
  right: i32,
  bottom: i32,
  spans: usize,
  count: i32,
  keep: usize,
  work: usize,
  out: usize,
): void {
  const side = right - left + 1;
  const bytes = side * (bottom - top + 1);
  memory.fill(out, <u8>WHITE, bytes);
  memory.fill(keep, 0, bytes + LANES);
  const from = max(0, left);
  const to = min(width - 1, right);
  const above = max(0, top);
  const below = min(height - 1, bottom);
  if (from > to || above > below) return;
  for (let i = 0; i < count; i++, spans += 16) {
    const first = max(from, load<i32>(spans));
    const last = min(to, load<i32>(spans, 4));
    for (let y = max(above, load<i32>(spans, 8)); y <= min(below, load<i32>(spans, 12)); y++)
      if (first <= last) fillBytes(keep + (y - top) * side + first - left, last - first + 1);
  }
  makeShares();
  measure(grey, width, height, squares, from, above, to, below);
  // Room before the first column, because the first segment may begin before it.
  const light = work + 4 * (blocksOf(width) + 2) + BLOCK;
  for (let y = above; y <= below; y++) {
    lightRow(squares, width, height, y, from, to, work, light);
    const at = (y - top) * side + from - left;
    lightEvenly(grey + y * width + from, light, keep + at, to - from + 1, out + at);
  }
}

/** Sets bytes to all ones. */
function fillBytes(at: usize, count: i32): void {
  if (count < LANES) {
    for (let i = 0; i < count; i++) store<u8>(at + i, 255);
    return;
  }
  const ones = i8x16.splat(-1);
  for (let i = 0; i + LANES < count; i += LANES) v128.store(at + i, ones);
  v128.store(at + count - LANES, ones);
}

/** Writes grey values as if on white ground, where they are kept; bytes written after a row are overwritten by the next. */
function lightEvenly(values: usize, light: usize, keep: usize, count: i32, out: usize): void {
  for (let i = 0; i < count; i += LANES) {
    const kept = v128.load(keep + i);
    if (!v128.any_true(kept)) {
      v128.store(out + i, i8x16.splat(-1));
      continue;
    }
    const value = v128.load(values + i);
    const ground = v128.load(light + i);
    const lit = shareOfGround(value, ground);
    const isLighter = i8x16.eq(i8x16.max_u(value, ground), value);
    v128.store(out + i, v128.or(lit, v128.or(isLighter, v128.not(kept))));
  }
}

/** Returns (value * 255) / ground of sixteen pixels, rounded down; undefined if the ground is not lighter. */
function shareOfGround(value: v128, ground: v128): v128 {
  const valueLow = i16x8.extend_low_i8x16_u(value);
  const valueHigh = i16x8.extend_high_i8x16_u(value);
  const groundLow = i16x8.extend_low_i8x16_u(ground);
  const groundHigh = i16x8.extend_high_i8x16_u(ground);
  const low = i16x8.narrow_i32x4_u(
    divide(i32x4.extend_low_i16x8_u(valueLow), i32x4.extend_low_i16x8_u(groundLow)),
    divide(i32x4.extend_high_i16x8_u(valueLow), i32x4.extend_high_i16x8_u(groundLow)),
  );
  const high = i16x8.narrow_i32x4_u(
    divide(i32x4.extend_low_i16x8_u(valueHigh), i32x4.extend_low_i16x8_u(groundHigh)),
    divide(i32x4.extend_high_i16x8_u(valueHigh), i32x4.extend_high_i16x8_u(groundHigh)),
  );
  return i8x16.narrow_i16x8_u(low, high);
}

/** A quotient of numbers this small is never rounded up to a whole one. */
function divide(value: v128, ground: v128): v128 {
  const share = f32x4.div(
    f32x4.mul(f32x4.convert_i32x4_s(value), f32x4.splat(<f32>WHITE)),
    f32x4.convert_i32x4_s(ground),
  );
  return i32x4.trunc_sat_f32x4_s(share);
}
