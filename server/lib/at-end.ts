/**
 * Runs `end` when the enclosing block is left, however it is left: `using _db = atEnd(() => db.close())`. If `end` is
 * asynchronous, use `await using`.
 */
export function atEnd(end: () => unknown): Disposable & AsyncDisposable {
  return {
    [Symbol.dispose]: () => void end(),
    async [Symbol.asyncDispose]() {
      await end();
    },
  };
}
