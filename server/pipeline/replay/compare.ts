/** How many differences are named. */
const DIFFERENCES_MAX = 5;

/**
 * Scores have four decimals. Backends of one model, and processors, add in different orders: their embeddings agree to a
 * cosine over 0.9999999, so a score may change by its last decimal, and that is no difference.
 */
const FRACTION_TOLERANCE = 0.0002;

/**
 * Where things stand in pictures, what else the list says of a hit: of a result that an older version of the program kept, it is not known,
 * which is no difference.
 */
const TOLD_LATER = ['box', 'boxes', 'faces', 'roles', 'media', 'media_count'];

/**
 * Where two results differ, as JSON paths, the first few. The ids of hits are made anew with every search, and count by their order alone. What
 * the values are is not told: they may be somebody's data.
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

/** Whole numbers count something, and are equal or not. */
function areNearlyEqual(a: unknown, b: unknown): boolean {
  if (typeof a !== 'number' || typeof b !== 'number') return false;
  if (Number.isInteger(a) && Number.isInteger(b)) return false;
  return Math.abs(a - b) <= FRACTION_TOLERANCE;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
