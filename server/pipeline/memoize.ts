/** Does what several steps of a run ask for when it is first asked for, and gives all of them its one result. `what` names it. */
export type Memoize = <T>(what: string, work: () => Promise<T>) => Promise<T>;

/** For one run of one verification. */
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
