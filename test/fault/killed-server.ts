import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../server/app.ts';
import { createCaptureApp } from '../../server/capture-app.ts';
import { openAppliance } from '../../server/context.ts';
import { readHostConfig } from '../../server/host.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { startAll } from '../../server/lib/components.ts';
import { createLogger } from '../../server/lib/log.ts';
import { systemOutbound } from '../../server/webhooks/webhooks.ts';
import { fakeEngines } from '../support/fake-engines.ts';
import { NEW_MIGRATIONS } from '../support/update-home.ts';

/**
 * An appliance with fast fake engines, made to be killed; everything except the models is real. Prints its port when it listens.
 * - `KILLED_WORKS=told`: it works on jobs and sends webhooks only after the message `work`; otherwise at once.
 * - `KILLED_FORMS=next`: it migrates the databases to the schema of the next version.
 * - `KILLED_BEFORE=<component>`: it starts all components in order and kills itself before that one.
 */
const { env } = process;
const log = createLogger(systemClock, () => {});
const config = readHostConfig();
const appliance = await openAppliance(config, {
  clock: systemClock,
  log,
  engines: fakeEngines({ delayMs: 4 }),
  // No name server is queried.
  outbound: { ...systemOutbound, lookup: async () => ['127.0.0.1'], random: () => 0 },
  start: 'until_confirmed',
  ...(env['KILLED_FORMS'] === 'next' ? { migrations: NEW_MIGRATIONS } : {}),
});
const { app } = createApp(appliance);
const server = createServer(app);
server.listen(0, '127.0.0.1', async () => {
  appliance.confirmStart();
  const { port } = server.address() as AddressInfo;
  const work = (): void => {
    appliance.webhooks.start(port);
    appliance.runner.start();
  };
  const before = env['KILLED_BEFORE'];
  if (before !== undefined) {
    await startAll(
      appliance.components(),
      { app, port },
      (name) => name !== before || process.kill(process.pid, 'SIGKILL'),
    );
    process.stdout.write(`port ${port}\n`);
    return;
  }
  await appliance.lan.start(app, port);
  const applicants = createCaptureApp(appliance);
  await appliance.lan.capture.start(applicants.app, port, applicants.dress);
  process.on('message', (order) => order === 'work' && work());
  process.stdout.write(`port ${port}\n`);
  if (env['KILLED_WORKS'] !== 'told') work();
});
process.on('SIGTERM', async () => {
  server.closeAllConnections();
  await appliance.close();
  process.exit(0);
});
