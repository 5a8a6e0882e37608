import { WorkerPool } from '../../../models/runtime/pool.ts';

/** A process in which an engine's thread does something that kills it and all other threads. */
const pool = new WorkerPool({
  name: 'deadly',
  script: new URL('./deadly-worker.ts', import.meta.url),
  data: {},
  size: 1,
  queueMax: 1,
  loadTimeoutMs: 60_000,
});
await pool.call('native_fault', null, { timeoutMs: 60_000 }).catch(() => undefined);
process.stdout.write('survived\n');
process.exit(0);
