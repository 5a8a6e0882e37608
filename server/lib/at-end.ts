/**
 * Does something when the block is left in which it is declared, in whatever way: `using _db = atEnd(() => db.close())`. What has to be awaited is
 * declared by `await using`.
 */
export function atEnd(end: () => unknown): Disposable & AsyncDisposable {
  return {
    [Symbol.dispose]: () => void end(),
    async [Symbol.asyncDispose]() {
      await end();
    },
  };
}
