/**
 * What a table holds under a key from outside (a caller's, a file's or a document's word), undefined if it holds nothing. A plain
 * `table[key]` finds what every object inherits under `constructor` and `__proto__`.
 */
export function ownValue<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
