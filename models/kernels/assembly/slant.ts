/** How far a foot extends in the sum, in rows. */
const SPREAD: i32 = 2;
/** Empty rows next to the counted ones, so that whole vectors may be read there. */
const BESIDE: i32 = 16;
/** 2^52 and half of that: added to a whole number, it leaves that number in the lowest bits. */
const TO_WHOLE: f64 = 6755399441055744.0;

/** Returns the size in bytes of the work memory of `sumFeet`. */
export function feetWorkBytes(count: i32, height: i32): i32 {
  return 16 * (count + 2) + 2 * (2 * height + 2 * SPREAD + 2 * BESIDE);
}

/**
 * Writes, for a fan and each slope at `slopes` (eight bytes each), the sum of squares of how many feet are at each
 * height of the middle, each spread over three rows (1, 2, 1), at `sums` (eight bytes each). The feet are `count`
 * numbers of eight bytes at `x` and as many at `y`, relative to the centre of a picture of this `height`.
 */
export function sumFeet(
  x: usize,
  y: usize,
  count: i32,
  height: i32,
  fan: f64,
  slopes: usize,
  slopeCount: i32,
  sums: usize,
  work: usize,
): void {
  const levers = work;
  const levels = levers + 8 * (count + 2);
  const rows = levels + 8 * (count + 2) + 2 * BESIDE;
  const rowCount = 2 * height + 2 * SPREAD;
  memory.fill(rows - 2 * BESIDE, 0, 2 * (rowCount + 2 * BESIDE));
  for (let i = 0; i < count; i++) {
    const across = load<f64>(x + 8 * i);
    const stretch: f64 = 1.0 / (1.0 + across * fan);
    store<f64>(levers + 8 * i, across * stretch);
    store<f64>(levels + 8 * i, load<f64>(y + 8 * i) * stretch + height + SPREAD + 0.5);
  }
  // One more, outside of everything, if their number is odd.
  store<f64>(levers + 8 * count, 0);
  store<f64>(levels + 8 * count, 0);
  for (let i = 0; i < slopeCount; i++) {
    standFeet(levers, levels, count, load<f64>(slopes + 8 * i), rows, rowCount);
    store<f64>(sums + 8 * i, takeSum(rows, rowCount));
  }
}

/** Counts the feet at each row; feet outside are counted at the first or last, which `takeSum` ignores. */
function standFeet(levers: usize, levels: usize, count: i32, slope: f64, rows: usize, rowCount: i32): void {
  const slopes = f64x2.splat(slope);
  const first = f64x2.splat(SPREAD);
  const last = f64x2.splat(rowCount - SPREAD - 1);
  const toWhole = f64x2.splat(TO_WHOLE);
  for (let i = 0; i < count; i += 2) {
    const at = f64x2.sub(v128.load(levels + 8 * i), f64x2.mul(slopes, v128.load(levers + 8 * i)));
    const row = f64x2.add(f64x2.pmin(last, f64x2.pmax(first, f64x2.floor(at))), toWhole);
    countFoot(rows, i32x4.extract_lane(row, 0));
    countFoot(rows, i32x4.extract_lane(row, 2));
  }
}

function countFoot(rows: usize, row: i32): void {
  store<u16>(rows + 2 * row, load<u16>(rows + 2 * row) + 1);
}

/** Sums the rows between the two outer ones, and empties them. */
function takeSum(rows: usize, rowCount: i32): f64 {
  store<u16>(rows + 2 * SPREAD, 0);
  store<u16>(rows + 2 * (rowCount - SPREAD - 1), 0);
  let sums = i32x4.splat(0);
  let before = i16x8.splat(0);
  for (let i = 0; i < rowCount; i += 8) {
    const at = rows + 2 * i;
    const here = v128.load(at);
    // The row above is already empty.
    const above = i16x8.shuffle(before, here, 7, 8, 9, 10, 11, 12, 13, 14);
    const spread = i16x8.add(i16x8.add(above, v128.load(at, 2)), i16x8.shl(here, 1));
    sums = i32x4.add(sums, i32x4.dot_i16x8_s(spread, spread));
    v128.store(at, i16x8.splat(0));
    before = here;
  }
  const low = <f64>(<u32>i32x4.extract_lane(sums, 0)) + <f64>(<u32>i32x4.extract_lane(sums, 1));
  return low + <f64>(<u32>i32x4.extract_lane(sums, 2)) + <f64>(<u32>i32x4.extract_lane(sums, 3));
}
