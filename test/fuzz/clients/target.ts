import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import sharp from 'sharp';
import { expect } from 'vitest';
import { startApplianceProcess } from '../../support/appliance-process.ts';
import { fakeFile } from '../../support/fake-engines.ts';
import { startTestServer } from '../../support/server.ts';
import { countHandles } from '../held.ts';

/** Queue length: fewer than the uploads that come at the same time. */
const QUEUE_MAX = 30;
const MANY = 1_000_000;

/** An appliance to test with hostile clients. */
export interface ClientTarget extends AsyncDisposable {
  port: number;
  key: string;
  /** A file that the appliance accepts. */
  picture: Buffer;
  /** Whether this is the process that people start, with the real engines. */
  isProcess: boolean;
  /** Its open files and connections; null where the system does not report them. */
  handles(): number | null;
  /** Its peak memory in bytes; null where the system does not report it. */
  memoryPeak(): number | null;
  countRecords(): number;
  /** How many more verifications fit into the queue. */
  roomLeft(): number;
  /** Throws unless each record has its key and its files, and nothing else is left. */
  expectNothingLeft(): void;
  /** Makes its disk look full, where possible. */
  fillDisk: ((full: boolean) => void) | null;
}

/** In this process, with engines that answer immediately. */
export async function startHere(): Promise<ClientTarget> {
  const server = await startTestServer({
    config: { createsPerMinute: MANY, requestsPerMinute: MANY, queueLengthMax: QUEUE_MAX },
  });
  const { appliance } = server;
  const diskFreeBytes = appliance.diskFreeBytes;
  return {
    port: Number(new URL(server.baseUrl).port),
    key: server.key,
    picture: fakeFile({ lines: ['A LETTER'] }),
    isProcess: false,
    handles: () => countHandles(process.pid),
    memoryPeak: () => peakOf(process.pid),
    ...lookedInto(appliance.config.dataDir),
    fillDisk: (full) => {
      appliance.diskFreeBytes = full ? () => 0 : diskFreeBytes;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Started the way `npm start` starts it. */
export async function startProcess(): Promise<ClientTarget> {
  const appliance = await startApplianceProcess({
    CUSTOS_QUEUE_MAX: String(QUEUE_MAX),
    CUSTOS_CREATES_PER_MINUTE: String(MANY),
    CUSTOS_REQUESTS_PER_MINUTE: String(MANY),
  });
  return {
    port: Number(new URL(appliance.base).port),
    key: appliance.key,
    picture: await sharp({ create: { width: 640, height: 640, channels: 3, background: '#777' } })
      .png()
      .toBuffer(),
    isProcess: true,
    handles: () => countHandles(appliance.pid),
    memoryPeak: () => peakOf(appliance.pid),
    ...lookedInto(join(appliance.folder, 'data')),
    fillDisk: null,
    [Symbol.asyncDispose]: () => appliance[Symbol.asyncDispose](),
  };
}

/** Only Linux reports it. */
function peakOf(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  const kibibytes = /^VmHWM:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kibibytes) * 1024;
}

/** Reads the data folder of a running appliance. */
function lookedInto(dataDir: string): Pick<ClientTarget, 'countRecords' | 'roomLeft' | 'expectNothingLeft'> {
  const read = <T>(file: string, use: (db: Database.Database) => T): T => {
    const db = new Database(join(dataDir, file), { readonly: true });
    try {
      return use(db);
    } finally {
      db.close();
    }
  };
  return {
    countRecords: () =>
      read('custos.db', (db) => db.prepare('SELECT count(*) FROM verifications').pluck().get() as number),
    roomLeft: () =>
      QUEUE_MAX -
      read(
        'custos.db',
        (db) => db.prepare("SELECT count(*) FROM jobs WHERE state IN ('queued', 'running')").pluck().get() as number,
      ),
    expectNothingLeft() {
      const ids = read('custos.db', (db) => db.prepare('SELECT id FROM verifications ORDER BY id').pluck().all());
      const jobs = read('custos.db', (db) => db.prepare('SELECT verification_id FROM jobs ORDER BY 1').pluck().all());
      const keys = read('keys.db', (db) =>
        db.prepare('SELECT verification_id FROM data_keys ORDER BY 1').pluck().all(),
      );
      expect(jobs).toEqual(ids);
      expect(keys).toEqual(ids);
      expect(readdirSync(join(dataDir, 'files')).sort()).toEqual(ids);
      expect(readdirSync(join(dataDir, 'incoming')), 'uploads were left behind').toEqual([]);
    },
  };
}
