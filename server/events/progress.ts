export interface Progress {
  /** The step that starts now; null when the last one has ended. */
  step: string | null;
  done: number;
  total: number;
}

/** The progress of a running verification, for its watchers. Stored nowhere: the record itself holds the step. */
export interface ProgressHub {
  publish(verificationId: string, progress: Progress): void;
  /** Returns the function that unsubscribes. */
  subscribe(verificationId: string, listener: (progress: Progress) => void): () => void;
}

export function createProgressHub(): ProgressHub {
  const listeners = new Map<string, Set<(progress: Progress) => void>>();
  return {
    publish(id, progress) {
      for (const listener of listeners.get(id) ?? []) listener(progress);
    },
    subscribe(id, listener) {
      const set = listeners.get(id) ?? new Set();
      listeners.set(id, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0) listeners.delete(id);
      };
    },
  };
}
