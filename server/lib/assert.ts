/** A broken assumption of ours: a bug, never an answer to bad input. */
export class AssertionFailure extends Error {
  override name = 'AssertionFailure';
}

/** Throws `AssertionFailure` unless `condition` holds. The message must carry no personal data. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionFailure(message);
}

/** `value`, which must be neither null nor undefined; throws `AssertionFailure` otherwise. */
export function must<T>(value: T | null | undefined, message: string): T {
  assert(value !== null && value !== undefined, message);
  return value;
}
