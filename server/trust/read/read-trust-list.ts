import { AuthenticityError } from '../../authenticity/errors.ts';
import type { Certificate } from '../../authenticity/x509/certificate.ts';
import { checkNotToCome, checkUnchanged, fileFault } from '../../datasets/faults.ts';
import { type InspectedFile, inspectFile } from '../../datasets/inspect.ts';
import { contentHash } from '../../datasets/naming.ts';
import { createMeter, type ImportProgress } from '../../datasets/progress.ts';
import type { Clock } from '../../lib/clock.ts';
import { itemError } from '../../lib/errors.ts';
import { LIMITS } from '../../lib/limits.ts';
import type { TrustKind } from '../../vocabulary/trust-kinds.ts';
import { provingFor, type Trusted } from '../rests-on.ts';
import type { TrustEntry, TrustReading, TrustVersion } from '../types.ts';
import { type CertificateKind, kindOfCertificate, readCertificates } from './certificates.ts';
import { entryOf } from './entries.ts';
import { type RecognisedFile, recogniseTrustFile } from './recognise.ts';

/** Increases when the same file would produce different entries than before, so that it can be imported again. */
const IMPORTER_VERSION = 1;

/** The request. Plain data: it goes to another thread. */
export interface TrustOrder {
  /** The id of the new version. */
  id: string;
  paths: readonly string[];
  options: { code?: string; kind?: TrustKind; name?: string; publishedAt?: string };
  /** By the appliance's clock. */
  nowMs: number;
  trusted: Trusted;
  /** Versions that were active before. */
  known: readonly Pick<TrustVersion, 'id' | 'code' | 'format' | 'contentHash' | 'importerVersion'>[];
}

type Read = Omit<TrustReading, 'restsOn'> &
  Pick<TrustVersion, 'fileHashes' | 'contentHash' | 'importerVersion' | 'restsOn'>;

/** `known`: this same content was active before, under this version's id, and nothing was read. */
export type ReadTrustList = { read: Read } | { known: string };

/** Reads the files of one trust list. Throws `list_invalid` with the file and the reason. */
export async function readTrustList(
  order: TrustOrder,
  clock: Clock,
  report: (progress: ImportProgress) => void,
): Promise<ReadTrustList> {
  const { known, nowMs, options, paths } = order;
  const inspected = await Promise.all(paths.map((path) => inspectFile(path, LIMITS.trustFileBytesMax)));
  const fileHashes = inspected.map(({ sha256 }) => sha256).sort();
  const identity = { fileHashes, contentHash: contentHash(fileHashes, undefined), importerVersion: IMPORTER_VERSION };
  const same = known.find(
    (version) =>
      version.contentHash === identity.contentHash &&
      version.importerVersion === IMPORTER_VERSION &&
      (options.code ?? version.code) === version.code &&
      (options.kind ?? version.format) === version.format,
  );
  if (same) return { known: same.id };
  const meter = createMeter(inspected, clock, report);
  const files: RecognisedFile[] = [];
  for (const file of meter.files) files.push(await recogniseFile(file));
  const reading = read(order, meter.files, files);
  const publishedAt = options.publishedAt ?? reading.publishedAt;
  checkNotToCome(meter.files, publishedAt, nowMs);
  for (const _ of reading.entries) meter.onEntry();
  report(meter.state());
  await checkUnchanged(meter.files);
  if (!reading.entries.some(({ role }) => role !== 'proof')) {
    throw fileFault(meter.files, `it contains nothing that can be used. ${describe(reading.skipped)}`);
  }
  const { code = reading.code, name = reading.name } = options;
  return { read: { ...reading, ...identity, ...withProofs(reading), code, name, publishedAt } };
}

function describe(skipped: Record<string, number>): string {
  return Object.entries(skipped)
    .map(([reason, count]) => `${count} ${reason}.`)
    .join(' ');
}

/** Returns the entries with the certificates that the list rests on, which must be kept with it. */
function withProofs({ entries, restsOn }: TrustReading): { entries: TrustEntry[]; restsOn: string[] } {
  return {
    entries: [...entries, ...restsOn.map((certificate) => entryOf(certificate, 'proof'))],
    restsOn: [...new Set(restsOn.map(({ sha256 }) => sha256))],
  };
}

async function recogniseFile(file: InspectedFile): Promise<RecognisedFile> {
  const chunks: Buffer[] = [];
  for await (const chunk of file.open() as AsyncIterable<Buffer>) chunks.push(chunk);
  return readable([file], () => recogniseTrustFile(Buffer.concat(chunks)));
}

function read(order: TrustOrder, named: readonly InspectedFile[], files: readonly RecognisedFile[]): TrustReading {
  const { options, trusted } = order;
  const beside = files.flatMap((file) => (file.form === 'certificates' ? file.certificates : []));
  const lists = files.filter((file) => file.form !== 'certificates');
  const [list, ...others] = lists;
  if (others.length > 0) throw fileFault(named, 'they are several trust lists. Import each by itself.');
  if (!list) {
    const kind = options.kind ?? kindOfAll(named, beside);
    if (!isCertificateKind(kind))
      throw fileFault(named, `a list of the kind ${kind} does not consist of certificates alone.`);
    return readCertificates(kind, beside, provingFor(trusted, kind));
  }
  if (options.kind !== undefined && options.kind !== list.kind) {
    throw fileFault(named, `it is of the kind ${list.kind}, not ${options.kind}.`);
  }
  return readable(named, () => list.read(trusted, beside));
}

const CERTIFICATE_KINDS: readonly CertificateKind[] = ['csca', 'vds_signers', 'iaca', 'uidai'];
const isCertificateKind = (kind: TrustKind): kind is CertificateKind =>
  (CERTIFICATE_KINDS as readonly TrustKind[]).includes(kind);

function kindOfAll(named: readonly InspectedFile[], certificates: readonly Certificate[]): CertificateKind {
  const kinds = new Set(certificates.map(kindOfCertificate));
  const [kind] = kinds;
  if (kinds.size === 1 && kind) return kind;
  const names = named.map(({ name }) => name).join(', ');
  throw itemError('list_invalid', {
    code: 'trust_kind_needed',
    message: `${names}: the content does not show what these certificates are for. State the kind: ${CERTIFICATE_KINDS.join(', ')}.`,
  });
}

/** Turns what cannot be read into the error that names the files. */
function readable<T>(files: readonly InspectedFile[], work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof AuthenticityError) throw fileFault(files, error.message);
    throw error;
  }
}
