/**
 * The codes of a list in short: `05:10,20-22` is 0510, 0520, 0521, 0522, and a part without a colon stands for itself. Parts are
 * divided by white space.
 */
export function readCodes(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/).flatMap(expandPart));
}

function expandPart(part: string): string[] {
  const [ends = '', prefix = ''] = part.split(':').reverse();
  return ends.split(',').flatMap((range) => {
    const [from = '', until = from] = range.split('-');
    return Array.from(
      { length: Number(until) - Number(from) + 1 },
      (_, index) => prefix + String(Number(from) + index).padStart(from.length, '0'),
    );
  });
}
