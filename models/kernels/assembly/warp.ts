/** Positions count in 2^32ths of a pixel, and the weight of the right neighbour in 2^14ths. */
const PLACE_BITS: i64 = 32;
const WEIGHT_BITS: u32 = 14;
const WHOLE_WEIGHT: u32 = 1 << WEIGHT_BITS;

/** A picture with interleaved red, green and blue from `base` on, and this many bytes from row to row. */
let base: usize = 0;
let stride: i32 = 0;
let width: i32 = 0;
let height: i32 = 0;
/** For each colour: its bytes in two pixels, its factor including the 2^14ths, and its offset. */
let colours: v128 = i64x2(0, 0);
let gains: v128 = i64x2(0, 0);
let offsets: v128 = i64x2(0, 0);

/** Only the part of the picture that the next crop shows must be there; `at` may then be any address. */
export function setPicture(at: usize, rowBytes: i32, across: i32, down: i32): void {
  base = at;
  stride = rowBytes;
  width = across;
  height = down;
}

/** Sets the values of crops: each colour's 0..255 minus `less`, times `gain`; red first, or blue. */
export function setForm(lessRed: f32, lessGreen: f32, lessBlue: f32, gain: f32, blueFirst: boolean): void {
  const redFirst = i8x16(0, -1, 3, -1, 1, -1, 4, -1, 2, -1, 5, -1, -1, -1, -1, -1);
  const missing = f32x4.sub(f32x4.splat(0), f32x4(lessRed, lessGreen, lessBlue, 0));
  colours = blueFirst ? i32x4.shuffle(redFirst, redFirst, 2, 1, 0, 3) : redFirst;
  gains = f32x4.splat(gain / <f32>WHOLE_WEIGHT);
  offsets = f32x4.mul(blueFirst ? i32x4.shuffle(missing, missing, 2, 1, 0, 3) : missing, f32x4.splat(gain));
}

/**
 * Writes one row of a crop, `count` pixels, 32 bits per value, at `to`: bilinear values, black outside the picture. The
 * first is at `x`, `y` in the picture, where integers are the centres of pixels, and each next one further by the given
 * step. Reads up to 2 bytes after the picture and writes 4 after the row.
 */
export function warpRow(to: usize, count: i32, x: f64, y: f64, acrossX: f64, acrossY: f64): void {
  const one = <f64>((<i64>1) << PLACE_BITS);
  let placeX = <i64>(x * one);
  let placeY = <i64>(y * one);
  const stepX = <i64>(acrossX * one);
  const stepY = <i64>(acrossY * one);
  for (const end = to + 12 * <usize>count; to < end; to += 12, placeX += stepX, placeY += stepY) {
    const left = <i32>(placeX >> PLACE_BITS);
    const top = <i32>(placeY >> PLACE_BITS);
    const inside = <u32>left < <u32>(width - 1) && <u32>top < <u32>(height - 1);
    v128.store(to, inside ? valueAt(left, top, placeX, placeY) : valueAtEdge(left, top, placeX, placeY));
  }
}

/** Returns the weight of the pixel after a position, rounded. */
function weightOf(place: i64): u32 {
  return ((<u32>place >> (<u32>PLACE_BITS - WEIGHT_BITS - 1)) + 1) >> 1;
}

/** Interpolates all colours between the pixel at `left`, `top`, the one below, and their right neighbours. */
function valueAt(left: i32, top: i32, placeX: i64, placeY: i64): v128 {
  const p = base + <usize>(top * stride + 3 * left);
  return between(v128.load64_zero(p), v128.load64_zero(p + <usize>stride), placeX, placeY);
}

/** Does the same for two pixels and the two below them. */
function between(upper: v128, lower: v128, placeX: i64, placeY: i64): v128 {
  const right = weightOf(placeX);
  const weights = i32x4.splat((right << 16) | (WHOLE_WEIGHT - right));
  const low = f32x4.splat(<f32>(<u32>placeY >> 8) / <f32>(1 << 24));
  const above = f32x4.convert_i32x4_s(i32x4.dot_i16x8_s(i8x16.swizzle(upper, colours), weights));
  const below = f32x4.convert_i32x4_s(i32x4.dot_i16x8_s(i8x16.swizzle(lower, colours), weights));
  const value = f32x4.add(above, f32x4.mul(f32x4.sub(below, above), low));
  return f32x4.add(f32x4.mul(value, gains), offsets);
}

/** Does the same if some or all of the four are outside the picture. */
function valueAtEdge(left: i32, top: i32, placeX: i64, placeY: i64): v128 {
  if (left < -1 || top < -1 || left >= width || top >= height) return offsets;
  return between(pixelsAt(left, top), pixelsAt(left, top + 1), placeX, placeY);
}

/** Returns the pixel at `left`, `top` and its right neighbour, black outside the picture. */
function pixelsAt(left: i32, top: i32): v128 {
  let pixels = i64x2(0, 0);
  if (top < 0 || top >= height) return pixels;
  const p = base + <usize>(top * stride + 3 * left);
  if (left >= 0) {
    pixels = i8x16.replace_lane(pixels, 0, load<u8>(p));
    pixels = i8x16.replace_lane(pixels, 1, load<u8>(p, 1));
    pixels = i8x16.replace_lane(pixels, 2, load<u8>(p, 2));
  }
  if (left + 1 < width) {
    pixels = i8x16.replace_lane(pixels, 3, load<u8>(p, 3));
    pixels = i8x16.replace_lane(pixels, 4, load<u8>(p, 4));
    pixels = i8x16.replace_lane(pixels, 5, load<u8>(p, 5));
  }
  return pixels;
}
