declare module 'vitest' {
  interface TaskMeta {
    /** Why the test was skipped; the summary prints it. */
    skipReason?: string;
  }
}

/**
 * Options for a `test` or `describe` that needs something of the machine: `test(name, skipUnless(has, why), body)`.
 * Where `condition` is false it does not run, and the run's summary says so with `reason`; nothing is skipped in silence.
 */
export function skipUnless(condition: boolean, reason: string): { skip: boolean; meta: { skipReason?: string } } {
  return condition ? { skip: false, meta: {} } : { skip: true, meta: { skipReason: reason } };
}
