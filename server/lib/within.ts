/** What `work` gives within the time; undefined if it takes longer, and nobody waits for it any more. Rejects where it fails before. */
export async function within<T>(work: Promise<T>, timeoutMs: number): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), timeoutMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
