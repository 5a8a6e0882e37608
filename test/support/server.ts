import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Engines } from '../../models/ports.ts';
import { createKey, type NewKey } from '../../server/access/keys.ts';
import { createApp } from '../../server/app.ts';
import type { Appliance } from '../../server/appliance/appliance.ts';
import { type Config, loadConfig } from '../../server/appliance/config.ts';
import { createCaptureApp } from '../../server/capture-app.ts';
import type { Policy } from '../../server/checks/policy.ts';
import { openAppliance } from '../../server/context.ts';
import type { Machine } from '../../server/lan/machine.ts';
import { type Clock, systemClock } from '../../server/lib/clock.ts';
import { HTTP_OPTIONS } from '../../server/lib/http-options.ts';
import { createLogger } from '../../server/lib/log.ts';
import type { SecurityLogTimes } from '../../server/security-log/outlet.ts';
import type { Here } from '../../server/updates/plan.ts';
import type { HandOver } from '../../server/updates/updates.ts';
import { type Outbound, systemOutbound } from '../../server/webhooks/webhooks.ts';
import { checkAnswer } from './checked-answer.ts';
import { emptyDatabase } from './database.ts';
import { fakeEngines } from './fake-engines.ts';
import { tempFolder } from './folder.ts';
import { assertInvariants } from './invariants.ts';
import { writeSmallList } from './lists.ts';
import { type CountedPasswords, countedPasswords } from './passwords.ts';

export interface TestServer {
  baseUrl: string;
  /** A live key with every scope. */
  key: string;
  appliance: Appliance;
  /** Every logged line. */
  logged: string[];
  /** `fetch` with the live key, unless `authorization` says otherwise. Throws if the OpenAPI document does not describe the answer. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  makeKey(input?: Partial<NewKey>): string;
  /** Resolves when no job runs or waits. */
  settle(): Promise<void>;
  /** Ends at once and abandons running work. A given folder stays. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface TestServerOptions {
  engines?: Engines;
  clock?: Clock;
  config?: Partial<Config>;
  /** The newest policy by default. */
  policy?: Policy;
  /** How passwords are hashed; by default in this thread at the lowest cost. */
  passwords?: CountedPasswords;
  /** The names and addresses of this machine; by default its real ones. */
  machine?: Machine;
  /** Which program it is, and what installs an installer of the desktop app. */
  here?: Here;
  handOver?: HandOver;
  /** How it reaches other machines. By default it uses the real sender, and only the name `localhost` is known. */
  outbound?: Partial<Outbound>;
  /** How long the security log waits for receivers; shortly by default. */
  securityLogTimes?: Partial<SecurityLogTimes>;
  /** How many bytes may wait for a hub. */
  uplink?: { waitingBytesMax: number };
  /** The folder of the data and the master key, for a start after a stop. By default a new one, removed at the end. */
  folder?: string;
  /** Loads the small list of fictitious people; true by default. */
  list?: boolean;
  /** Options of its server, which override the appliance's. */
  http?: ServerOptions;
  /** False: jobs wait until `appliance.runner.start()`. */
  start?: boolean;
}

/**
 * A whole appliance on a temporary folder and a free port, with fake engines by default. At the end it asserts the invariants and removes the folder.
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const folder = options.folder === undefined ? tempFolder() : { path: options.folder, [Symbol.dispose]: () => {} };
  const config = { ...testConfig(folder.path), ...options.config };
  placeEmptyDatabase(config.dataDir);
  const logged: string[] = [];
  const clock = options.clock ?? systemClock;
  const log = createLogger(clock, (line) => logged.push(line));
  const { engines = fakeEngines(), machine, policy, passwords = countedPasswords() } = options;
  const outbound = { ...systemOutbound, lookup: lookupLocalhost, ...options.outbound };
  const appliance = await openAppliance(config, {
    clock,
    log,
    engines,
    passwords,
    outbound,
    securityLogTimes: options.securityLogTimes ?? { settleMs: 0, connectMs: 2_000, stallMs: 1_000, closeMs: 2_000 },
    ...(policy && { policy }),
    ...(options.uplink && { uplink: options.uplink }),
    ...(options.here && { here: options.here }),
    ...(options.handOver && { handOver: options.handOver }),
    ...(machine && { machine }),
  });
  await appliance.engines.warm();
  if (options.list !== false) {
    await appliance.lists.importList({ paths: [writeSmallList(folder.path)], code: 'small' }, 'system');
  }
  const { app, dress, closeStreams } = createApp(appliance);
  const server = createServer({ ...HTTP_OPTIONS, ...options.http }, app);
  dress(server);
  // Client and server share one process. After a long computation the client could reuse a connection that the server closes as idle.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { port } = server.address() as AddressInfo;
  await appliance.lan.start(app, port, dress);
  const applicants = createCaptureApp(appliance);
  await appliance.lan.capture.start(applicants.app, port, applicants.dress);
  const makeKey = (input: Partial<NewKey> = {}): string =>
    createKey(appliance.access, { label: 'test', livemode: true, scopes: 'all', actor: 'system', ...input }).secret;
  const key = makeKey();
  if (options.start !== false) {
    appliance.runner.start();
    appliance.webhooks.start((server.address() as AddressInfo).port);
  }
  let ended = false;
  const stop = async (): Promise<void> => {
    ended = true;
    closeStreams();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await appliance.close(0);
    folder[Symbol.dispose]();
  };
  return {
    baseUrl,
    key,
    appliance,
    logged,
    async fetch(path, init = {}) {
      const headers = { authorization: `Bearer ${key}`, ...init.headers };
      const answer = await fetch(`${baseUrl}${path}`, { ...init, headers });
      await checkAnswer(init.method ?? 'GET', path, answer.clone());
      return answer;
    },
    makeKey,
    async settle() {
      await appliance.runner.settle();
      await appliance.rescreener.run();
    },
    stop,
    async [Symbol.asyncDispose]() {
      if (ended) return;
      try {
        if (options.start !== false) await appliance.runner.settle();
        await assertInvariants(appliance);
        expect(readdirSync(join(config.dataDir, 'incoming')), 'uploads were left behind').toEqual([]);
      } finally {
        await stop();
      }
    },
  };
}

/** A new appliance starts on a migrated database: the migrations are a third of the time of a start. */
function placeEmptyDatabase(dataDir: string): void {
  if (existsSync(dataDir)) return;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, 'custos.db'), emptyDatabase(), { mode: 0o600 });
}

/** No test queries a name server. */
async function lookupLocalhost(hostname: string): Promise<string[]> {
  if (hostname === 'localhost') return ['127.0.0.1'];
  throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
}

/** The configuration of an appliance with its data and master key in `folder`. */
export function testConfig(folder: string): Config {
  const env = { CUSTOS_DATA_DIR: join(folder, 'data'), CUSTOS_MASTER_KEY_FILE: join(folder, 'master.key') };
  return { ...loadConfig(env, () => null), port: 0, listsDir: tmpdir() };
}
