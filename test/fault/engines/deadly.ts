import { WorkerPool } from '../../../models/runtime/pool.ts';

/** A process in which the thread of an engine does what no thread survives, and neither do the others. */
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
