import { firstsOf, secondsOf, thirdsOf } from './triples';

// The numbers of this file depend on each other. A line of text has capitals of about six pixels (`RIDGE_CAPITALS` in locate/ridges.ts).

/** Strokes are summed over this many pixels of a row, which is also the width of a mark: half a capital. */
const MARK_WIDTH: i32 = 3;
/** Strokes are collected over this many of these sums to both sides, over three and a half capitals. */
const REACH: i32 = 3;
/** The limit of a stroke's strength, so that one hard edge does not outweigh a line of text. */
const STROKE_MAX: i8 = 64;
/** How many rows of sums are held; 13 are used: six above and six below a line's middle. */
const RING: i32 = 16;
const AROUND: i32 = 6;

/**
 * A place is marked if its own five rows have clearly more strokes than the three rows of a gap (ICAO Doc 9303: lines 4.23 mm apart, capitals 2.4):
 * as means per pixel, line - gap > 0.18 * (line + gap + 2 * 2.5), where 2.5 is the grain of the paper. That is, for the sums over five and three rows
 * of seven times `MARK_WIDTH` pixels, 123 * line - 295 * gap >= 14175.
 */
const LINE_WEIGHT: i16 = 123;
const GAP_WEIGHT: i16 = -295;
const LEAST: i32 = 14175;
/** A line with fewer strokes is none, even with empty gaps. */
const LINE_MIN: i16 = 115;

/** A run of marks: its first, its last and its row. */
const RUN: usize = 8;

function roundUp(count: i32): i32 {
  return (count + 15) & ~15;
}

/** Returns the size in bytes of the work memory of `findRuns`, for a picture of this width. */
export function findRunsWork(width: i32): usize {
  const marks = roundUp(width / MARK_WIDTH);
  return 2 * RING * marks + (marks + 64) + (marks / 8 + 16);
}

/** Returns the bytes for all possible runs of a picture. */
export function runsBytes(width: i32, height: i32): usize {
  return RUN * <usize>height * <usize>((width / MARK_WIDTH + 1) >> 1);
}

/** Returns the strength of vertical strokes at sixteen pixels. */
function strokesAt(at: usize): v128 {
  const left = v128.load(at - 1);
  const right = v128.load(at + 1);
  const difference = v128.or(i8x16.sub_sat_u(left, right), i8x16.sub_sat_u(right, left));
  return i8x16.min_u(difference, i8x16.splat(STROKE_MAX));
}

/** Sums the strokes of one row at `from`, from the sum `first` up to, not including, `end`; writes bytes to `to`, and 0 around them. */
function sumStrokes(from: usize, first: i32, end: i32, marks: i32, to: usize): void {
  memory.fill(to, 0, first);
  for (let x = first; x < end; x += 16) {
    const at = from + MARK_WIDTH * x;
    const a = strokesAt(at);
    const b = strokesAt(at + 16);
    const c = strokesAt(at + 32);
    v128.store(to + x, i8x16.add(i8x16.add(firstsOf(a, b, c), secondsOf(a, b, c)), thirdsOf(a, b, c)));
  }
  memory.fill(to + end, 0, marks + 16 - end);
}

/** Collects the sums of a row within `REACH`, as two bytes each. `from` is the address of the first sum. */
function gatherSums(from: usize, marks: i32, to: usize): void {
  for (let x = 0; x < marks; x += 16, from += 16, to += 32) {
    let low = i16x8.splat(0);
    let high = i16x8.splat(0);
    for (let k = -REACH; k <= REACH; k++) {
      const sums = v128.load(from + k);
      low = i16x8.add(low, i16x8.extend_low_i8x16_u(sums));
      high = i16x8.add(high, i16x8.extend_high_i8x16_u(sums));
    }
    v128.store(to, low);
    v128.store(to, high, 16);
  }
}

/** Returns the address of a row of the ring. */
function rowOf(ring: usize, stride: usize, y: i32): usize {
  return ring + stride * <usize>(y & (RING - 1));
}

function addThree(a: usize, b: usize, c: usize): v128 {
  return i16x8.add(i16x8.add(v128.load(a), v128.load(b)), v128.load(c));
}

/** Returns which of eight places are marked, a bit each, from their sums of strokes in a line's rows and in the stronger gap. */
function compare(line: v128, gap: v128): u32 {
  const weights = i16x8(
    LINE_WEIGHT,
    GAP_WEIGHT,
    LINE_WEIGHT,
    GAP_WEIGHT,
    LINE_WEIGHT,
    GAP_WEIGHT,
    LINE_WEIGHT,
    GAP_WEIGHT,
  );
  const least = i32x4.splat(LEAST - 1);
  const low = i16x8.shuffle(line, gap, 0, 8, 1, 9, 2, 10, 3, 11);
  const high = i16x8.shuffle(line, gap, 4, 12, 5, 13, 6, 14, 7, 15);
  return i16x8.bitmask(
    i16x8.narrow_i32x4_s(
      i32x4.gt_s(i32x4.dot_i16x8_s(low, weights), least),
      i32x4.gt_s(i32x4.dot_i16x8_s(high, weights), least),
    ),
  );
}

/** Marks the places of a row, a bit each at `bits`; returns whether there is any. `ring` holds the rows' sums, `stride` apart. */
function markRow(ring: usize, stride: usize, y: i32, marks: i32, bits: usize): boolean {
  const own = rowOf(ring, stride, y);
  const over = rowOf(ring, stride, y - 1);
  const under = rowOf(ring, stride, y + 1);
  const first = rowOf(ring, stride, y - 2);
  const last = rowOf(ring, stride, y + 2);
  const least = i16x8.splat(LINE_MIN);
  const behind = marks & 7 ? (1 << (marks & 7)) - 1 : 0xff;
  let any: u32 = 0;
  for (let x: usize = 0; x < <usize>marks; x += 8) {
    const at = 2 * x;
    const line = i16x8.add(
      addThree(over + at, own + at, under + at),
      i16x8.add(v128.load(first + at), v128.load(last + at)),
    );
    let found: u32 = 0;
    if (v128.any_true(i16x8.gt_s(line, least))) {
      const place = ring + at;
      const above = addThree(rowOf(place, stride, y - 4), rowOf(place, stride, y - 5), rowOf(place, stride, y - 6));
      const below = addThree(rowOf(place, stride, y + 4), rowOf(place, stride, y + 5), rowOf(place, stride, y + 6));
      found = compare(line, i16x8.max_u(above, below));
      if (x + 8 > <usize>marks) found &= behind;
      any |= found;
    }
    store<u8>(bits + (x >> 3), found);
  }
  return any !== 0;
}

/** Stores the runs of a row's bits, of which those from `marks` on are 0; returns the address after the last run. */
function storeRuns(bits: usize, marks: i32, y: i32, runs: usize): usize {
  let open = -1;
  for (let base = 0; base < marks; base += 64, bits += 8) {
    const word = load<u64>(bits);
    if (open < 0 && word === 0) continue;
    let at: u64 = 0;
    while (at < 64) {
      if (open < 0) {
        const rest = word >> at;
        if (rest === 0) break;
        at += ctz(rest);
        open = base + <i32>at;
      }
      const gaps = ~word >> at;
      if (gaps === 0) break;
      at += ctz(gaps);
      store<u16>(runs, open);
      store<u16>(runs, base + <i32>at - 1, 2);
      store<i32>(runs, y, 4);
      runs += RUN;
      open = -1;
    }
  }
  if (open < 0) return runs;
  store<u16>(runs, open);
  store<u16>(runs, marks - 1, 2);
  store<i32>(runs, y, 4);
  return runs + RUN;
}

/**
 * Marks the middle of horizontal lines of text: where there are more vertical strokes than in the gaps above and below, whatever their strength.
 * `extents` has two integers for each row: its first pixel that shows the picture, and the one after the last. Writes runs of marks to `runs`, two
 * bytes for the first mark and for the last one and four for the row, by rows and from the left; a mark is `MARK_WIDTH` pixels wide. Returns the
 * number of runs. Reads up to 64 bytes after the picture.
 */
export function findRuns(from: usize, width: i32, height: i32, extents: usize, work: usize, runs: usize): i32 {
  const marks = width / MARK_WIDTH;
  const stride = <usize>(2 * roundUp(marks));
  const ring = work;
  const row = work + <usize>RING * stride + 16;
  const bits = row + <usize>roundUp(marks) + 48;
  memory.fill(ring, 0, <usize>RING * stride);
  memory.fill(row - 16, 0, 16);
  let end = runs;
  for (let y = 0; y < height + AROUND; y++, from += width, extents += 8) {
    if (y < height) {
      const first = min(marks, (load<i32>(extents) + MARK_WIDTH + 1) / MARK_WIDTH);
      sumStrokes(from, first, max(first, (load<i32>(extents, 4) - 2) / MARK_WIDTH), marks, row);
      gatherSums(row, marks, rowOf(ring, stride, y));
    } else memory.fill(rowOf(ring, stride, y), 0, stride);
    const middle = y - AROUND;
    if (middle < 0) continue;
    store<u64>(bits + ((marks >> 6) << 3), 0);
    if (markRow(ring, stride, middle, marks, bits)) end = storeRuns(bits, marks, middle, end);
  }
  return <i32>((end - runs) / RUN);
}
