import { statfsSync } from 'node:fs';
import { checkNotToCome, checkUnchanged, fileFault } from '../../datasets/faults.ts';
import type { ColumnMap } from '../../datasets/file.ts';
import { inspectFile } from '../../datasets/inspect.ts';
import { contentHash, type DatasetName, nameDataset } from '../../datasets/naming.ts';
import { createMeter, type ImportProgress, type ProgressMeter } from '../../datasets/progress.ts';
import { recogniseForm, type SizedFile, unknownForm } from '../../datasets/recognise.ts';
import { atEnd } from '../../lib/at-end.ts';
import type { Clock } from '../../lib/clock.ts';
import { diskFull } from '../../lib/disk-full.ts';
import { LIMITS } from '../../lib/limits.ts';
import { bodsStatements } from '../formats/bods.ts';
import { companiesHouse } from '../formats/companies-house.ts';
import type { RegisterFormat, RegisterReading } from '../formats/format.ts';
import { GLEIF_FORMATS } from '../formats/gleif.ts';
import { plainRegister } from '../formats/plain.ts';
import { pscSnapshot } from '../formats/psc.ts';
import { sirene } from '../formats/sirene.ts';
import { finishVersion, unfinishedPath } from '../store/folder.ts';
import { createRegisterFile, FILE_FORMAT, type RegisterWriter } from '../store/write.ts';
import type { RegisterVersion } from '../types.ts';

/** Increases when the same file would produce different records than before, so that it can be imported again. */
const READERS_VERSION = 1;
const IMPORTER_VERSION = FILE_FORMAT * 1_000 + READERS_VERSION;
/** About ten megabytes of a file. */
const DISK_CHECK_RECORDS = 20_000;

/** The request. Plain data: it goes to another thread. */
export interface RegisterOrder {
  /** The id of the new version. */
  id: string;
  folder: string;
  paths: readonly string[];
  options: { code?: string; name?: string; publishedAt?: string; columns?: ColumnMap; completeFor?: readonly string[] };
  /** By the appliance's clock. */
  nowMs: number;
  /** Versions whose files exist. */
  known: readonly Pick<RegisterVersion, 'id' | 'code' | 'contentHash' | 'importerVersion'>[];
}

/** A version with a complete file, as far as the file and its content define it. */
export type ReadRegister = Pick<
  RegisterVersion,
  | 'id'
  | 'code'
  | 'name'
  | 'format'
  | 'importerVersion'
  | 'contentHash'
  | 'fileHashes'
  | 'publishedAt'
  | 'companies'
  | 'owners'
  | 'completeFor'
  | 'countries'
  | 'skipped'
>;

/** `known`: this same content is already stored, under this version's id, and nothing was read. */
export type RegisterAnswer = { read: ReadRegister } | { known: { id: string; name: string } };

/**
 * Reads the files of one register into a separate file, which is not visible until it is complete. Throws `list_invalid` with the
 * file, the line and the reason. The caller must then remove what is unfinished.
 */
export async function readRegister(
  order: RegisterOrder,
  clock: Clock,
  report: (progress: ImportProgress) => void,
): Promise<RegisterAnswer> {
  const { id, folder, options, paths } = order;
  const inspected = await Promise.all(paths.map((path) => inspectFile(path, LIMITS.registerFileBytesMax)));
  const meter = createMeter(inspected, clock, report);
  const format = recogniseRegister(meter.files, options.columns);
  const identity = identify(format, meter, options);
  const known = order.known.find((version) => isSame(version, identity));
  if (known) return { known: { id: known.id, name: identity.name } };
  const writer = createRegisterFile(unfinishedPath(folder, id));
  using _writer = atEnd(() => writer.close());
  const reading = await readRecords(format, meter, writer, { columns: options.columns, folder });
  const publishedAt = options.publishedAt ?? reading.publishedAt;
  checkNotToCome(meter.files, publishedAt, order.nowMs);
  const counts = writer.finish();
  if (counts.companies + counts.owners === 0) {
    throw fileFault(meter.files, 'it contains no company. The active register stays as it is.');
  }
  report(meter.state());
  await checkUnchanged(meter.files);
  finishVersion(folder, id);
  const completeFor = [...(options.completeFor ?? format.completeFor(meter.files))];
  return { read: { id, ...identity, publishedAt, ...counts, completeFor, skipped: reading.skipped } };
}

type Identity = DatasetName & Pick<RegisterVersion, 'format' | 'fileHashes' | 'contentHash' | 'importerVersion'>;

function identify(format: RegisterFormat, { files }: ProgressMeter, options: RegisterOrder['options']): Identity {
  const fileHashes = files.map((file) => file.sha256).sort();
  return {
    ...nameDataset(options, format.register, files),
    format: format.id,
    fileHashes,
    contentHash: contentHash(fileHashes, options.columns),
    importerVersion: IMPORTER_VERSION,
  };
}

function isSame(a: RegisterOrder['known'][number], b: Identity): boolean {
  return a.code === b.code && a.contentHash === b.contentHash && a.importerVersion === b.importerVersion;
}

async function readRecords(
  format: RegisterFormat,
  meter: ProgressMeter,
  writer: RegisterWriter,
  { columns, folder }: { columns: ColumnMap | undefined; folder: string },
): Promise<RegisterReading> {
  const reading: RegisterReading = { publishedAt: null, recordsDeclared: null, skipped: {} };
  const job = { reading, onRow: meter.onRow, ...(columns === undefined ? {} : { columns }) };
  let unchecked = 0;
  for await (const records of format.read(meter.files, job)) {
    writer.add(records);
    for (let count = records.length; count > 0; count--) meter.onEntry();
    unchecked += records.length;
    if (unchecked < DISK_CHECK_RECORDS) continue;
    checkDisk(folder);
    unchecked = 0;
  }
  checkDisk(folder);
  const { recordsDeclared } = reading;
  const { rows } = meter.state();
  if (recordsDeclared !== null && rows < recordsDeclared) {
    throw fileFault(meter.files, `it declares ${recordsDeclared} records but contains ${rows}. Get it again.`);
  }
  return reading;
}

/** A register must leave enough disk space for verifications. Throws `disk_full`. */
function checkDisk(folder: string): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < LIMITS.diskFreeBytesMin) throw diskFull();
}

/** Every register format that can be imported, in the order in which they are tried. */
export const REGISTER_FORMATS: readonly RegisterFormat[] = [
  ...GLEIF_FORMATS,
  companiesHouse,
  pscSnapshot,
  sirene,
  bodsStatements,
  plainRegister,
];

/**
 * Returns the format of these files together, from their content. Throws `list_invalid` if it is unknown, or if it does not
 * support files of this size.
 */
function recogniseRegister(files: readonly SizedFile[], columns?: ColumnMap): RegisterFormat {
  const format = recogniseForm(REGISTER_FORMATS, files, columns, LIMITS.registerFileBytesMax);
  if (format) return format;
  const packed = files.filter(({ head }) => head.startsWith('PK\u0003\u0004'));
  if (packed.length > 0) throw fileFault(packed, 'it is a ZIP archive. Unpack it, and import the file inside.');
  throw unknownForm(files, REGISTER_FORMATS, 'which');
}
