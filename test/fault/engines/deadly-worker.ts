import { serveOperations } from '../../../models/runtime/serve.ts';

serveOperations(async () => ({
  /** Like a C++ library that reads invalid memory. A thread may not call `process.abort`. */
  native_fault: async () => {
    process.kill(process.pid, 'SIGSEGV');
    return new Promise(() => undefined);
  },
}));
