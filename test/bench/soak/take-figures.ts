import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Db, openReadOnly } from '../../../server/db/open.ts';
import type { EntryProcess } from '../../support/entry/entry-process.ts';
import { memoryOf, threadsOf } from '../process-usage.ts';
import type { Figures } from './growth.ts';

const MIB = 1024 * 1024;

/** Figures of a server at rest. NaN means that the system does not report a value. */
export async function takeFigures(server: EntryProcess, folder: string): Promise<Figures> {
  // The delay covers the days before; the memory is taken after garbage collection.
  const { delayP99Ms } = await server.figures();
  const inner = await server.figures();
  const { Timeout: timers = 0, Immediate: _now, ...held } = inner.resources;
  const dataDir = join(folder, 'data');
  const rows = countRows(join(dataDir, 'custos.db'));
  return {
    rssMib: memoryOf(server.pid)?.nowMib ?? Number.NaN,
    heapMib: inner.heapMib,
    externalMib: inner.externalMib,
    openFiles: entriesOf(`/proc/${server.pid}/fd`),
    threads: threadsOf(server.pid).length || Number.NaN,
    handles: Object.values(held).reduce((sum, n) => sum + n, 0),
    timers,
    delayP99Ms,
    walMib: (sizeOf(join(dataDir, 'custos.db-wal')) + sizeOf(join(dataDir, 'keys.db-wal'))) / MIB,
    leftovers: entriesOf(join(folder, 'tmp')) + entriesOf(join(dataDir, 'incoming')),
    kibPerRecord: treeBytes(dataDir) / 1024 / Math.max(1, rows['verifications'] ?? 0),
    rows,
  };
}

function entriesOf(folder: string): number {
  try {
    return readdirSync(folder).length;
  } catch {
    return Number.NaN;
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Bytes of all files except the log, which has its own size limit and rotation. */
function treeBytes(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !path.startsWith(join(folder, 'logs'))) bytes += sizeOf(path);
  }
  return bytes;
}

function countRows(path: string): Record<string, number> {
  const db: Db = openReadOnly(path);
  try {
    const tables = db
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .pluck();
    return Object.fromEntries(
      (tables.all() as string[])
        .sort()
        .map((table) => [table, Number(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get())]),
    );
  } finally {
    db.close();
  }
}
