/** As `findRuns` writes them. */
const RUN: usize = 8;
const MARK_WIDTH: i32 = 3;
/** Seven numbers of eight bytes. */
const PIECE: usize = 56;

/** Returns the size in bytes of the work memory of `joinRuns`. */
export function joinRunsWork(count: i32): usize {
  return 8 * <usize>count;
}

function firstOf(runs: usize, i: i32): i32 {
  return load<u16>(runs + RUN * <usize>i);
}

function lastOf(runs: usize, i: i32): i32 {
  return load<u16>(runs + RUN * <usize>i, 2);
}

function rowOf(runs: usize, i: i32): i32 {
  return load<i32>(runs + RUN * <usize>i, 4);
}

/** Returns the earliest run in the area of a run. */
function rootOf(parents: usize, run: i32): i32 {
  let root = run;
  while (load<i32>(parents + 4 * <usize>root) !== root) root = load<i32>(parents + 4 * <usize>root);
  store<i32>(parents + 4 * <usize>run, root);
  return root;
}

function join(parents: usize, a: i32, b: i32): void {
  const first = rootOf(parents, a);
  const second = rootOf(parents, b);
  store<i32>(parents + 4 * <usize>max(first, second), min(first, second));
}

/** Returns 1 + 4 + 9 + ... + n squared. */
function squaresTo(n: f64): f64 {
  return (n * (n + 1) * (2 * n + 1)) / 6;
}

function add(at: usize, value: f64): void {
  store<f64>(at, load<f64>(at) + value);
}

function addRun(piece: usize, run: i32, runs: usize): void {
  const first = <f64>(firstOf(runs, run) * MARK_WIDTH);
  const last = <f64>(lastOf(runs, run) * MARK_WIDTH + MARK_WIDTH - 1);
  const y = <f64>rowOf(runs, run);
  const count = last - first + 1;
  const sumX = ((first + last) * count) / 2;
  add(piece, count);
  add(piece + 8, sumX);
  add(piece + 16, y * count);
  add(piece + 24, squaresTo(last) - squaresTo(first - 1));
  add(piece + 32, sumX * y);
  store<f64>(piece, Math.min(load<f64>(piece, 40), first), 40);
  store<f64>(piece, Math.max(load<f64>(piece, 48), last), 48);
}

/** Joins runs that touch those of the row above. */
function joinRows(runs: usize, count: i32, parents: usize): void {
  let above = 0;
  for (let run = 0; run < count; run++) {
    const y = rowOf(runs, run);
    while (rowOf(runs, above) < y - 1 || (rowOf(runs, above) === y - 1 && lastOf(runs, above) < firstOf(runs, run)))
      above++;
    for (let i = above; rowOf(runs, i) === y - 1 && firstOf(runs, i) <= lastOf(runs, run); i++) join(parents, run, i);
  }
}

/**
 * Writes one piece for each connected area of the runs from `findRuns`, in the order of their first runs: its number of pixels, the sums of their x,
 * of their y, of the squares of x and of x times y, its first column and its last one; eight bytes each. Returns the number of pieces.
 */
export function joinRuns(runs: usize, count: i32, work: usize, pieces: usize): i32 {
  const parents = work;
  const numbers = work + 4 * <usize>count;
  for (let i = 0; i < count; i++) store<i32>(parents + 4 * <usize>i, i);
  joinRows(runs, count, parents);
  let found = 0;
  for (let run = 0; run < count; run++) {
    const root = rootOf(parents, run);
    if (root === run) {
      const piece = pieces + PIECE * <usize>found;
      memory.fill(piece, 0, PIECE);
      store<f64>(piece, Infinity, 40);
      store<i32>(numbers + 4 * <usize>run, found++);
    }
    addRun(pieces + PIECE * <usize>load<i32>(numbers + 4 * <usize>root), run, runs);
  }
  return found;
}
