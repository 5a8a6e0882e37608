/** Bytes of a vector of four numbers, and of one of them. */
const VECTOR: usize = 16;
const NUMBER: usize = 4;

/** Returns the score after the step from the best chain that ends this many bytes before `at`, for four places. */
function after(at: usize, step: usize, cost: f32): v128 {
  return f32x4.sub(v128.load(at - step), f32x4.splat(cost));
}

/**
 * Computes the scores of the best chains of places (Viterbi's algorithm). `scores` holds a row of numbers (f32) for each length from 1 to `length`;
 * the first row is given. Each number is the highest score of a chain of that many places that ends there: every place adds its value at `earns`, and
 * every step subtracts its cost. `row`: bytes of a row, also of `earns`, and the distance between rows of `scores`, a multiple of 16. Before each row
 * of `scores` there must be -Infinity for as many places as the longest step has. `steps`: four steps in places (i32), the shortest first, and then
 * their costs (f32).
 */
export function chainPlaces(scores: usize, earns: usize, row: usize, pitch: usize, length: u32, steps: usize): void {
  const step0 = NUMBER * <usize>load<u32>(steps);
  const step1 = NUMBER * <usize>load<u32>(steps, 4);
  const step2 = NUMBER * <usize>load<u32>(steps, 8);
  const step3 = NUMBER * <usize>load<u32>(steps, 12);
  const cost0 = load<f32>(steps, 16);
  const cost1 = load<f32>(steps, 20);
  const cost2 = load<f32>(steps, 24);
  const cost3 = load<f32>(steps, 28);
  for (let n: u32 = 1; n < length; n++) {
    const before = scores;
    scores += pitch;
    // No chain of this many places ends before this one.
    const first = min<usize>(row, (n * step0) & ~(VECTOR - 1));
    for (let at: usize = 0; at < first; at += VECTOR) v128.store(scores + at, f32x4.splat(-Infinity));
    for (let at = first; at < row; at += VECTOR) {
      const end = before + at;
      const nearer = f32x4.pmax(after(end, step0, cost0), after(end, step1, cost1));
      const farther = f32x4.pmax(after(end, step2, cost2), after(end, step3, cost3));
      v128.store(scores + at, f32x4.add(f32x4.pmax(nearer, farther), v128.load(earns + at)));
    }
  }
}
