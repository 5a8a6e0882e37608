/** Tells whoever waits for a change that it has been committed. */
export interface AfterCommit {
  /** To be called inside the transaction of the change. */
  changed(): void;
  /** `wake` is called after commits of changes. Returns how to stop it. */
  subscribe(wake: () => void): () => void;
}

/** Several changes wake once. */
export function createAfterCommit(): AfterCommit {
  const subscribers = new Set<() => void>();
  let isPending = false;
  const wakeAll = (): void => {
    isPending = false;
    for (const wake of subscribers) wake();
  };
  return {
    changed() {
      // A transaction is synchronous, so this runs after its commit; after a rollback it wakes for nothing.
      if (!isPending) setImmediate(wakeAll);
      isPending = true;
    },
    subscribe(wake) {
      subscribers.add(wake);
      return () => void subscribers.delete(wake);
    },
  };
}
