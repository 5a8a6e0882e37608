import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import { openAppliance } from '../../server/context.ts';
import { transact } from '../../server/db/transact.ts';
import { readHostConfig } from '../../server/host.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { createLogger } from '../../server/lib/log.ts';
import { fakeEngines } from '../support/fake-engines.ts';

/**
 * An appliance that appends entries to its audit log and sends them to the receiver `PLACE` (JSON), which gets the whole
 * log. It is killed at the moment `DIE_AT`: before or after a write to the connection or file, its end, or a look at the
 * clock, which comes before each record of what was taken. With 0 it ends when everything was taken, and prints the number of
 * moments.
 */
const ENTRIES = 30;
const dieAt = Number(process.env['DIE_AT'] ?? 0);
let isArmed = false;
let moments = 0;
const moment = (): void => {
  if (!isArmed) return;
  moments += 1;
  if (moments === dieAt) process.kill(process.pid, 'SIGKILL');
};
function surround(holder: object, name: string): void {
  const original = Reflect.get(holder, name) as (...args: unknown[]) => unknown;
  Object.assign(holder, {
    [name](this: unknown, ...args: unknown[]) {
      moment();
      const result = original.apply(this, args);
      moment();
      return result;
    },
  });
}
for (const name of ['write', 'end']) surround(Socket.prototype, name);
for (const name of ['writeSync', 'fsyncSync']) surround(fs, name);
syncBuiltinESMExports();
const appliance = await openAppliance(readHostConfig(), {
  clock: {
    now() {
      moment();
      return systemClock.now();
    },
  },
  log: createLogger(systemClock, () => {}),
  engines: fakeEngines(),
  securityLogTimes: { settleMs: 0 },
});
const { audit, db, securityLog } = appliance;
if (securityLog.state().length === 0)
  await securityLog.add({ enabled: true, place: JSON.parse(process.env['PLACE'] ?? ''), fromStart: true }, 'cli');
transact(db, () => {
  for (let i = 0; i < ENTRIES; i++) audit.append({ actor: 'cli', action: 'report.taken', details: { i } });
});
isArmed = true;
do {
  securityLog.tick();
  await securityLog.settle();
} while (securityLog.state().some(({ lagEntries }) => lagEntries > 0));
// What runs after the last record runs before any timer.
await new Promise((resolve) => setTimeout(resolve, 0));
moment();
isArmed = false;
process.stdout.write(`${moments}\n`);
await appliance.close();
