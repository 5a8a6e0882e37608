import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from './app.ts';
import { type Appliance, openAppliance } from './context.ts';
import { serveControl } from './control.ts';
import { hostSurroundings, readHostConfig } from './host.ts';
import { guardEgress } from './lib/egress.ts';
import { AppError } from './lib/errors.ts';
import { LIMITS } from './lib/limits.ts';
import type { Logger } from './lib/log.ts';

/** The appliance as a process of its own: what `npm start` runs headless and what the desktop shell forks. */
async function main(): Promise<void> {
  const config = readHostConfig();
  const surroundings = hostSurroundings(config);
  const { log } = surroundings;
  guardEgress((host) => log.warn('egress.denied', { host }));
  const appliance = await openAppliance(config, surroundings);
  const { app, closeStreams } = createApp(appliance);
  const server = createServer({ requestTimeout: LIMITS.uploadTimeoutMs }, app);
  const address = await listen(server, config.port, config.host);
  const control = await serveControl(appliance);
  announce(appliance, address);
  const stop = stopOnce(async () => {
    closeStreams();
    await Promise.all([closeServer(server), appliance.close()]);
    await control.close();
  }, log);
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('SIGTERM', () => stop('SIGTERM'));
  await appliance.engines.warm();
  for (const state of appliance.engines.states()) {
    if (state.state === 'failed')
      say(`The engine "${state.engine}" does not work: ${state.problem ?? 'no reason given'}`);
  }
  say('The engines are loaded. Press Ctrl-C to stop.');
  appliance.runner.start();
}

function announce(appliance: Appliance, address: AddressInfo): void {
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  say(`Custos answers at http://${host}:${address.port}`);
  say(`Data folder: ${appliance.config.dataDir}`);
  const { masterKey } = appliance.config;
  if (masterKey.kind === 'file') say(`Master key:  ${masterKey.path} (back it up; without it no record can be read)`);
  if (appliance.firstKey) say(`API key (shown this once, keep it): ${appliance.firstKey}`);
  appliance.log.info('start.listening', { port: address.port });
}

function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') reject(error);
      else
        reject(
          new AppError(
            'invalid_configuration',
            `Port ${port} is taken. Set CUSTOS_PORT to another one, or to 0 for any.`,
          ),
        );
    });
    server.listen(port, host, () => resolve(server.address() as AddressInfo));
  });
}

/** Requests under way may end; what is still open after the drain time is cut. */
async function closeServer(server: Server): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), LIMITS.drainTimeoutMs);
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeIdleConnections();
  });
  clearTimeout(cut);
}

/** A signal may come twice, from the terminal and from the launcher: the work is done once. */
function stopOnce(work: () => Promise<void>, log: Logger): (signal: string) => void {
  let stopping = false;
  return (signal) => {
    if (stopping) return;
    stopping = true;
    say('Stopping: running work may end first.');
    log.info('stop.begun', { signal });
    work().then(
      () => process.exit(0),
      (error) => fail(error),
    );
  };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(error: unknown): never {
  const text =
    error instanceof AppError
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : 'unknown error';
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

main().catch(fail);
