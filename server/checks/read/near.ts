/** Whether at most `editsMax` letters must be inserted, removed or replaced to turn `a` into `b` (Levenshtein). */
export function isNear(a: string, b: string, editsMax: number): boolean {
  if (Math.abs(a.length - b.length) > editsMax) return false;
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    if (Math.min(...next) > editsMax) return false;
    row = next;
  }
  return (row[b.length] ?? 0) <= editsMax;
}
