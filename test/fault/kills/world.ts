import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Config, loadConfig } from '../../../server/appliance/config.ts';
import { must } from '../../../server/lib/assert.ts';
import { tempFolder } from '../../support/folder.ts';
import { assertInvariants } from '../../support/invariants.ts';
import { seededRandom } from '../../support/random.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../support/server.ts';
import { type Call, callerOf, KEY } from './caller.ts';

/** A folder with the data of one scenario, and the appliance that runs on it in this process between two killed ones. */
export class World implements AsyncDisposable {
  readonly #folder = tempFolder();
  #server: TestServer | null = null;
  #call: Call | null = null;
  readonly #more: Record<string, string>;
  /** Starts of this process and of children, whether or not they reached their end. */
  starts = 0;

  /** For random choices of a scenario. */
  readonly random: () => number;

  /** @param more settings, for the appliances of this process and for children */
  constructor(seed: number, more: Record<string, string> = {}) {
    this.random = seededRandom(seed);
    this.#more = more;
    mkdirSync(this.at('lists'));
    mkdirSync(this.at('tmp'));
  }

  at(...names: string[]): string {
    return join(this.#folder.path, ...names);
  }

  get env(): Record<string, string> {
    return {
      CUSTOS_DATA_DIR: this.at('data'),
      CUSTOS_MASTER_KEY_FILE: this.at('master.key'),
      CUSTOS_LISTS_DIR: this.at('lists'),
      CUSTOS_BACKUP_DIR: this.at('backups'),
      CUSTOS_BACKUP_KEYS_DIR: this.at('backup-keys'),
      CUSTOS_BACKUP_KEEP: '5',
      CUSTOS_API_KEY: KEY,
      CUSTOS_PORT: '0',
      TMPDIR: this.at('tmp'),
      ...this.#more,
    };
  }

  get config(): Config {
    return { ...loadConfig(this.env, () => null), requestsPerMinute: 1_000_000, createsPerMinute: 1_000_000 };
  }

  get server(): TestServer {
    return must(this.#server, 'an appliance runs');
  }

  get call(): Call {
    return must(this.#call, 'an appliance runs');
  }

  /** Starts an appliance in this process, as the next start does. It processes no job before `settle`. */
  async open(options: TestServerOptions = {}): Promise<void> {
    const isFirst = this.starts === 0;
    this.starts += 1;
    const lookup = async (): Promise<string[]> => ['127.0.0.1'];
    this.#server = await startTestServer({
      folder: this.#folder.path,
      list: isFirst,
      start: false,
      config: this.config,
      outbound: { lookup, random: () => 0 },
      ...options,
    });
    this.#call = callerOf(Number(new URL(this.server.baseUrl).port));
  }

  /** Works until nothing waits. */
  async settle(): Promise<void> {
    const { appliance, baseUrl } = this.server;
    appliance.runner.start();
    appliance.webhooks.start(Number(new URL(baseUrl).port));
    await this.server.settle();
    await appliance.lists.settled();
    await appliance.webhooks.settle();
  }

  /** What must hold after any start, before and after it processed the jobs that were left. */
  async assertWhole(): Promise<void> {
    await assertInvariants(this.server.appliance);
    expect(readdirSync(join(this.config.dataDir, 'incoming')), 'uploads were left behind').toEqual([]);
  }

  rows(sql: string, ...values: unknown[]): unknown[] {
    return this.server.appliance.db
      .prepare(sql)
      .raw()
      .all(...values);
  }

  /** The first column of a query that returns one row. */
  value(sql: string, ...values: unknown[]): unknown {
    return this.server.appliance.db
      .prepare(sql)
      .pluck()
      .get(...values);
  }

  async close(): Promise<void> {
    await this.#server?.stop();
    this.#server = null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
    this.#folder[Symbol.dispose]();
  }
}
