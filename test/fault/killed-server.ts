import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../server/app.ts';
import { openAppliance } from '../../server/context.ts';
import { readHostConfig } from '../../server/host.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { createLogger } from '../../server/lib/log.ts';
import { fakeEngines } from '../support/fake-engines.ts';

/** An appliance with quick fake engines, to be killed: everything but the models is real. Prints its port when it listens. */
const log = createLogger(systemClock, () => {});
const config = readHostConfig();
const appliance = await openAppliance(config, { clock: systemClock, log, engines: fakeEngines({ delayMs: 4 }) });
const { app } = createApp(appliance);
const server = createServer(app);
server.listen(0, '127.0.0.1', async () => {
  const { port } = server.address() as AddressInfo;
  await appliance.lan.start(app, port);
  process.stdout.write(`port ${port}\n`);
  appliance.runner.start();
});
process.on('SIGTERM', async () => {
  server.closeAllConnections();
  await appliance.close();
  process.exit(0);
});
