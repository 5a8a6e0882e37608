/** A seeded generator of numbers in [0, 1): mulberry32, public domain (Tommy Ettinger). Print the seed when you draw with it. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The seed from the environment, to repeat a failure; otherwise a new one. */
export function testSeed(): number {
  return Number(process.env['CUSTOS_TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
}
