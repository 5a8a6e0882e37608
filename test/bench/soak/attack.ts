import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { LIMITS } from '../../../server/lib/limits.ts';
import { type EntryProcess, startEntry } from '../../support/entry/entry-process.ts';
import { tempFolder } from '../../support/folder.ts';
import { memoryOf } from '../process-usage.ts';
import { median } from '../statistics.ts';

/** The appliance's promises during an attack, and the time afterwards until everything must be back to normal. */
const ANSWER_MS_MAX = 500;
const MORE_MIB_MAX = 300;
const BACK_MIB_MAX = 100;
const REST_MS = 60_000;
const WATCH_EVERY_MS = 100;
/** Added to the time after which every such connection is cut off. */
const BEYOND_MS = 10_000;

const REFERENCE = 'GET /v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** Each attack opens this many connections that send something, and neither reads from one nor ends one. */
const ATTACKS: Readonly<Record<string, { count: number; says: string }>> = {
  'one connection with 1,100 requests for the reference, none read': { count: 1, says: REFERENCE.repeat(1_100) },
  '64 connections with 1,100 requests each, none read': { count: 64, says: REFERENCE.repeat(1_100) },
  '64 connections with 15 requests each, none read': { count: 64, says: REFERENCE.repeat(15) },
  '500 connections with one request each, none read': { count: 500, says: REFERENCE },
  '1,933 connections that never end their headers': { count: 1_933, says: 'GET / HTTP/1.1\r\nHost: localhost\r\nX-' },
};

interface Seen {
  /** Times of the other clients that asked `/healthz` meanwhile. */
  answersMs: number[];
  /** Other clients that were refused because all connections were taken. */
  refused: number;
  peakMib: number;
}

/** Attacks a separate server in each of these ways, and prints what other clients experienced. Returns the number of broken promises. */
export async function attack(): Promise<number> {
  using folder = tempFolder();
  const server = await startEntry({ folder: folder.path });
  await server.ready();
  let broken = 0;
  try {
    // The server makes the document once, which takes some tenths of a second.
    await (await fetch(`${server.base}/v1/openapi.json`)).arrayBuffer();
    for (const [name, how] of Object.entries(ATTACKS)) broken += await one(server, name, how);
  } finally {
    await server.kill();
  }
  return broken;
}

async function one(server: EntryProcess, name: string, how: { count: number; says: string }): Promise<number> {
  const before = memoryMib(server);
  const filesBefore = openFiles(server);
  // The attacker has its own thread, so the other clients do not wait for it.
  const attacker = new Worker(new URL('attacker.ts', import.meta.url), {
    workerData: { port: Number(new URL(server.base).port), ...how },
  });
  await once(attacker, 'online');
  const seen = await watch(server, LIMITS.unreadMs + BEYOND_MS);
  // The attacker has ended none of its connections, and it does not notice the server's end without reading.
  const left = openFiles(server) - filesBefore;
  await attacker.terminate();
  await sleep(REST_MS);
  const after = memoryMib(server);
  const slowest = Math.max(...seen.answersMs);
  const kept = {
    'others are answered in time': slowest <= ANSWER_MS_MAX,
    'memory is bounded': seen.peakMib - before <= MORE_MIB_MAX,
    'memory comes back': after - before <= BACK_MIB_MAX,
    // Connections of the other clients may just have been closed.
    'the connections are closed': left <= 2,
  };
  const failed = Object.entries(kept).flatMap(([promise, isKept]) => (isKept ? [] : [promise]));
  process.stdout.write(
    `${name}: ${seen.answersMs.length} others answered in ${median(seen.answersMs).toFixed(0)} ms (slowest ${slowest.toFixed(0)}), ${seen.refused} more refused, ` +
      `memory ${before.toFixed(0)} MiB before, ${seen.peakMib.toFixed(0)} at most, ${after.toFixed(0)} after; ` +
      `${Math.max(0, left)} of ${how.count} connections left${failed.length > 0 ? `. BROKEN: ${failed.join(', ')}` : ''}\n`,
  );
  return failed.length;
}

/** Observes another client for this time. */
async function watch({ base, pid }: Pick<EntryProcess, 'base' | 'pid'>, ms: number): Promise<Seen> {
  const seen: Seen = { answersMs: [], refused: 0, peakMib: 0 };
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs) {
    const askedMs = performance.now();
    // A new connection each time; it may be refused if there are too many.
    const answered = await fetch(`${base}/healthz`, { headers: { connection: 'close' } }).then(
      (answer) => answer.arrayBuffer().then(() => true),
      () => false,
    );
    if (answered) seen.answersMs.push(performance.now() - askedMs);
    else seen.refused += 1;
    seen.peakMib = Math.max(seen.peakMib, memoryMib({ pid }));
    await sleep(WATCH_EVERY_MS);
  }
  return seen;
}

const memoryMib = ({ pid }: Pick<EntryProcess, 'pid'>): number => memoryOf(pid)?.nowMib ?? Number.NaN;

const openFiles = ({ pid }: EntryProcess): number => readdirSync(`/proc/${pid}/fd`).length;
