declare module 'vitest' {
  interface TaskMeta {
    /** Why the test was skipped; the summary prints it. */
    skipReason?: string;
  }
}

/**
 * Options for a `test` or `describe` that needs something of the machine: `test(name, skipUnless(has, why), body)`. If
 * `condition` is false, the test does not run and the run's summary gives the `reason`. Nothing is skipped silently.
 */
export function skipUnless(condition: boolean, reason: string): { skip: boolean; meta: { skipReason?: string } } {
  return condition ? { skip: false, meta: {} } : { skip: true, meta: { skipReason: reason } };
}
