import { serveOperations } from '../../../models/runtime/serve.ts';

serveOperations(async () => ({
  /** As a library in C++ that reads where there is nothing. A thread may not call `process.abort`. */
  native_fault: async () => {
    process.kill(process.pid, 'SIGSEGV');
    return new Promise(() => undefined);
  },
  /** A thread over its limit is given some memory more by Node, in which to end; one that asks for far more at once ends the process. */
  large_arrays: async () => {
    const kept: unknown[] = [];
    for (;;) kept.push(new Array(16_000_000).fill(kept.length));
  },
}));
