type Numbers = readonly [number, number, number];

const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-[\w.-]+)?(?:\+[\w.-]+)?$/;
const COMPARATOR = /^(<=|>=|<|>|=)(\d+\.\d+\.\d+)$/;

/** Returns whether `range` has the syntax that `isWithin` reads. */
export function isRange(range: string): boolean {
  return range
    .split('||')
    .every((part) => wordsOf(part).length > 0 && wordsOf(part).every((it) => COMPARATOR.test(it)));
}

/**
 * Returns whether a version is in a range such as `<1.2.3 || >=2.0.0 <2.1.0`: one part between `||` must hold with all
 * of its comparators. A prerelease counts as the version that it precedes, so an advisory for that version includes it.
 *
 * @throws Error if either has another syntax
 */
export function isWithin(version: string, range: string): boolean {
  if (!isRange(range)) throw new Error(`"${range}" is not a range. Use comparators such as >=2.0.0 <2.1.0.`);
  return range.split('||').some((part) => wordsOf(part).every((comparator) => holds(version, comparator)));
}

const wordsOf = (part: string): string[] => part.trim().split(/\s+/).filter(Boolean);

function holds(version: string, comparator: string): boolean {
  const [, operator = '', bound = ''] = COMPARATOR.exec(comparator) ?? [];
  const order = compare(read(version), read(bound));
  if (operator === '=') return order === 0;
  return (operator.startsWith('<') ? order < 0 : order > 0) || (operator.endsWith('=') && order === 0);
}

function read(version: string): Numbers {
  const [, ...numbers] = VERSION.exec(version) ?? [];
  const [major, minor, patch] = numbers.slice(0, 3).map(Number);
  if (major === undefined || minor === undefined || patch === undefined)
    throw new Error(`"${version}" is not a version.`);
  return [major, minor, patch];
}

function compare(left: Numbers, right: Numbers): number {
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
}
