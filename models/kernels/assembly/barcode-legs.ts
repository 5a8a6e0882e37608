import { columnOf, runsOf } from './barcode-runs';

/** The reader scans for Data Matrix in lines so many pixels apart, from the middle of the picture outwards, in four directions. */
const LINES_APART: i32 = 16;
/** Pixels of the shorter and of the longer leg at least, as the reader has it. */
const LEG_MIN: f64 = 8;
const FOOT_MIN: f64 = 10;
const FOOT_SHARE_MIN: f64 = 0.25;
const FOOT_SHARE_MAX: f64 = 18;
/** Points of a leg up to which it cannot have a corner in it, and how far its middle must be from the straight line then. */
const CORNER_POINTS_MIN: i32 = 16;
const CORNER_DEPTH_MIN: f64 = 5;
/**
 * Changes between dark and light along the two sides across from the legs: the smallest symbol has 9 and 7. The line that is looked
 * along is parallel to the leg or a little turned, and so many pixels inside, each 1.6 times the one before, to an eighth of the leg.
 */
const TOP_CHANGES_MIN: i32 = 7;
const SIDE_CHANGES_MIN: i32 = 5;
const TURNS: i32 = 3;
const TURN: f64 = 0.045;
const INSET_STEP: f64 = 1.6;
const MODULES_MIN: f64 = 8;
/** Between them it is dark or light for about as long each time: the longest is so many times the shortest, and two pixels more. */
const RATIO_MAX: f64 = 4;
/** Looks for a change so many times a pixel. */
const LOOKS_PER_PIXEL: f64 = 2;
const SLACK_PIXELS: f64 = 2;

/** The picture of bits, and which of them are dark: 0 where the bits are taken the other way round. */
let bits: usize = 0;
let stride: usize = 0;
let width: i32 = 0;
let height: i32 = 0;
let flip: u32 = 0;
/** One byte a pixel: which trace was there last. */
let history: usize = 0;
let mark: u8 = 0;

/** Where the tracer is, in the middle of a pixel, and its direction, of which the longer part is 1. */
let px: f64 = 0;
let py: f64 = 0;
let dx: f64 = 0;
let dy: f64 = 0;

/** The points of the line that is traced, two bytes each for x and y, how many, and their sum. */
let points: usize = 0;
let pointsMax: i32 = 0;
let count: i32 = 0;
let sumX: f64 = 0;
let sumY: f64 = 0;

function isIn(x: f64, y: f64): bool {
  return x >= 0 && y >= 0 && x < <f64>width && y < <f64>height;
}

/** 1: dark, 0: light, -1: out of the picture. */
function colourAt(x: f64, y: f64): i32 {
  const column = <i32>x;
  const row = <i32>y;
  if (<u32>column >= <u32>width || <u32>row >= <u32>height) return -1;
  const byte = <u32>load<u8>(bits + <usize>row * stride + (<usize>column >> 3));
  return <i32>(((byte >> (<u32>column & 7)) & 1) ^ flip);
}

/** What a step has come to: the edge goes on, is open, or is blocked. */
const FOUND: i32 = 0;
const OPEN: i32 = 1;
const BLOCKED: i32 = 2;

/** Goes one step, or up to two, along an edge that has its dark side where `ex`, `ey` points. */
function traceStep(ex: f64, ey: f64, most: i32): i32 {
  if (abs(ex) > abs(ey)) ey = 0;
  else ex = 0;
  const breadths = most === 1 ? 2 : 3;
  for (let breadth = 1; breadth <= breadths; breadth++) {
    for (let step = 1; step <= most; step++) {
      for (let i = 0; i <= 2 * breadth; i++) {
        const offset = <f64>((i & 1) === 1 ? (i + 1) / 2 : -(i / 2));
        let x = px + <f64>step * dx + offset * ex;
        let y = py + <f64>step * dy + offset * ey;
        if (colourAt(x + ex, y + ey) !== 1) continue;
        for (let j = 0; j < 3 && isIn(x, y); j++) {
          if (colourAt(x, y) === 0) return arrive(x, y, most === 1);
          x -= ex;
          y -= ey;
          if (colourAt(x - dx, y - dy) === 1) {
            x -= dx;
            y -= dy;
          }
        }
        return BLOCKED;
      }
    }
  }
  return OPEN;
}

function arrive(x: f64, y: f64, remembered: bool): i32 {
  px = Math.floor(x) + 0.5;
  py = Math.floor(y) + 0.5;
  if (!remembered) return FOUND;
  const at = history + <usize>(<i32>py * width + <i32>px);
  if (load<u8>(at) === mark) return BLOCKED;
  store<u8>(at, mark);
  return FOUND;
}

/** Points the tracer away from there; false where that is back. */
function pointFrom(x: f64, y: f64): bool {
  const oldX = dx;
  const oldY = dy;
  const longer = max(abs(px - x), abs(py - y));
  if (longer === 0) return false;
  dx = (px - x) / longer;
  dy = (py - y) / longer;
  if (dx * oldX + dy * oldY < 0) return false;
  const wasAcross = abs(oldX) > abs(oldY);
  const isAcross = abs(dx) > abs(dy);
  const mainX = wasAcross ? oldX : 0;
  const mainY = wasAcross ? 0 : oldY;
  if (abs(dx) === abs(dy)) {
    dx = mainX + 0.99 * (dx - mainX);
    dy = mainY + 0.99 * (dy - mainY);
  } else if (isAcross !== wasAcross) {
    dx = mainX + (isAcross ? 0.99 * dx : 0);
    dy = mainY + (isAcross ? 0 : 0.99 * dy);
  }
  return true;
}

function startLine(): void {
  count = 0;
  sumX = 0;
  sumY = 0;
}

function addPoint(): void {
  if (count < pointsMax) {
    store<u16>(points + ((<usize>count) << 2), <u16>px);
    store<u16>(points + ((<usize>count) << 2), <u16>py, 2);
  }
  count++;
  sumX += px;
  sumY += py;
}

/** Follows an edge until it ends, which must be openly. */
function traceLine(ex: f64, ey: f64): bool {
  for (;;) {
    addPoint();
    if (count > pointsMax) return false;
    if (count % 50 === 10 && !pointFrom(sumX / <f64>count, sumY / <f64>count)) return false;
    const result = traceStep(ex, ey, 1);
    if (result === FOUND) continue;
    return result === OPEN && count > 1 && pointFrom(sumX / <f64>count, sumY / <f64>count);
  }
}

let cornerX: f64 = 0;
let cornerY: f64 = 0;

/** Goes around a corner, to the left or to the right. */
function turnCorner(left: bool): bool {
  px += dx;
  py += dy;
  cornerX = px;
  cornerY = py;
  const oldX = dx;
  const oldY = dy;
  dx = left ? oldY : -oldY;
  dy = left ? -oldX : oldX;
  traceStep(-oldX, -oldY, 2);
  return isIn(cornerX, cornerY) && isIn(px, py);
}

function pointX(i: i32): f64 {
  return <f64>load<u16>(points + ((<usize>i) << 2)) + 0.5;
}

function pointY(i: i32): f64 {
  return <f64>load<u16>(points + ((<usize>i) << 2), 2) + 0.5;
}

function reversePoints(): void {
  for (let i = 0, j = count - 1; i < j; i++, j--) {
    const one = load<u32>(points + ((<usize>i) << 2));
    store<u32>(points + ((<usize>i) << 2), load<u32>(points + ((<usize>j) << 2)));
    store<u32>(points + ((<usize>j) << 2), one);
  }
}

function lengthOf(x: f64, y: f64): f64 {
  return Math.sqrt(x * x + y * y);
}

/** How far point `i` is from the line through the first and the last one. */
function depthOf(i: i32): f64 {
  const x = pointX(count - 1) - pointX(0);
  const y = pointY(count - 1) - pointY(0);
  return abs((pointX(i) - pointX(0)) * y - (pointY(i) - pointY(0)) * x) / max(1e-9, lengthOf(x, y));
}

/** Puts the tracer back to the corner of a line that goes around one. */
function cutAtCorner(): void {
  if (count < CORNER_POINTS_MIN || depthOf(count / 2) < CORNER_DEPTH_MIN) return;
  let deepest = 0;
  let depth: f64 = 0;
  for (let i = 0; i < count; i++) {
    const here = depthOf(i);
    if (here <= depth) continue;
    deepest = i;
    depth = here;
  }
  const leg = lengthOf(pointX(deepest) - pointX(0), pointY(deepest) - pointY(0)) - 1;
  const foot = lengthOf(pointX(deepest) - pointX(count - 1), pointY(deepest) - pointY(count - 1)) - 1;
  if (depth < min(leg, foot) / 2 || deepest < 2) return;
  px = pointX(deepest - 2);
  py = pointY(deepest - 2);
}

/** Changes of colour along a way; 0 where what lies between them is not about as long each time. */
function changesAlong(x: f64, y: f64, alongX: f64, alongY: f64): i32 {
  const steps = <i32>(LOOKS_PER_PIXEL * lengthOf(alongX, alongY)) + 1;
  let before = -1;
  let changes = 0;
  let last = 0;
  let shortest = steps;
  let longest = 0;
  for (let i = 0; i <= steps; i++) {
    const part = <f64>i / <f64>steps;
    const colour = colourAt(x + part * alongX, y + part * alongY);
    if (colour < 0 || colour === before) continue;
    if (before >= 0) {
      if (changes > 0) {
        shortest = min(shortest, i - last);
        longest = max(longest, i - last);
      }
      changes++;
      last = i;
    }
    before = colour;
  }
  return <f64>longest <= RATIO_MAX * <f64>shortest + LOOKS_PER_PIXEL * SLACK_PIXELS ? changes : 0;
}

/** Whether a side has modules that are dark and light in turn: from a corner along one leg's direction, inside being the other's. */
function isDashed(x: f64, y: f64, alongX: f64, alongY: f64, insideX: f64, insideY: f64, least: i32): bool {
  const inside = lengthOf(insideX, insideY);
  for (let inset: f64 = 1; inset <= inside / MODULES_MIN + 1; inset *= INSET_STEP) {
    const inX = x + (inset * insideX) / inside;
    const inY = y + (inset * insideY) / inside;
    for (let turn = -TURNS; turn <= TURNS; turn++) {
      const share = (<f64>turn * TURN * lengthOf(alongX, alongY)) / inside;
      if (changesAlong(inX, inY, alongX + share * insideX, alongY + share * insideY) >= least) return true;
    }
  }
  return false;
}

/** Around the symbol that was found last. */
let left: f64 = 0;
let top: f64 = 0;
let right: f64 = 0;
let bottom: f64 = 0;

/** Whether the edge at a light pixel behind a dark one, as the scan goes, is the leg of a Data Matrix. */
function isLeg(x: f64, y: f64, scanX: f64, scanY: f64, own: u8): bool {
  startLine();
  mark = own;
  px = x;
  py = y;
  dx = -scanY;
  dy = scanX;
  if (!traceLine(-dy, dx) || !turnCorner(false)) return false;
  const topX = cornerX;
  const topY = cornerY;
  reversePoints();
  const downX = -dy;
  const downY = dx;
  px = x;
  py = y;
  dx = downX;
  dy = downY;
  if (!traceLine(dy, -dx)) return false;
  cutAtCorner();
  pointFrom(topX, topY);
  if (!turnCorner(true)) return false;
  const lowX = cornerX;
  const lowY = cornerY;
  startLine();
  mark = own + 1;
  if (!traceLine(dy, -dx)) return false;
  pointFrom(lowX, lowY);
  if (!turnCorner(true)) return false;
  const legX = lowX - topX;
  const legY = lowY - topY;
  const footX = cornerX - lowX;
  const footY = cornerY - lowY;
  const leg = lengthOf(legX, legY) - 1;
  const foot = lengthOf(footX, footY) - 1;
  if (!(leg >= LEG_MIN && foot >= FOOT_MIN && foot >= FOOT_SHARE_MIN * leg && foot <= FOOT_SHARE_MAX * leg))
    return false;
  if (!isDashed(topX, topY, footX, footY, legX, legY, TOP_CHANGES_MIN)) return false;
  if (!isDashed(cornerX, cornerY, -legX, -legY, -footX, -footY, SIDE_CHANGES_MIN)) return false;
  const farX = topX + footX;
  const farY = topY + footY;
  left = min(min(topX, lowX), min(cornerX, farX));
  top = min(min(topY, lowY), min(cornerY, farY));
  right = max(max(topX, lowX), max(cornerX, farX));
  bottom = max(max(topY, lowY), max(cornerY, farY));
  return true;
}

/** Where they are written, and to where. */
let found: usize = 0;
let foundEnd: usize = 0;

/** Looks at the far edges of a line's dark runs, in the order of the scan: forwards, or backwards where `sign` is -1. */
function scanLine(runs: usize, runCount: i32, line: i32, across: bool, sign: i32, own: u8): void {
  const length = across ? width : height;
  let at = 0;
  for (let i = 0; i < runCount; i++) {
    const index = sign > 0 ? i : runCount - 1 - i;
    const run = <i32>load<u16>(runs + ((<usize>index) << 1));
    at += run;
    // Of runs that begin with a light one, dark ones are odd.
    if (run === 0 || at >= length || (<u32>index & 1) === flip) continue;
    const place = sign > 0 ? at : length - 1 - at;
    const x = <f64>(across ? place : line) + 0.5;
    const y = <f64>(across ? line : place) + 0.5;
    if (!isLeg(x, y, across ? <f64>sign : 0, across ? 0 : <f64>sign, own) || found === foundEnd) continue;
    store<i32>(found, max(0, <i32>left));
    store<i32>(found, max(0, <i32>top), 4);
    store<i32>(found, min(width, <i32>right + 1), 8);
    store<i32>(found, min(height, <i32>bottom + 1), 12);
    found += 16;
  }
}

/** Scans in one direction, line by line from the middle outwards. */
function scan(across: bool, sign: i32, own: u8, work: usize): void {
  const lines = across ? height : width;
  const runs = work + (<usize>max(width, height) >> 3) + 64;
  for (let i = 1; ; i++) {
    // To the right of the way, then to its left.
    const side = ((i & 1) === 1 ? -1 : 1) * (across ? sign : -sign);
    const line = lines / 2 + (i / 2) * LINES_APART * side;
    if (line < 0 || line >= lines) return;
    let row = bits + <usize>line * stride;
    if (!across) {
      row = work;
      columnOf(bits, stride, height, line, row);
    }
    scanLine(runs, runsOf(row, across ? width : height, runs), line, across, sign, own);
  }
}

/**
 * Where a picture of bits may hold a Data Matrix, dark on light or light on dark: two solid legs, found as the reader itself finds them,
 * and sides across from them that are dashed. Each is four whole numbers at `to`, where its box begins and ends, across and down; returns
 * how many there are, `most` at the most. `past` has room for one byte a pixel, `work` for eight for each pixel of the longer side and 2,048 more.
 */
export function seekLegs(
  at: usize,
  bytesPerRow: usize,
  columns: i32,
  rows: i32,
  past: usize,
  work: usize,
  to: usize,
  most: i32,
): i32 {
  bits = at;
  stride = bytesPerRow;
  width = columns;
  height = rows;
  history = past;
  found = to;
  foundEnd = to + 16 * <usize>most;
  const longer = max(columns, rows);
  const scratch = work + 4 * <usize>longer + 64;
  points = work;
  pointsMax = longer;
  memory.fill(past, 0, <usize>(columns * rows));
  let own: u8 = 1;
  for (flip = 0; flip < 2; flip++) {
    for (let i = 0; i < 4; i++, own += 2) scan(i < 2, (i & 1) === 0 ? -1 : 1, own, scratch);
  }
  return <i32>((found - to) / 16);
}
