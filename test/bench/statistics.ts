/** The quantile at the share `q` (0..1) of the values, by the nearest rank. Throws on an empty list. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)];
  if (value === undefined) throw new RangeError('no values');
  return value;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** `value` with only meaningful decimals: at least two significant digits. */
export function round(value: number): number {
  return Number(value.toPrecision(value >= 100 ? 4 : 3));
}
