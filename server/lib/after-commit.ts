/** Notifies subscribers that a change was committed. */
export interface AfterCommit {
  /** Call it inside the transaction of the change. */
  changed(): void;
  /** `wake` is called after commits of changes. Returns the function that unsubscribes. */
  subscribe(wake: () => void): () => void;
}

/** Several changes cause one call. */
export function createAfterCommit(): AfterCommit {
  const subscribers = new Set<() => void>();
  let isPending = false;
  const wakeAll = (): void => {
    isPending = false;
    for (const wake of subscribers) wake();
  };
  return {
    changed() {
      // A transaction is synchronous, so this runs after its commit; after a rollback it has no effect.
      if (!isPending) setImmediate(wakeAll);
      isPending = true;
    },
    subscribe(wake) {
      subscribers.add(wake);
      return () => void subscribers.delete(wake);
    },
  };
}
