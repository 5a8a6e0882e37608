/** Pixels of a row in one word of bits. */
const WORD: i32 = 64;
/** A run of ink in a row: its start and end, two bytes each, and the run that it is connected with, later its mark. */
const RUN: usize = 8;
const LAST: usize = 2;
const OWNER: usize = 4;
/** A mark: left, right, top, bottom and area, four bytes each. */
const MARK: usize = 20;

/** Returns the words of bits for a row of this width. */
function wordsOf(width: i32): i32 {
  return (width + WORD - 1) / WORD;
}

/**
 * Writes a bit for each pixel at `ink` (`markInk`) that is ink, at `bits`; each row begins with a new word; clear ink
 * only, or `all`. Returns the number of runs. Reads up to 63 bytes after the picture.
 */
export function toBits(ink: usize, width: i32, height: i32, all: bool, bits: usize): i32 {
  let runs = 0;
  for (let y = 0; y < height; y++) {
    let before: u64 = 0;
    for (let x = 0; x < width; x += WORD, bits += 8) {
      const at = ink + y * width + x;
      let word = all ? anyOf(at) : clearOf(at);
      if (width - x < WORD) word &= ((<u64>1) << (width - x)) - 1;
      store<u64>(bits, word);
      runs += <i32>popcnt(word & ~((word << 1) | before));
      before = word >> 63;
    }
  }
  return runs;
}

/** Returns which of 64 pixels are clear ink. */
function clearOf(at: usize): u64 {
  const one = i8x16.splat(1);
  const low = bitsOf(i8x16.eq(v128.load(at), one)) | (bitsOf(i8x16.eq(v128.load(at, 16), one)) << 16);
  const high = bitsOf(i8x16.eq(v128.load(at, 32), one)) | (bitsOf(i8x16.eq(v128.load(at, 48), one)) << 16);
  return low | (high << 32);
}

/** Returns which of 64 pixels are ink. */
function anyOf(at: usize): u64 {
  const zero = i8x16.splat(0);
  const low = bitsOf(i8x16.ne(v128.load(at), zero)) | (bitsOf(i8x16.ne(v128.load(at, 16), zero)) << 16);
  const high = bitsOf(i8x16.ne(v128.load(at, 32), zero)) | (bitsOf(i8x16.ne(v128.load(at, 48), zero)) << 16);
  return low | (high << 32);
}

function bitsOf(truths: v128): u64 {
  return <u64>(<u32>i8x16.bitmask(truths));
}

/**
 * Writes the marks of connected runs of ink, corners included, at `marks`, in reading order of their first pixel.
 * `runs` has room for as many as `toBits` counted, and `rows` for one number more than there are rows: the first run of
 * each. Returns the number of marks; each run's owner is then its mark.
 */
export function findMarks(bits: usize, width: i32, height: i32, runs: usize, rows: usize, marks: usize): i32 {
  takeRuns(bits, width, height, runs, rows);
  for (let y = 1; y < height; y++)
    joinRows(runs, load<i32>(rows + 4 * (y - 1)), load<i32>(rows + 4 * y), load<i32>(rows + 4 * y + 4));
  return addMarks(runs, rows, height, marks);
}

function takeRuns(bits: usize, width: i32, height: i32, runs: usize, rows: usize): void {
  let count = 0;
  for (let y = 0; y < height; y++) {
    store<i32>(rows + 4 * y, count);
    let open = false;
    for (let x = 0; x < width; x += WORD, bits += 8) {
      const word = load<u64>(bits);
      // A bit at each start of ink, and after each end.
      let turns = word ^ ((word << 1) | (open ? 1 : 0));
      for (; turns !== 0; turns &= turns - 1) {
        const at = x + <i32>ctz(turns);
        const run = runs + RUN * count;
        if (open) {
          store<u16>(run, <u16>(at - 1), LAST);
          count++;
        } else {
          store<u16>(run, <u16>at);
          store<i32>(run, count, OWNER);
        }
        open = !open;
      }
    }
    if (open) {
      store<u16>(runs + RUN * count, <u16>(width - 1), LAST);
      count++;
    }
  }
  store<i32>(rows + 4 * height, count);
}

/** Joins the runs from `first` up to `second`, one row's, with those from there up to `end`, the next row's. */
function joinRows(runs: usize, first: i32, second: i32, end: i32): void {
  let above = first;
  for (let i = second; i < end; i++) {
    const from = <i32>load<u16>(runs + RUN * i);
    const to = <i32>load<u16>(runs + RUN * i, LAST);
    while (above < second && <i32>load<u16>(runs + RUN * above, LAST) + 1 < from) above++;
    for (let j = above; j < second && <i32>load<u16>(runs + RUN * j) <= to + 1; j++) join(runs, j, i);
  }
}

/** The first run owns all the others. */
function join(runs: usize, a: i32, b: i32): void {
  const one = ownerOf(runs, a);
  const other = ownerOf(runs, b);
  if (one < other) store<i32>(runs + RUN * other, one, OWNER);
  else store<i32>(runs + RUN * one, other, OWNER);
}

function ownerOf(runs: usize, run: i32): i32 {
  let owner = load<i32>(runs + RUN * run, OWNER);
  while (owner !== run) {
    const next = load<i32>(runs + RUN * owner, OWNER);
    store<i32>(runs + RUN * run, next, OWNER);
    run = owner;
    owner = next;
  }
  return run;
}

/** An owner precedes everything that it owns, so its mark comes first too. */
function addMarks(runs: usize, rows: usize, height: i32, marks: usize): i32 {
  let count = 0;
  for (let y = 0; y < height; y++)
    for (let i = load<i32>(rows + 4 * y); i < load<i32>(rows + 4 * y + 4); i++) {
      const run = runs + RUN * i;
      const from = <i32>load<u16>(run);
      const to = <i32>load<u16>(run, LAST);
      const owner = load<i32>(run, OWNER);
      const mark = owner === i ? count++ : load<i32>(runs + RUN * owner, OWNER);
      store<i32>(run, mark, OWNER);
      const at = marks + MARK * mark;
      if (owner === i) startMark(at, from, to, y);
      else growMark(at, from, to, y);
    }
  return count;
}

function startMark(at: usize, from: i32, to: i32, y: i32): void {
  store<i32>(at, from);
  store<i32>(at, to, 4);
  store<i32>(at, y, 8);
  store<i32>(at, y, 12);
  store<i32>(at, to - from + 1, 16);
}

function growMark(at: usize, from: i32, to: i32, y: i32): void {
  store<i32>(at, min(load<i32>(at), from));
  store<i32>(at, max(load<i32>(at, 4), to), 4);
  store<i32>(at, y, 12);
  store<i32>(at, load<i32>(at, 16) + to - from + 1, 16);
}

/**
 * Selects, from the `total` marks of all ink at `marks`, with their `runs` and `rows`, those that hold clear ink, and writes them to `picked`: in the
 * order of the `count` marks of clear ink at `pieces`, each selecting the first mark along its own first row that is not taken yet. `bits` are those
 * of the clear ink; `taken` has a byte for each mark. Returns how many were selected.
 */
export function pickMarks(
  pieces: usize,
  count: i32,
  bits: usize,
  width: i32,
  runs: usize,
  rows: usize,
  marks: usize,
  total: i32,
  taken: usize,
  picked: usize,
): i32 {
  memory.fill(taken, 0, total);
  let found = 0;
  for (let i = 0; i < count; i++) {
    const left = load<i32>(pieces + MARK * i);
    const right = load<i32>(pieces + MARK * i, 4);
    const top = load<i32>(pieces + MARK * i, 8);
    const row = bits + 8 * wordsOf(width) * top;
    for (let j = load<i32>(rows + 4 * top); j < load<i32>(rows + 4 * top + 4); j++) {
      const run = runs + RUN * j;
      const from = max(left, <i32>load<u16>(run));
      const to = min(right, <i32>load<u16>(run, LAST));
      const mark = load<i32>(run, OWNER);
      if (from > right) break;
      if (from > to || load<u8>(taken + mark) !== 0 || !hasBit(row, from, to)) continue;
      store<u8>(taken + mark, 1);
      memory.copy(picked + MARK * found, marks + MARK * mark, MARK);
      found++;
      break;
    }
  }
  return found;
}

/** Returns whether one of a row's bits in a range is set. */
function hasBit(row: usize, from: i32, to: i32): bool {
  for (let x = from; x <= to; ) {
    const word = load<u64>(row + 8 * (x / WORD)) >> (x % WORD);
    const next = <i32>ctz(word);
    if (word !== 0) return x + next <= to;
    x += WORD - (x % WORD);
  }
  return false;
}
