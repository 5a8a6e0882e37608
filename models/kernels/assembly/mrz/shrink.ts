/** The pixels that one pixel of the smaller picture covers: the first, and the shares of three; the last ones may be 0. */
const SHARES: usize = 16;
/**
 * Four of these pixels side by side: the bytes of sixteen at which they begin, their shares of two pixels and of the
 * third, and where the sixteen begin.
 */
const GROUP: usize = 64;
/** Rows of sums that are held at once. */
const RING: i32 = 4;
/** An index outside the sixteen bytes: it counts as 0. */
const NOTHING: u32 = 0xff00ff00;

function roundUp(count: usize): usize {
  return (count + 15) & ~15;
}

/** Returns the size in bytes of the work memory of `shrink`. */
export function shrinkWork(width: usize, height: usize): usize {
  return SHARES * (height + 1) + (GROUP / 4) * roundUp(width) + 4 * <usize>RING * roundUp(width) + 64;
}

/**
 * Computes the shares of `count` pixels of the smaller picture, each of which covers `over` / `under` pixels of the
 * larger one, 1 to 2. They are integers that add up to `over`. Returns whether any covers three.
 */
function planShares(count: i32, over: i32, under: i32, to: usize): boolean {
  let three = false;
  for (let i = 0; i < count; i++, to += SHARES) {
    const begin = i * over;
    const first = begin / under;
    const one = min(over, (first + 1) * under - begin);
    const two = min(over - one, under);
    store<i32>(to, first);
    store<i32>(to, one, 4);
    store<i32>(to, two, 8);
    store<i32>(to, over - one - two, 12);
    three = three || over > one + two;
  }
  return three;
}

/** Groups the shares of `planShares` at `from`, four pixels together. */
function groupShares(from: usize, count: i32, to: usize): void {
  for (let x = 0; x < count; x += 4, to += GROUP) {
    const begin = load<i32>(from);
    store<i32>(to, begin, 48);
    for (let lane = 0; lane < 4; lane++, from += SHARES) {
      const at = to + 4 * <usize>lane;
      const inside = x + lane < count;
      const offset = load<i32>(from) - begin;
      store<u32>(at, inside ? NOTHING | offset | ((offset + 1) << 16) : 0);
      store<u32>(at, inside ? load<i32>(from, 4) | (load<i32>(from, 8) << 16) : 0, 16);
      store<u32>(at, inside ? load<i32>(from, 12) : 0, 32);
    }
  }
}

/** Reduces one row according to `groups`; four numbers per group, `over` times the values. `three`: whether any covers three pixels. */
function shrinkRow(from: usize, groups: usize, count: i32, to: usize, three: boolean): void {
  const next = i16x8.splat(2);
  for (let x = 0; x < count; x += 4, groups += GROUP, to += 16) {
    const bytes = v128.load(from + load<i32>(groups, 48));
    const places = v128.load(groups);
    let sum = i32x4.dot_i16x8_s(i8x16.swizzle(bytes, places), v128.load(groups, 16));
    if (three) {
      const last = i8x16.swizzle(bytes, i16x8.add(places, next));
      sum = i32x4.add(sum, i32x4.dot_i16x8_s(last, v128.load(groups, 32)));
    }
    v128.store(to, f32x4.convert_i32x4_s(sum));
  }
}

/** Combines sixteen pixels of two or three rows of sums, by the rows' shares. */
function mixRows(a: usize, b: usize, c: usize, first: v128, second: v128, third: v128, three: boolean): v128 {
  let sum = f32x4.add(f32x4.mul(v128.load(a), first), f32x4.mul(v128.load(b), second));
  if (three) sum = f32x4.add(sum, f32x4.mul(v128.load(c), third));
  return i32x4.trunc_sat_f32x4_s(f32x4.add(sum, f32x4.splat(0.5)));
}

/** Returns a row's share relative to the sum of all shares of a pixel. */
function partOf(share: i32, over: i32): v128 {
  return f32x4.splat(<f32>(<f64>share / (<f64>over * <f64>over)));
}

/**
 * Reduces a picture of one byte per pixel, `width` per row, to `under` / `over` of its size, a half to one; `over` is
 * at most 32767. Each pixel is the mean of the area that it covers. `across` and `down` are the smaller picture's size.
 * Writes up to 15 bytes after each row, and reads 16 after the last.
 */
export function shrink(
  from: usize,
  width: i32,
  over: i32,
  under: i32,
  across: i32,
  down: i32,
  work: usize,
  to: usize,
): void {
  const rows = work;
  const groups = rows + SHARES * <usize>down;
  const sums = groups + GROUP * <usize>((across + 3) >> 2);
  const stride = 4 * roundUp(<usize>across);
  // The columns' shares are first computed in the memory of the sums.
  const wide = planShares(across, over, under, sums);
  groupShares(sums, across, groups);
  planShares(down, over, under, rows);
  // A row without a share may not have been summed: its memory must hold numbers, because NaN times 0 is NaN.
  memory.fill(sums, 0, <usize>RING * stride);
  let done = 0;
  for (let y = 0; y < down; y++, to += across) {
    const share = rows + SHARES * <usize>y;
    const begin = load<i32>(share);
    const three = load<i32>(share, 12) > 0;
    const end = begin + (three ? 3 : load<i32>(share, 8) > 0 ? 2 : 1);
    for (; done < end; done++)
      shrinkRow(from + <usize>done * <usize>width, groups, across, sums + <usize>(done % RING) * stride, wide);
    const first = partOf(load<i32>(share, 4), over);
    const second = partOf(load<i32>(share, 8), over);
    const third = partOf(load<i32>(share, 12), over);
    let a = sums + <usize>(begin % RING) * stride;
    let b = sums + <usize>((begin + 1) % RING) * stride;
    let c = sums + <usize>((begin + 2) % RING) * stride;
    for (let x = 0; x < across; x += 16, a += 64, b += 64, c += 64) {
      const low = i16x8.narrow_i32x4_s(
        mixRows(a, b, c, first, second, third, three),
        mixRows(a + 16, b + 16, c + 16, first, second, third, three),
      );
      const high = i16x8.narrow_i32x4_s(
        mixRows(a + 32, b + 32, c + 32, first, second, third, three),
        mixRows(a + 48, b + 48, c + 48, first, second, third, three),
      );
      v128.store(to + x, i8x16.narrow_i16x8_u(low, high));
    }
  }
}
