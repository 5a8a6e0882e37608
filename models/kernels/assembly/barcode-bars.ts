import { reverseRuns, runsOf } from './barcode-runs';

/** Grey values are counted in so many steps. */
const STEPS: i32 = 32;
const STEP_BITS: u32 = 3;
/** Dark and light that are no more steps apart are one. */
const STEPS_APART_MAX: i32 = 2;
/** Bars and spaces of the shortest symbols: three characters of six runs and the end of seven, three of nine and the gaps between. */
const CODE_128_RUNS: i32 = 25;
const CODE_39_RUNS: i32 = 29;
/** A character is as long as the one before it, within these shares: whatever the reader reads was under 1.2, drawn and photographed. */
const LENGTH_SHARE_MIN: f64 = 0.7;
const LENGTH_SHARE_MAX: f64 = 1.4;
/** The reader looks at no more lines than about so many from side to side. */
const LINES: i32 = 512;

function run(at: usize, index: i32): i32 {
  return <i32>load<u16>(at + ((<usize>index) << 1));
}

function sumOf(runs: usize, from: i32, count: i32): i32 {
  let sum = 0;
  for (let i = from; i < from + count; i++) sum += run(runs, i);
  return sum;
}

/** Whether a character of that length may follow one of this. */
function isAsLong(next: i32, before: i32): bool {
  const share = <f64>next / <f64>before;
  return share >= LENGTH_SHARE_MIN && share <= LENGTH_SHARE_MAX;
}

/** Two neighbouring runs in whole modules. */
function pair(runs: usize, at: i32, module: f64): i32 {
  return <i32>(<f64>(run(runs, at) + run(runs, at + 1)) / module + 0.5);
}

/** Whether a Code 128's start character is there, after a quiet zone. */
function isStart128(runs: usize, i: i32): bool {
  const first = run(runs, i);
  const second = run(runs, i + 1);
  const third = run(runs, i + 2);
  const module = <f64>(first + second + third) / 4;
  if (module < 1 || (i > 1 && <f64>run(runs, i - 1) < 5 * module - 1)) return false;
  const slack = module * 0.5 + 0.5;
  if (abs(<f64>first - 2 * module) > slack) return false;
  if (abs(<f64>second - module) > slack || abs(<f64>third - module) > slack) return false;
  const eleventh = <f64>sumOf(runs, i, 6) / 11;
  if (pair(runs, i, eleventh) !== 3 || pair(runs, i + 1, eleventh) !== 2) return false;
  // Start A, B and C go on with 5 5, 3 3 and 3 5.
  const later = pair(runs, i + 2, eleventh);
  const last = pair(runs, i + 3, eleventh);
  return (later === 5 && last === 5) || (later === 3 && (last === 3 || last === 5));
}

/** Whether a run is so many modules, less than one more or less. */
function isAbout(runs: usize, at: i32, module: f64, count: f64): bool {
  return abs(<f64>run(runs, at) / module - count) < 0.8;
}

/** Whether a Code 128's stop character, 2 3 3 1 1 1 2, is there, with a quiet zone behind. */
function isStop128(runs: usize, count: i32, i: i32): bool {
  const sum = sumOf(runs, i, 6);
  const last = run(runs, i + 6);
  if (4 * last > sum || (i + 8 < count && 13 * run(runs, i + 7) < 5 * (sum + last) - 13)) return false;
  const module = <f64>sum / 11;
  if (
    pair(runs, i, module) === 5 &&
    pair(runs, i + 1, module) === 6 &&
    pair(runs, i + 2, module) === 4 &&
    pair(runs, i + 3, module) === 2
  )
    return true;
  return (
    isAbout(runs, i, module, 2) &&
    isAbout(runs, i + 1, module, 3) &&
    isAbout(runs, i + 2, module, 3) &&
    isAbout(runs, i + 3, module, 1) &&
    isAbout(runs, i + 4, module, 1) &&
    isAbout(runs, i + 5, module, 1)
  );
}

/** Whether a Code 128 may begin at this bar: its start, characters that are all as long, and its stop. */
function isCode128(runs: usize, count: i32, i: i32): bool {
  if (!isStart128(runs, i)) return false;
  let length = sumOf(runs, i, 6);
  for (let at = i + 6; at + 8 <= count; at += 6) {
    const next = sumOf(runs, at, 6);
    if (!isAsLong(next, length)) return false;
    if (at >= i + 18 && isStop128(runs, count, at)) return true;
    length = next;
  }
  return false;
}

/** Whether a Code 39's asterisk is there: of its bars the third and fourth are wide, of its spaces the first. */
function isAsterisk(runs: usize, i: i32): bool {
  const bars = max(run(runs, i), max(run(runs, i + 2), run(runs, i + 8)));
  const spaces = max(run(runs, i + 3), max(run(runs, i + 5), run(runs, i + 7)));
  return run(runs, i + 4) > bars && run(runs, i + 6) > bars && run(runs, i + 1) > spaces;
}

/** Whether a Code 39 may begin at this bar: an asterisk after a quiet zone, characters that are all as long, and one more asterisk. */
function isCode39(runs: usize, count: i32, i: i32): bool {
  if (!isAsterisk(runs, i)) return false;
  const narrow = run(runs, i) + sumOf(runs, i + 2, 2) + run(runs, i + 5) + sumOf(runs, i + 7, 2);
  const module = <f64>narrow / 6;
  if (i > 1 && <f64>run(runs, i - 1) < 4 * module - 1) return false;
  const slack = module * 0.5 + 0.5;
  for (let j = 0; j < 9; j++) {
    const isWide = j === 1 || j === 4 || j === 6;
    if (!isWide && abs(<f64>run(runs, i + j) - module) > slack) return false;
  }
  let length = sumOf(runs, i, 9);
  for (let at = i + 10; at + 10 <= count; at += 10) {
    const next = sumOf(runs, at, 9);
    if (2 * run(runs, at - 1) > length || !isAsLong(next, length)) return false;
    if (at >= i + 20 && isAsterisk(runs, at)) return true;
    length = next;
  }
  return false;
}

function hasBegin(runs: usize, count: i32): bool {
  for (let i = 1; i + CODE_128_RUNS <= count; i += 2) {
    if (isCode128(runs, count, i)) return true;
    if (i + CODE_39_RUNS <= count && isCode39(runs, count, i)) return true;
  }
  return false;
}

/** The grey value that parts a line's dark from its light, less one; 0 or less where it has not both. */
function thresholdOf(counts: usize): i32 {
  let tallest = 0;
  for (let i = 1; i < STEPS; i++) if (countAt(counts, i) > countAt(counts, tallest)) tallest = i;
  const most = countAt(counts, tallest);
  let other = 0;
  let best = 0;
  for (let i = 0; i < STEPS; i++) {
    const score = countAt(counts, i) * (i - tallest) * (i - tallest);
    if (score > best) {
      other = i;
      best = score;
    }
  }
  const dark = min(tallest, other);
  const light = max(tallest, other);
  if (light - dark <= STEPS_APART_MAX) return 0;
  let valley = light - 1;
  best = -1;
  for (let i = light - 1; i > dark; i--) {
    const score = (i - dark) * (i - dark) * (light - i) * (most - countAt(counts, i));
    if (score > best) {
      valley = i;
      best = score;
    }
  }
  return (valley << STEP_BITS) - 1;
}

function countAt(counts: usize, step: i32): i32 {
  return load<i32>(counts + ((<usize>step) << 2));
}

/** How many pixels of a line have each step of grey, in four tables by turns, so that none waits for the one before. */
function countGreys(line: usize, length: i32, counts: usize): void {
  memory.fill(counts, 0, 4 * 4 * <usize>STEPS);
  let at = line;
  const end = line + <usize>length;
  for (; at + 4 <= end; at += 4) {
    const four = load<u32>(at);
    addOne(counts, (four >> STEP_BITS) & 31);
    addOne(counts + 128, (four >> (8 + STEP_BITS)) & 31);
    addOne(counts + 256, (four >> (16 + STEP_BITS)) & 31);
    addOne(counts + 384, four >> (24 + STEP_BITS));
  }
  for (; at < end; at++) addOne(counts, <u32>load<u8>(at) >> STEP_BITS);
  for (let i: usize = 0; i < 128; i += 16) {
    const sum = i32x4.add(v128.load(counts + i), v128.load(counts + i + 128));
    v128.store(counts + i, i32x4.add(sum, i32x4.add(v128.load(counts + i + 256), v128.load(counts + i + 384))));
  }
}

function addOne(counts: usize, step: u32): void {
  const at = counts + ((<usize>step) << 2);
  store<u32>(at, load<u32>(at) + 1);
}

/** Whether four times eight pixels, less their neighbours, are twice the threshold at most. */
function isDark(before: v128, here: v128, after: v128, limit: v128): v128 {
  return i16x8.le_s(i16x8.sub(i16x8.shl(here, 2), i16x8.add(before, after)), limit);
}

/** A line's pixels, sharpened, as bits: dark up to the threshold. The line has 16 bytes before it and behind it, which are anything. */
function sharpToBits(line: usize, length: i32, threshold: i32, bits: usize): void {
  const limit = i16x8.splat(<i16>(2 * threshold + 1));
  for (let x: usize = 0; x < <usize>length; x += 16) {
    const before = v128.load(line + x - 1);
    const here = v128.load(line + x);
    const after = v128.load(line + x + 1);
    const low = isDark(
      i16x8.extend_low_i8x16_u(before),
      i16x8.extend_low_i8x16_u(here),
      i16x8.extend_low_i8x16_u(after),
      limit,
    );
    const high = isDark(
      i16x8.extend_high_i8x16_u(before),
      i16x8.extend_high_i8x16_u(here),
      i16x8.extend_high_i8x16_u(after),
      limit,
    );
    store<u16>(bits + (x >> 3), <u16>i8x16.bitmask(i8x16.narrow_i16x8_s(low, high)));
  }
  setBit(bits, 0, <i32>load<u8>(line) <= threshold);
  setBit(bits, length - 1, <i32>load<u8>(line + <usize>length - 1) <= threshold);
}

function setBit(bits: usize, x: i32, is: bool): void {
  const at = bits + (<usize>x >> 3);
  const bit = <u8>((<u32>1) << (<u32>x & 7));
  store<u8>(at, is ? load<u8>(at) | bit : load<u8>(at) & ~bit);
}

/** Whether a line of pixels may cross a symbol of bars, in either direction. */
function isBars(line: usize, length: i32, work: usize): bool {
  const bits = work + 512;
  const runs = bits + (<usize>length >> 3) + 64;
  const reversed = runs + 2 * <usize>length + 64;
  countGreys(line, length, work);
  const threshold = thresholdOf(work);
  if (threshold <= 0) return false;
  sharpToBits(line, length, threshold, bits);
  const count = runsOf(bits, length, runs);
  if (count < CODE_128_RUNS) return false;
  if (hasBegin(runs, count)) return true;
  reverseRuns(runs, count, reversed);
  return hasBegin(reversed, count);
}

/** How far apart lines are looked at: every second one that the reader looks at where there are many, since it must read two at least. */
function stepOf(length: i32): i32 {
  return length > LINES ? 2 * (length / LINES) : 1;
}

/**
 * Whether a picture may hold a Code 128 or a Code 39: where one line goes on like one of them, as the reader itself looks for it. The picture has 16 bytes before it and
 * behind it; `work` has room for six bytes for each pixel of the longer side, and 1,024 more.
 */
export function seekBars(grey: usize, width: i32, height: i32, work: usize): bool {
  const down = stepOf(height);
  for (let y = (height / 2) % down; y < height; y += down)
    if (isBars(grey + <usize>(y * width), width, work)) return true;
  const line = work + 16;
  const rest = line + <usize>height + 16;
  const across = stepOf(width);
  for (let x = (width / 2) % across; x < width; x += across) {
    let at = grey + <usize>x;
    for (let y = 0; y < height; y++, at += <usize>width) store<u8>(line + <usize>y, load<u8>(at));
    if (isBars(line, height, rest)) return true;
  }
  return false;
}
