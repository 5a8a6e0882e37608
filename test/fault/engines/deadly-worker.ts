import { serveOperations } from '../../../models/runtime/serve.ts';

serveOperations(async () => ({
  /** As a library in C++ that reads where there is nothing. A thread may not call `process.abort`. */
  native_fault: async () => {
    process.kill(process.pid, 'SIGSEGV');
    return new Promise(() => undefined);
  },
}));
