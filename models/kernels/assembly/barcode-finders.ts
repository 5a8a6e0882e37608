import { columnOf, reverseRuns, runsOf } from './barcode-runs';
import { bitNear, isOut, setPicture, startWalk, walk } from './barcode-walk';

/** Kinds of finders: of a QR code and of an Aztec code, dark on light or light on dark; of a PDF417 and of a MicroPDF417. */
const QR: i32 = 1;
const QR_LIGHT: i32 = 2;
const AZTEC: i32 = 4;
const AZTEC_LIGHT: i32 = 8;
const STACKED: i32 = 16;
const STACKED_MICRO: i32 = 32;
const STACKED_MICRO_SIDEWAYS: i32 = 64;

/** Rows between those that are looked at, for the square at a QR code's corner, which is three modules high, and for PDF417's bars. */
const QR_STEP: i32 = 3;
const STACKED_STEP: i32 = 4;
/** Bars and spaces of the narrowest PDF417. */
const STACKED_RUNS_MIN: i32 = 25;
const MICRO_RUNS_MIN: i32 = 21;
/** Pixels a module up to which a stacked symbol's bars must be exact: less is read only where it is drawn so, without any blur. */
const SHARP_MODULE: f64 = 1.3;
/** Seven modules of an Aztec code of 1.1 pixels each: smaller ones are drawn to the pixel, and of larger ones some are read. */
const BLURRED_LENGTH: i32 = 8;

function run(at: usize, index: i32): i32 {
  return <i32>load<u16>(at + ((<usize>index) << 1));
}

/** Whether five runs are as 1 : 1 : 3 : 1 : 1, measured for dark and light apart, since print spreads. */
function isSquare(a: i32, b: i32, c: i32, d: i32, e: i32): bool {
  const dark = <f64>(a + c + e) / 5;
  const light = <f64>(b + d) / 2;
  if (max(dark, light) > 4 * min(dark, light)) return false;
  const darkSlack = dark * 0.75 + 0.5;
  const lightSlack = light / 3 + 0.5;
  return (
    abs(<f64>a - dark) <= darkSlack &&
    abs(<f64>b - light) <= lightSlack &&
    abs(<f64>c - 3 * dark) <= darkSlack &&
    abs(<f64>d - light) <= lightSlack &&
    abs(<f64>e - dark) <= darkSlack
  );
}

/** Of the walk before and behind a point: how far its own run reaches each way. */
let ahead: i32 = 0;
let behind: i32 = 0;

/** How far the square on that line reaches before and behind the point, in steps. */
let reachAhead: f64 = 0;
let reachBehind: f64 = 0;

/** Whether the runs on a line through a point are a square's; how long they are, or 0. */
function squareThrough(x: i32, y: i32, dx: i32, dy: i32, most: i32): i32 {
  startWalk(x, y, dx, dy);
  ahead = walk(most);
  if (ahead === 0 || isOut()) return 0;
  const d = walk(most);
  if (d === 0 || isOut()) return 0;
  const e = walk(most);
  if (e === 0) return 0;
  startWalk(x, y, -dx, -dy);
  behind = walk(most);
  if (behind === 0 || isOut()) return 0;
  const b = walk(most);
  if (b === 0 || isOut()) return 0;
  const a = walk(most);
  if (a === 0) return 0;
  const c = ahead + behind - 1;
  reachAhead = <f64>(ahead + d + e) - 0.5;
  reachBehind = <f64>(behind + b + a) - 0.5;
  return isSquare(a, b, c, d, e) ? a + b + c + d + e : 0;
}

/**
 * Of eight directions between those that are walked along, in each a light and a dark ring: so many must be as in a corner. Corners that
 * are shorter have rings of a pixel or two, and are not held against them.
 */
const RINGS_MIN: i32 = 12;
const RINGS_LENGTH_MIN: i32 = 14;
/** Where the rings' middles are, as shares of the way to the outer edge. */
const LIGHT_RING: f64 = 2 / 3.5;
const DARK_RING: f64 = 3 / 3.5;
/** Directions halfway between two that are an eighth of a turn apart. */
const COS: f64 = 0.92388;
const SIN: f64 = 0.382683;

/** How many of the two rings' pixels in a direction are as in a corner, of which the edge is so far. */
function ringsAt(x: i32, y: i32, dx: f64, dy: f64, radius: f64, own: u32): i32 {
  const light = bitNear(<f64>x + LIGHT_RING * radius * dx, <f64>y + LIGHT_RING * radius * dy);
  const dark = bitNear(<f64>x + DARK_RING * radius * dx, <f64>y + DARK_RING * radius * dy);
  return (light === 1 - own ? 1 : 0) + (dark === own ? 1 : 0);
}

/** Whether a QR code's corner is around a point, in lines across, down and aslant, and in its rings between them. */
function isCorner(x: i32, y: i32, length: i32): bool {
  const most = 3 * length;
  if (squareThrough(x, y, 0, 1, most) === 0) return false;
  y += (ahead + behind - 1) / 2 - (behind - 1);
  if (squareThrough(x, y, 1, 0, most) === 0) return false;
  x += (ahead + behind - 1) / 2 - (behind - 1);
  const right = (reachAhead + reachBehind) / 2;
  const left = right;
  // The middle has moved a little, and so may the line down.
  if (squareThrough(x, y, 0, 1, most) === 0) return false;
  const below = reachAhead;
  const above = reachBehind;
  if (squareThrough(x, y, 1, 1, 2 * most) === 0) return false;
  const belowRight = Math.SQRT2 * reachAhead;
  const aboveLeft = Math.SQRT2 * reachBehind;
  if (squareThrough(x, y, 1, -1, 2 * most) === 0) return false;
  const aboveRight = Math.SQRT2 * reachAhead;
  const belowLeft = Math.SQRT2 * reachBehind;
  if (length < RINGS_LENGTH_MIN) return true;
  const own = bitNear(<f64>x, <f64>y);
  const rings =
    ringsAt(x, y, COS, SIN, (right + belowRight) / 2, own) +
    ringsAt(x, y, SIN, COS, (below + belowRight) / 2, own) +
    ringsAt(x, y, -SIN, COS, (below + belowLeft) / 2, own) +
    ringsAt(x, y, -COS, SIN, (left + belowLeft) / 2, own) +
    ringsAt(x, y, -COS, -SIN, (left + aboveLeft) / 2, own) +
    ringsAt(x, y, -SIN, -COS, (above + aboveLeft) / 2, own) +
    ringsAt(x, y, SIN, -COS, (above + aboveRight) / 2, own) +
    ringsAt(x, y, COS, -SIN, (right + aboveRight) / 2, own);
  return rings >= RINGS_MIN;
}

/** Where finders are written, and to where. */
let finders: usize = 0;
let findersEnd: usize = 0;

/** One more finder: its kind, where its middle is, and how long it is. What is too much is left out, and the place full. */
function addFinder(kind: i32, x: i32, y: i32, length: i32): void {
  if (finders === findersEnd) return;
  store<i32>(finders, kind);
  store<i32>(finders, x, 4);
  store<i32>(finders, y, 8);
  store<i32>(finders, length, 12);
  finders += 16;
}

/** Looks for QR codes' corners in a row. */
function seekCorner(runs: usize, count: i32, y: i32): void {
  let x = 0;
  for (let i = 0; i + 5 <= count; x += run(runs, i), i++) {
    const c = run(runs, i + 2);
    if (c < 3) continue;
    const a = run(runs, i);
    const e = run(runs, i + 4);
    if (a === 0 || e === 0 || c < 2 * max(a, e)) continue;
    const b = run(runs, i + 1);
    const d = run(runs, i + 3);
    if (c < max(b, d) || !isSquare(a, b, c, d, e)) continue;
    const middle = x + a + b + c / 2;
    const length = a + b + c + d + e;
    if (isCorner(middle, y, length)) addFinder((i & 1) === 1 ? QR : QR_LIGHT, middle, y, length);
  }
}

/** Least and largest of the sums of neighbouring runs so far. */
let least: i32 = 0;
let most: i32 = 0;

function isEven(sum: i32): bool {
  least = min(least, sum);
  most = max(most, sum);
  return most <= (least * 4) / 3 + 1;
}

/** Whether three runs each way of a point's own, together with that before, are all as long; how long the seven are, or 0. */
function ringsThrough(x: i32, y: i32, dx: i32, dy: i32, length: i32): i32 {
  const range = 2 * length;
  startWalk(x, y, dx, dy);
  ahead = walk(range / 7);
  startWalk(x, y, -dx, -dy);
  behind = walk(range / 7);
  if (ahead === 0 || behind === 0) return 0;
  const center = ahead + behind - 1;
  if (center > range / 7 || center < range / 28) return 0;
  let spread = center;
  least = i32.MAX_VALUE;
  most = 0;
  for (let side = 0; side < 2; side++) {
    const sign = side === 0 ? 1 : -1;
    startWalk(x, y, sign * dx, sign * dy);
    walk(range / 7);
    let before = center;
    for (let i = 0; i < 3; i++) {
      if (isOut()) return 0;
      const steps = walk(range - spread);
      if (steps === 0 || !isEven(steps + before)) return 0;
      spread += steps;
      before = steps;
    }
  }
  return spread;
}

/** Whether an Aztec code's middle is around a point, in lines down, across and aslant. */
function isBullseye(x: i32, y: i32, length: i32): bool {
  if (ringsThrough(x, y, 0, 1, length) === 0) return false;
  y += ahead - behind;
  if (ringsThrough(x, y, 1, 0, length) === 0) return false;
  return ringsThrough(x, y, 1, 1, length) !== 0 && ringsThrough(x, y, 1, -1, length) !== 0;
}

/** Looks for Aztec codes' middles in a row. */
function seekBullseye(runs: usize, count: i32, y: i32): void {
  let x = run(runs, 0);
  for (let i = 1; i + 8 <= count; x += run(runs, i), i++) {
    least = run(runs, i) + run(runs, i + 1);
    most = least;
    let even = true;
    for (let j = i + 1; j < i + 6 && even; j++) even = isEven(run(runs, j) + run(runs, j + 1));
    if (!even) continue;
    const center = run(runs, i + 3);
    if (run(runs, i - 1) < center - 2 || run(runs, i + 7) < center - 2) continue;
    const front = run(runs, i) + run(runs, i + 1) + run(runs, i + 2);
    const back = run(runs, i + 4) + run(runs, i + 5) + run(runs, i + 6);
    const middle = x + front + center / 2;
    // The seven begin with a light one.
    const length = front + center + back;
    if (length === BLURRED_LENGTH) continue;
    if (isBullseye(middle, y, length)) addFinder((i & 1) === 0 ? AZTEC : AZTEC_LIGHT, middle, y, length);
  }
}

function sumOf(runs: usize, from: i32, count: i32): i32 {
  let sum = 0;
  for (let i = from; i < from + count; i++) sum += run(runs, i);
  return sum;
}

/** Whether so many runs from there on are so many modules, less an eighth or an eighth more; of modules of about a pixel, to the pixel. */
function isLong(runs: usize, from: i32, count: i32, module: f64, modules: f64): bool {
  const pixels = module * modules;
  return abs(<f64>sumOf(runs, from, count) - pixels) <= (module < SHARP_MODULE ? 0.7 : pixels / 8 + 0.5);
}

/** Whether a row has the bars that every PDF417 begins with: 8 1 1 1 1 1 1 3. */
function hasStart(runs: usize, count: i32): bool {
  for (let i = 1; i + STACKED_RUNS_MIN <= count; i += 2) {
    const first = run(runs, i);
    const second = run(runs, i + 1);
    // Three pixels are more than modules of one are wrong by.
    if (first < 4 * second - 3) continue;
    const sum = sumOf(runs, i, 8);
    if (sum < 17) continue;
    const module = <f64>sum / 17;
    if (i > 1 && <f64>run(runs, i - 1) < 2 * module - 1) continue;
    const slack = module < SHARP_MODULE ? 0.5 : module * 0.5 + 0.5;
    let fits = abs(<f64>first - 8 * module) <= slack && abs(<f64>run(runs, i + 7) - 3 * module) <= slack;
    for (let j = 1; j < 7 && fits; j++) fits = abs(<f64>run(runs, i + j) - module) <= slack;
    // Each codeword has eight runs, and is as long as the start. Every symbol has two at least.
    if (fits && isLong(runs, i + 8, 8, module, 17) && isLong(runs, i + 16, 8, module, 17)) return true;
  }
  return false;
}

/** Whether one bar of a module stands there, and nothing behind it. */
function isEnd(runs: usize, count: i32, i: i32, module: f64): bool {
  if (abs(<f64>run(runs, i) - module) > module * 0.5 + 0.5) return false;
  return i + 2 >= count || <f64>run(runs, i + 1) >= module - 1;
}

/** Modules of a run, of which so many make up so many pixels; 0 where those are more than six. */
function modulesOf(runs: usize, at: i32, modules: i32, pixels: i32): i32 {
  const count = (2 * run(runs, at) * modules + pixels) / (2 * pixels);
  return count > 6 ? 0 : count;
}

/** The cluster of the codeword there, 0, 3 or 6, or -1 where none can be: eight runs of one to six modules, seventeen in all. */
function clusterOf(runs: usize, i: i32, module: f64): i32 {
  if (!isLong(runs, i, 8, module, 17)) return -1;
  const pixels = sumOf(runs, i, 8);
  let modules = 0;
  let cluster = 9;
  for (let j = 0; j < 8; j++) {
    const count = modulesOf(runs, i + j, 17, pixels);
    if (count === 0) return -1;
    modules += count;
    if ((j & 1) === 0) cluster += (j & 2) === 0 ? count : -count;
  }
  cluster %= 9;
  return modules === 17 && cluster % 3 === 0 ? cluster : -1;
}

/** Whether the address of a row can be there: six runs of one to six modules, ten in all. */
function isAddress(runs: usize, i: i32, module: f64): bool {
  if (!isLong(runs, i, 6, module, 10)) return false;
  const pixels = sumOf(runs, i, 6);
  let modules = 0;
  for (let j = 0; j < 6; j++) {
    const count = modulesOf(runs, i + j, 10, pixels);
    if (count === 0) return false;
    modules += count;
  }
  return modules === 10;
}

/** Whether so many codewords are there, all of one cluster. */
function areCodewords(runs: usize, i: i32, count: i32, module: f64, cluster: i32): bool {
  for (let j = 0; j < count; j++) if (clusterOf(runs, i + 8 * j, module) !== cluster) return false;
  return true;
}

/** Whether a row goes on from there as those of a MicroPDF417 do: codewords, an address, perhaps more codewords and one more address. */
function goesOn(runs: usize, count: i32, from: i32, module: f64, codewords: i32, more: i32): bool {
  const length = 8 * (codewords + more) + (more > 0 ? 12 : 6);
  if (from + length + 1 > count || !isEnd(runs, count, from + length, module)) return false;
  const cluster = clusterOf(runs, from, module);
  if (cluster < 0 || !areCodewords(runs, from, codewords, module, cluster)) return false;
  const middle = from + 8 * codewords;
  if (!isAddress(runs, middle, module)) return false;
  if (more === 0) return true;
  return areCodewords(runs, middle + 6, more, module, cluster) && isAddress(runs, middle + 6 + 8 * more, module);
}

/** Where the line looked at last may cross a MicroPDF417, or -1, and how long its first address is. */
let micro: i32 = -1;
let microLength: i32 = 0;

/** Where a row of a MicroPDF417 begins: an address of ten modules, and one to four codewords in the orders there are. In pixels, or -1. */
function microRow(runs: usize, count: i32): i32 {
  let six = sumOf(runs, 1, 4);
  for (let i = 1; i + MICRO_RUNS_MIN <= count; i += 2) {
    six += run(runs, i + 4) + run(runs, i + 5);
    const address = six;
    six -= run(runs, i) + run(runs, i + 1);
    if (address < 10 || (i > 1 && 10 * run(runs, i - 1) < address - 10)) continue;
    const module = <f64>address / 10;
    if (!isLong(runs, i + 6, 8, module, 17) || !isAddress(runs, i, module)) continue;
    if (
      goesOn(runs, count, i + 6, module, 1, 0) ||
      goesOn(runs, count, i + 6, module, 2, 0) ||
      goesOn(runs, count, i + 6, module, 1, 2) ||
      goesOn(runs, count, i + 6, module, 2, 2)
    ) {
      microLength = address;
      return sumOf(runs, 0, i);
    }
  }
  return -1;
}

/** Whether a line of that length may cross a PDF417, in either direction; and sets `micro`. */
function seekStacked(runs: usize, count: i32, length: i32, reversed: usize): bool {
  micro = -1;
  if (count < MICRO_RUNS_MIN) return false;
  reverseRuns(runs, count, reversed);
  micro = microRow(runs, count);
  if (micro < 0) {
    micro = microRow(reversed, count);
    if (micro >= 0) micro = length - 1 - micro;
  }
  return hasStart(runs, count) || hasStart(reversed, count);
}

/**
 * Where a picture of bits may hold symbols: the finders in it, as the reader itself looks for them at first, those of MicroPDF417 for
 * each line, that of PDF417 once and without a place. Each is four whole numbers at `to`, kind, x, y and length; returns how many there are,
 * `most` at the most. `work` has room for four bytes for each pixel of the longer side and 64 more, twice.
 */
export function seekFinders(
  bits: usize,
  stride: usize,
  width: i32,
  height: i32,
  work: usize,
  to: usize,
  most: i32,
): i32 {
  const runs = work;
  const reversed = work + 4 * <usize>max(width, height) + 64;
  finders = to;
  findersEnd = to + 16 * <usize>most;
  setPicture(bits, stride, width, height);
  let stacked = false;
  for (let y = 0; y < height; y++) {
    const count = runsOf(bits + <usize>y * stride, width, runs);
    if (y % QR_STEP === QR_STEP - 1) seekCorner(runs, count, y);
    seekBullseye(runs, count, y);
    if (y % STACKED_STEP !== 0) continue;
    stacked = seekStacked(runs, count, width, reversed) || stacked;
    if (micro >= 0) addFinder(STACKED_MICRO, micro, y, microLength);
  }
  for (let x = 0; x < width; x += STACKED_STEP) {
    columnOf(bits, stride, height, x, reversed);
    stacked = seekStacked(runs, runsOf(reversed, height, runs), height, reversed) || stacked;
    if (micro >= 0) addFinder(STACKED_MICRO_SIDEWAYS, x, micro, microLength);
  }
  if (stacked) addFinder(STACKED, 0, 0, 0);
  return <i32>((finders - to) / 16);
}
