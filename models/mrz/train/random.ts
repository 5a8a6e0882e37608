/** Numbers that are the same for the same seed, on every machine. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** Uniform between the two. */
  between(from: number, to: number): number;
  /** Uniform on a logarithmic scale. */
  ratioBetween(from: number, to: number): number;
  /** Mean 0, standard deviation 1. */
  normal(): number;
  chance(probability: number): boolean;
  pick<T>(from: ArrayLike<T>): T;
}

/** Returns Mulberry32 by Tommy Ettinger (public domain): 32 bits of state, enough for drawing. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const between = (from: number, to: number): number => from + (to - from) * next();
  return {
    next,
    between,
    ratioBetween: (from, to) => from * (to / from) ** next(),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    chance: (probability) => next() < probability,
    pick: (from) => from[Math.floor(next() * from.length)] as never,
  };
}
