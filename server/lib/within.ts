/** Returns the result of `work` if it is ready in time; otherwise undefined, and the result is ignored. Rejects if `work` fails before. */
export async function within<T>(work: Promise<T>, timeoutMs: number): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), timeoutMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
