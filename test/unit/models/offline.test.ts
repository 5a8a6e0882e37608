import { expect, it } from 'vitest';
import { WorkerPool } from '../../../models/runtime/pool.ts';

const SCRIPT = new URL('offline-fixture.ts', import.meta.url);
const REFUSED = { net: 'ENETUNREACH', http: 'ENETUNREACH', fetch: 'ENETUNREACH', udp: 'ENETUNREACH' };

it('a worker of a pool reaches nothing, whatever opens the connection', async () => {
  const pool = new WorkerPool({
    name: 'offline',
    script: SCRIPT,
    data: null,
    size: 1,
    queueMax: 1,
    loadTimeoutMs: 10_000,
  });
  expect(await pool.call('try', null, { timeoutMs: 10_000 })).toEqual(REFUSED);
  await pool.close();
});

it('native code is set to report nothing to its makers before any engine starts', () => {
  // `npm run package:check` finds what happens without this: it watches the calls of the whole process.
  expect(process.env['ORT_DISABLE_TELEMETRY']).toBe('1');
});
