/** Runs work that several steps of a run need once, at the first request, and returns its result to all of them. `what` names it. */
export type Memoize = <T>(what: string, work: () => Promise<T>) => Promise<T>;

/** Returns a memoizer for one run of one verification. */
export function createMemoizer(): Memoize {
  const begun = new Map<string, Promise<unknown>>();
  return <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const before = begun.get(what) as Promise<T> | undefined;
    if (before) return before;
    const made = work();
    begun.set(what, made);
    return made;
  };
}
