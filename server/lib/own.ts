/**
 * Returns a table's own value under a key from outside (a caller, a file or a document), undefined if there is none. A
 * plain `table[key]` would find what every object inherits under `constructor` and `__proto__`.
 */
export function ownValue<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
