/** The maximum number of differences reported. */
const DIFFERENCES_MAX = 5;

/**
 * Scores have four decimals. Backends of one model, and processors, add in different orders. Their embeddings agree to a cosine
 * over 0.9999999, so the last decimal of a score may change, which is not a difference.
 */
const FRACTION_TOLERANCE = 0.0002;

/** Positions in pictures and the list's further data on a hit. An older version of the program did not store them, which is not a difference. */
const TOLD_LATER = ['box', 'boxes', 'faces', 'roles', 'media', 'media_count', 'proof'];

/**
 * Returns where two results differ, as JSON paths, the first few. The ids of hits are new in every search, so only their order
 * counts. The values are not reported, because they may be personal data.
 */
export function findDifferences(stored: unknown, now: unknown): string[] {
  const found: string[] = [];
  compare(toJson(stored), toJson(now), '', found);
  const more = found.length - DIFFERENCES_MAX;
  return more > 0 ? [...found.slice(0, DIFFERENCES_MAX), `${more} more`] : found;
}

function toJson(value: unknown): unknown {
  const ids = new Map<string, string>();
  const text = (JSON.stringify(value) ?? 'null').replace(/"hit_[0-9a-z]{26}"/g, (id) => {
    const known = ids.get(id) ?? `"hit ${ids.size + 1}"`;
    ids.set(id, known);
    return known;
  });
  return JSON.parse(text);
}

function compare(a: unknown, b: unknown, path: string, found: string[]): void {
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) {
    if (a !== b && !areNearlyEqual(a, b)) found.push(path === '' ? 'all of it' : path);
    return;
  }
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    if (TOLD_LATER.includes(key) && !Object.hasOwn(a, key)) continue;
    const step = Array.isArray(a) ? `[${key}]` : path === '' ? key : `.${key}`;
    compare(a[key], b[key], `${path}${step}`, found);
  }
}

/** Whole numbers are counts, so they are equal or not. */
function areNearlyEqual(a: unknown, b: unknown): boolean {
  if (typeof a !== 'number' || typeof b !== 'number') return false;
  if (Number.isInteger(a) && Number.isInteger(b)) return false;
  return Math.abs(a - b) <= FRACTION_TOLERANCE;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
