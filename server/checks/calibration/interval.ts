/** The standard normal quantile of a two-sided 95 %. */
const Z = 1.959964;

/**
 * The 95 % interval of a share, 0..1, that was seen in so many independent trials (Wilson, "Probable inference, the law of succession, and
 * statistical inference", 1927). Throws `RangeError` where there was no trial.
 */
export function proportionInterval(share: number, trials: number): { low: number; high: number } {
  if (!(trials > 0)) throw new RangeError('a share of no trials has no interval');
  const square = Z * Z;
  const centre = share + square / (2 * trials);
  const half = Z * Math.sqrt((share * (1 - share)) / trials + square / (4 * trials * trials));
  const scale = 1 + square / trials;
  return { low: Math.max(0, (centre - half) / scale), high: Math.min(1, (centre + half) / scale) };
}
