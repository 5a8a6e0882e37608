import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { findPostgres, startPostgres } from '../../server/hub/db/local-postgres.ts';
import { migrateHub } from '../../server/hub/db/migrate.ts';
import { HUB_MIGRATIONS } from '../../server/hub/db/migrations/all.ts';
import { openPool } from '../../server/hub/db/pool.ts';
import { transact } from '../../server/hub/db/transact.ts';
import { type Hub, openHub } from '../../server/hub/open.ts';
import { type RecordFilter, searchRecords } from '../../server/hub/record-search.ts';
import { listenForBranches } from '../../server/hub/wire/listener.ts';
import { must } from '../../server/lib/assert.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { createIds } from '../../server/lib/ids.ts';
import { createLogger } from '../../server/lib/log.ts';
import { NO_HEAD, nextHead } from '../../server/parcel/entries.ts';
import { tempFolder } from '../support/folder.ts';
import { addRecord, enrolBranch, parcelOf, type TestBranch } from '../support/hub/branch.ts';
import { seededRandom } from '../support/random.ts';
import { fillRecords } from './hub/fill-records.ts';
import type { SendOrder, Sent } from './hub/senders.ts';
import { quantile, round } from './statistics.ts';

const SENDERS = fileURLToPath(new URL('hub/senders.ts', import.meta.url));
/** Entries of one branch in a week, and of a parcel. */
const WEEK_ENTRIES = 16_800;
const PARCEL_ENTRIES = 100;
const TARGETS = { entriesPerSecond: 2_000, receiptMsP95: 200, pageMsP95: 50, fairnessMin: 0.5 };
const PAGES = 1_000;
const PAGE_ROWS = 50;

/**
 * Measures a hub beside a durable PostgreSQL on this machine, with simulated branches in a process of their own. Prints a table and, as its last line, one
 * JSON object. Exits with 1 if a target is missed.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      branches: { type: 'string', default: '500' },
      /** The part of a week's backlog that is sent. */
      share: { type: 'string', default: '0.1' },
      records: { type: 'string', default: '10000000' },
      folder: { type: 'string', default: tmpdir() },
      seed: { type: 'string', default: '1' },
      /** The name of a PostgreSQL contains this text. */
      postgres: { type: 'string', default: '' },
    },
  });
  const [branchCount, share, records] = [Number(values.branches), Number(values.share), Number(values.records)];
  process.env['TMPDIR'] = values.folder;
  using folder = tempFolder();
  // PostgreSQL may run as another user, who must reach its own folder in this one.
  chmodSync(folder.path, 0o711);
  const program = must(
    findPostgres().find(({ name }) => name.includes(values.postgres)),
    'there is a PostgreSQL',
  );
  const postgres = await startPostgres({ folder: join(folder.path, 'pg'), program });
  const log = createLogger(systemClock, (line) => console.error(line));
  const pool = openPool(
    postgres.url,
    createLogger(systemClock, () => {}),
  );
  try {
    await migrateHub(pool, HUB_MIGRATIONS);
    const newId = createIds(systemClock);
    const hub = await openHub({
      pool,
      keysFolder: join(folder.path, 'keys'),
      readMasterKey: () => randomBytes(32),
      clock: systemClock,
      newId,
      log: { ...log, info: () => {} },
    });
    say(`${program.name}, ${branchCount} branches`);
    const backlog = Math.max(1, Math.round((WEEK_ENTRIES * share) / PARCEL_ENTRIES));
    const parcelsFolder = join(folder.path, 'parcels');
    mkdirSync(parcelsFolder);
    const branches: TestBranch[] = [];
    for (let at = 0; at < branchCount; at++) branches.push(await enrolBranch(hub, `Branch ${at}`));
    // Two warm up, six are sent at a pace.
    const rounds = { warm: 1, paced: 4, backlog };
    const total = rounds.warm + rounds.paced + rounds.backlog;
    for (const branch of branches) await sealParcels(branch, total, parcelsFolder);
    say(`  sealed: ${branchCount * total} parcels of ${PARCEL_ENTRIES} entries`);

    const listener = await listenForBranches(hub, { address: '127.0.0.1', port: 0 }, ['127.0.0.1']);
    const send = (first: number, parcels: number, perSecond: number | null): Promise<Sent> =>
      runSenders(folder.path, {
        port: listener.place.port,
        ca: hub.keys.ca.chain,
        folder: parcelsFolder,
        branches: branches.map(({ id, certificate }) => ({ id, ...certificate, first, parcels })),
        perSecond,
      });
    await send(0, rounds.warm, null);
    const paced = await send(rounds.warm, rounds.paced, TARGETS.entriesPerSecond / PARCEL_ENTRIES);
    const drained = await send(rounds.warm + rounds.paced, rounds.backlog, null);
    await listener.close(1_000);
    const entries = branchCount * rounds.backlog * PARCEL_ENTRIES;
    const entriesPerSecond = entries / (drained.endMs / 1000);
    const result = {
      entriesPerSecond: Math.round(entriesPerSecond),
      receiptMsP50: round(quantile(paced.latenciesMs, 0.5)),
      receiptMsP95: round(quantile(paced.latenciesMs, 0.95)),
      pacedEntriesPerSecond: Math.round((branchCount * rounds.paced * PARCEL_ENTRIES) / (paced.endMs / 1000)),
      backlogEntries: entries,
      backlogSeconds: round(drained.endMs / 1000),
      weekHours: round((branchCount * WEEK_ENTRIES) / entriesPerSecond / 3600),
      fairness: round(fairnessOf(drained)),
      refusals: drained.refusals,
    };
    say(
      `  ingest: ${result.entriesPerSecond} entries/s; ${entries} entries of ${branchCount} branches in ${result.backlogSeconds} s`,
    );
    say(`  a whole week of them (${branchCount * WEEK_ENTRIES} entries) takes ${result.weekHours} h at that speed`);
    say(`  at half time, the slowest branch had ${Math.round(100 * result.fairness)} % of what the fastest had`);
    say(
      `  receipts at ${result.pacedEntriesPerSecond} entries/s: p50 ${result.receiptMsP50} ms, p95 ${result.receiptMsP95} ms`,
    );
    const pages = await measurePages(hub, {
      url: postgres.urlOf('custos', 'postgres'),
      branches: branches.map(({ id }) => id),
      records,
      seed: Number(values.seed),
    });
    for (const [name, { p50, p95 }] of Object.entries(pages.byKind))
      say(`  page, ${name}: p50 ${p50} ms, p95 ${p95} ms`);
    const missed = [
      ...(result.entriesPerSecond < TARGETS.entriesPerSecond ? ['entries/s'] : []),
      ...(result.receiptMsP95 > TARGETS.receiptMsP95 ? ['p95 of receipts'] : []),
      ...(result.fairness < TARGETS.fairnessMin ? ['fairness'] : []),
      ...(pages.p95 > TARGETS.pageMsP95 ? ['p95 of pages'] : []),
    ];
    for (const name of missed) say(`MISSED: ${name}`);
    console.log(JSON.stringify({ ...result, records, pageMsP50: pages.p50, pageMsP95: pages.p95, missed }));
    if (missed.length > 0) process.exitCode = 1;
  } finally {
    await pool.end();
    await postgres.stop();
  }
}

const say = (line: string): void => console.log(line);

/** Seals parcels with three entries for each record, as a verification causes, and writes them beside the senders. */
async function sealParcels(branch: TestBranch, count: number, folder: string): Promise<void> {
  let record = 0;
  while (branch.entries.length < count * PARCEL_ENTRIES) {
    const id = `ver_${branch.id.slice(-12)}${String(record++).padStart(8, '0')}`;
    for (const state of ['processing', 'processing', 'approved']) addRecord(branch, id, { state });
  }
  let head = NO_HEAD;
  for (let at = 0; at < count; at++) {
    const first = at * PARCEL_ENTRIES + 1;
    const about = { prev_head: head, receipts_through: first - 1 };
    writeFileSync(join(folder, `${branch.id}-${at}`), await parcelOf(branch, { first, about }));
    head = branch.entries.slice(first - 1, first - 1 + PARCEL_ENTRIES).reduce(nextHead, head);
  }
  // Hundreds of branches with thousands of entries would take gigabytes.
  branch.entries = [];
  branch.audit = [];
}

async function runSenders(folder: string, order: SendOrder): Promise<Sent> {
  const file = join(folder, 'order.json');
  writeFileSync(file, JSON.stringify(order));
  const { stdout } = await promisify(execFile)(process.execPath, [SENDERS, file], { maxBuffer: 2 ** 28 });
  return JSON.parse(stdout) as Sent;
}

/** Returns the progress of the slowest branch at half time, as a part of that of the fastest. */
function fairnessOf({ doneMs, endMs }: Sent): number {
  const done = doneMs.map((times) => times.filter((time) => time <= endMs / 2).length);
  return Math.min(...done) / Math.max(...done);
}

interface Pages {
  p50: number;
  p95: number;
  byKind: Record<string, { p50: number; p95: number }>;
}

/** Measures pages of the records across branches, by each filter in turn, the first page or one further down. */
async function measurePages(
  hub: Hub,
  { url, branches, records, seed }: { url: string; branches: readonly string[]; records: number; seed: number },
): Promise<Pages> {
  const untilMs = Date.now();
  const random = seededRandom(seed);
  const [beginMs, oneOf] = [
    performance.now(),
    <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T,
  ];
  await transact(hub.pool, 'all', (tx) => tx.query('DELETE FROM records'));
  await fillRecords(url, branches, records, untilMs);
  say(`  filled: ${records} records in ${Math.round((performance.now() - beginMs) / 1000)} s`);
  const kinds: Record<string, () => { filter: RecordFilter; few?: boolean }> = {
    all: () => ({ filter: {} }),
    'one branch': () => ({ filter: { branch: oneOf(branches) } }),
    'a state': () => ({ filter: { state: oneOf(['approved', 'rejected', 'needs_review']) } }),
    'a reason': () => ({ filter: { reason: oneOf(['face_mismatch', `reason_${Math.floor(random() * 23)}`]) } }),
    'a rare reason': () => ({ filter: { reason: 'rare_reason' } }),
    'an id': () => ({
      filter: {
        id: `ver_${Math.floor(random() * records)
          .toString(16)
          .padStart(26, '0')}`,
      },
    }),
    'before a time': () => ({ filter: { changedToMs: untilMs - Math.floor(random() * records) * 60 } }),
    'a branch and a state': () => ({ filter: { branch: oneOf(branches), state: 'rejected' } }),
    'three branches and a reason': () => ({ filter: { reason: 'face_mismatch' }, few: true }),
    'three branches': () => ({ filter: {}, few: true }),
  };
  const times: Record<string, number[]> = {};
  for (let at = 0; at < PAGES; at++) {
    const [name, make] = oneOf(Object.entries(kinds));
    const { filter, few } = make();
    const reach = few ? [oneOf(branches), oneOf(branches), oneOf(branches)] : 'all';
    let after: string | undefined;
    for (let page = 0; page < 2; page++) {
      const startMs = performance.now();
      const { next } = await transact(hub.pool, reach, (tx) =>
        searchRecords(tx, reach, filter, { limit: PAGE_ROWS, after }),
      );
      times[name] = [...(times[name] ?? []), performance.now() - startMs];
      if (next === null) break;
      after = next;
    }
  }
  const all = Object.values(times).flat();
  const of = (samples: number[]) => ({ p50: round(quantile(samples, 0.5)), p95: round(quantile(samples, 0.95)) });
  return {
    ...of(all),
    byKind: Object.fromEntries(Object.entries(times).map(([name, samples]) => [name, of(samples)])),
  };
}

await main();
