import { setImmediate as nextTurn } from 'node:timers/promises';
import { checkNotToCome, checkUnchanged, fileFault } from '../../datasets/faults.ts';
import { inspectListFile } from '../../datasets/inspect.ts';
import { contentHash, nameDataset } from '../../datasets/naming.ts';
import { checkOptions, type DatasetOptions } from '../../datasets/options.ts';
import { createMeter, type ProgressMeter } from '../../datasets/progress.ts';
import type { Db } from '../../db/open.ts';
import { transact } from '../../db/transact.ts';
import type { Clock } from '../../lib/clock.ts';
import type { NewId } from '../../lib/ids.ts';
import { LIMITS } from '../../lib/limits.ts';
import { countOrphan, type ListFormat, type ListReading } from '../formats/format.ts';
import { type StagedVersion, stageVersion } from '../store/stage.ts';
import { findVersion, setImportedAt, setPublishedAt } from '../store/versions.ts';
import type { EntityType, ListEntry, ListVersion } from '../types.ts';
import { recogniseFormat } from './recognise.ts';

/** Increases when the same file would produce different entries than before, so that it can be imported again. */
const IMPORTER_VERSION = 5;

/** A version with all its entries, ready for activation. */
export interface StagedList {
  id: string;
  code: string;
  name: string;
  /** False if this same content was already stored. */
  created: boolean;
  /** Must be called inside the transaction that activates it. Until then it is invisible. */
  finish(): void;
}

/**
 * Reads the files of one list and stores its entries, still invisible, in small transactions with pauses, so that the event loop
 * stays free. If this same content is already stored, nothing is read. Throws `list_invalid` with the file, the line and the
 * reason, and `invalid_request` for a bad option. The caller must discard what was stored until then.
 */
export async function stageList(
  deps: { db: Db; clock: Clock; newId: NewId },
  options: DatasetOptions,
  actor: string,
): Promise<StagedList> {
  checkOptions(options, deps.clock, 'list file');
  const meter = createMeter(await Promise.all(options.paths.map(inspectListFile)), deps.clock, options.onProgress);
  const format = recogniseFormat(meter.files, options.columns);
  const identity = nameDataset(options, format.list, meter.files);
  const fileHashes = meter.files.map((file) => file.sha256).sort();
  const key = {
    code: identity.code,
    contentHash: contentHash(fileHashes, options.columns),
    importerVersion: IMPORTER_VERSION,
  };
  const known = findVersion(deps.db, key);
  if (known) {
    const finish = (): void => confirm(deps, known, options.publishedAt);
    return { id: known.id, ...identity, created: false, finish };
  }
  const id = deps.newId('lst');
  const version = { ...key, ...identity, id, fileHashes, format: format.id, importedAtMs: deps.clock.now() };
  const finish = await readAll(deps, { ...version, importedBy: actor }, format, meter, options);
  return { id, ...identity, created: true, finish };
}

/** Records that content that is already stored was imported again: a list without a date is as old as its last import. */
function confirm({ db, clock }: { db: Db; clock: Clock }, version: ListVersion, publishedAt: string | undefined): void {
  if (publishedAt !== undefined) setPublishedAt(db, version.id, publishedAt);
  else if (version.publishedAt === null) setImportedAt(db, version.id, clock.now());
}

/** Stores all entries and returns what completes the version. */
async function readAll(
  { db, clock, newId }: { db: Db; clock: Clock; newId: NewId },
  version: StagedVersion,
  format: ListFormat,
  meter: ProgressMeter,
  options: DatasetOptions,
): Promise<() => void> {
  const reading: ListReading = { publishedAt: null, recordsDeclared: null, orphans: {} };
  const types: Partial<Record<EntityType, number>> = {};
  const counts = { entries: 0, names: 0 };
  const job = { reading, onRow: meter.onRow, ...(options.columns === undefined ? {} : { columns: options.columns }) };
  const stage = transact(db, () => stageVersion(db, version, newId));
  const add = (entry: ListEntry): void => {
    if (!stage.add(entry)) {
      countOrphan(reading, 'repeated');
      return;
    }
    counts.entries += 1;
    counts.names += entry.names.length;
    types[entry.type] = (types[entry.type] ?? 0) + 1;
    meter.onEntry();
  };
  await inChunks(db, format.read(meter.files, job), add);
  options.onProgress?.(meter.state());
  await checkUnchanged(meter.files);
  if (counts.entries === 0) throw fileFault(meter.files, 'it contains no entry. The active list stays as it is.');
  const publishedAt = options.publishedAt ?? reading.publishedAt;
  checkNotToCome(meter.files, publishedAt, clock.now());
  const { orphans, recordsDeclared } = reading;
  return () => stage.finish({ ...counts, types, publishedAt, orphans, recordsDeclared });
}

/** Adds the entries a few hundred at a time, each batch in one transaction, and yields to other work in between. */
async function inChunks(db: Db, entries: AsyncIterable<ListEntry>, add: (entry: ListEntry) => void): Promise<void> {
  let chunk: ListEntry[] = [];
  const flush = async (): Promise<void> => {
    transact(db, () => {
      chunk.forEach(add);
    });
    chunk = [];
    await nextTurn();
  };
  for await (const entry of entries) {
    chunk.push(entry);
    if (chunk.length >= LIMITS.listChunkEntries) await flush();
  }
  await flush();
}
