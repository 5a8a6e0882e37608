import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from './app.ts';
import type { Appliance } from './appliance/appliance.ts';
import { createCaptureApp } from './capture-app.ts';
import { openAppliance } from './context.ts';
import { serveControl } from './control.ts';
import { findShell, followAppliance, handOverTo, tellFailure, tellFolders } from './desktop.ts';
import { keyKeeper } from './desktop-key.ts';
import { type ShellLink, StoppedByShell } from './desktop-link/link.ts';
import { explainFailure, hostSurroundings, readHostConfig } from './host.ts';
import { begun, startAll, stopAll } from './lib/components.ts';
import { refuseDumps } from './lib/dumps.ts';
import { guardEgress } from './lib/egress.ts';
import { AppError } from './lib/errors.ts';
import { HTTP_OPTIONS } from './lib/http-options.ts';
import { LIMITS } from './lib/limits.ts';
import type { Logger } from './lib/log.ts';
import { takeRightsOf } from './lib/rights.ts';
import { followInbox } from './screening/inbox.ts';
import { giveBackAtRest } from './spare-memory.ts';

/** The appliance as a separate process: `npm start` runs it headless, and the desktop shell forks it. */
async function main(shell: ShellLink | null): Promise<void> {
  const config = readHostConfig();
  // If root starts it on a service's data, it would otherwise leave files that the service cannot read.
  takeRightsOf(config.dataDir);
  if (shell) tellFolders(shell, config);
  const surroundings = hostSurroundings(config);
  const { log } = surroundings;
  endOnBug(log);
  let opened: Appliance | null = null;
  guardEgress((host, port) => {
    log.warn('egress.denied', { host });
    opened?.egress.note({ host, port, allowed: false, why: 'no_connections' });
  });
  const appliance = await openAppliance(config, {
    ...surroundings,
    start: 'until_confirmed',
    ...(shell ? { keyKeeper: keyKeeper(shell), handOver: handOverTo(shell) } : {}),
  }).catch((error: unknown) => {
    log.error('start.failed', {}, error);
    throw error;
  });
  opened = appliance;
  // Before anything else can fail: the key exists now and would never be shown again.
  if (appliance.firstKey) {
    if (shell) shell.tell({ kind: 'first_key', key: appliance.firstKey });
    else say(`API key (shown only once, keep it): ${appliance.firstKey}`);
  }
  const { app, dress, readiness, closeStreams } = createApp(appliance, shell?.windowToken);
  const server = createServer(HTTP_OPTIONS, app);
  dress(server);
  server.maxConnections = LIMITS.connectionsMax;
  tellRefused(server, log);
  const address = await listen(server, config.port, config.host).catch(async (error: unknown) => {
    await appliance.close(0);
    throw error;
  });
  // Still in the turn in which it began to listen: no request has been read.
  appliance.confirmStart();
  giveBackAtRest();
  const components = appliance.components([
    { name: 'server', takesWork: true, stop: () => closeServer(server, closeStreams) },
    begun(
      'control',
      () => serveControl(appliance),
      (it) => it.close(),
    ),
    { name: 'announcement', start: () => announce(appliance, address, shell) },
    ...(shell
      ? [
          begun(
            'shell',
            () => followAppliance(shell, appliance, readiness),
            (it) => it.stop(),
          ),
        ]
      : []),
    // An import that is interrupted by a stop runs again after the next start.
    begun(
      'inbox',
      () => followInbox({ ...appliance, otherLists: appliance.trustLists }),
      (it) => it.stop(),
    ),
  ]);
  let stopping = false;
  const stop = stopOnce(async () => {
    stopping = true;
    await stopAll(components, LIMITS.drainTimeoutMs);
  }, log);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
  shell?.onStop(() => stop('shell'));
  // If stopped during the start, a component that begins now would find the databases closed.
  const applicants = createCaptureApp(appliance);
  await startAll(components, { app, port: address.port, dress, applicants }, () => !stopping);
  if (stopping) return;
  for (const { engine, state, problem } of appliance.engines.states()) {
    if (state === 'failed') say(`The engine "${engine}" does not work: ${problem ?? 'no reason given'}`);
  }
  say('The engines are loaded. Press Ctrl-C to stop.');
}

function announce(appliance: Appliance, address: AddressInfo, shell: ShellLink | null): void {
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  const url = `http://${host}:${address.port}`;
  say(`Custos is running at ${url}`);
  announceOffice(appliance);
  say(`Data folder: ${appliance.config.dataDir}`);
  if (appliance.config.listsInbox !== null) say(`Lists from:  ${appliance.config.listsInbox}`);
  const { masterKey } = appliance.config;
  if (masterKey.kind === 'file') say(`Master key:  ${masterKey.path} (back it up: no record can be read without it)`);
  const setupCode = appliance.config.showSecrets ? appliance.openSetup() : null;
  if (setupCode && shell) shell.tell({ kind: 'setup_code', code: setupCode });
  else if (setupCode) say(`Setup code for the first administrator (valid once, until the next start): ${setupCode}`);
  shell?.tell({ kind: 'listening', url });
  appliance.log.info('start.listening', { port: address.port });
}

/** Prints what other machines of the office network need to find it, and what prevents that. */
function announceOffice({ lan }: Appliance): void {
  const { on, urls, certificate } = lan.state();
  const applicants = lan.capture.state();
  if (on) say(`Office network: ${urls.join(' ')} (certificate ${certificate?.fingerprint ?? 'none'})`);
  if (applicants.on) say(`Applicants: ${applicants.urls.map((url) => `${url}/kiosk`).join(' ')}`);
  for (const { message } of lan.warnings()) say(message);
}

/** Logs refused connections, many in one line, so a flood does not fill the log. */
function tellRefused(server: Server, log: Logger): void {
  let count = 0;
  const tell = (): void => {
    log.warn('connections.refused', { count });
    count = 0;
  };
  server.on('drop', () => {
    count += 1;
    if (count === 1) setTimeout(tell, LIMITS.connectionsRefusedToldMs).unref();
  });
}

function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, port, host)));
    server.listen(port, host, () => resolve(server.address() as AddressInfo));
  });
}

function cannotListen(error: NodeJS.ErrnoException, port: number, host: string): AppError {
  if (error.code === 'EADDRINUSE') {
    return new AppError(
      'port_taken',
      `Port ${port} is in use. Set CUSTOS_PORT to another port, or to 0 for any free port.`,
      error,
    );
  }
  const detail = `Custos cannot listen on ${host}, port ${port} (${error.code}). Check CUSTOS_HOST and CUSTOS_PORT.`;
  return new AppError('invalid_configuration', detail, error);
}

/** Lets running requests finish; closes what is still open after the drain time. */
async function closeServer(server: Server, closeStreams: () => void): Promise<void> {
  closeStreams();
  const cut = setTimeout(() => server.closeAllConnections(), LIMITS.drainTimeoutMs);
  // A busy connection ends with its answer, not after an idle time.
  server.keepAliveTimeout = 1;
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeIdleConnections();
  });
  clearTimeout(cut);
}

/**
 * An unexpected error ends the process, and its supervisor restarts it: everything promised is on disk, and the next start continues from there.
 * Only the log gets the error, without its message, which may contain input.
 */
function endOnBug(log: Logger): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.error('process.failed', { kind: event }, error);
      process.stderr.write(
        'Custos failed and is stopping. See the log in the data folder for the cause, then start Custos again.\n',
      );
      process.exit(1);
    });
  }
  // The reader of this output may close it; the process continues.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
}

/** A signal may arrive twice, from the terminal and from the launcher; the work is done once. */
function stopOnce(work: () => Promise<void>, log: Logger): (signal: string) => void {
  let stopping = false;
  return (signal) => {
    if (stopping) return;
    stopping = true;
    say('Stopping after the work in progress ends.');
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
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exit(1);
}

async function run(): Promise<void> {
  let shell: ShellLink | null = null;
  try {
    shell = await findShell(process.env);
    await main(shell);
  } catch (error) {
    if (error instanceof StoppedByShell) process.exit(0);
    if (shell) await tellFailure(shell, error);
    fail(error);
  }
}

refuseDumps();
void run();
