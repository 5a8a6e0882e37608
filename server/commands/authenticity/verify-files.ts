import { dirname } from 'node:path';
import { parseMrz } from '../../../models/mrz/parse.ts';
import { EngineError, type ImageEngine } from '../../../models/ports.ts';
import { readActiveKey } from '../../authenticity/chip/active.ts';
import { type ChipTrust, checkChip } from '../../authenticity/chip/check-chip.ts';
import { BIOMETRIC_GROUPS, COMMON_TAG, dataGroupOf } from '../../authenticity/chip/data-groups.ts';
import { readMrzGroup } from '../../authenticity/chip/dg1.ts';
import { type ChipFace, faceOf, readFaceGroup, readFaceRecord } from '../../authenticity/chip/dg2.ts';
import { readSecurityInfos } from '../../authenticity/chip/security-infos.ts';
import { parseSecurityObject, SECURITY_OBJECT_TAG } from '../../authenticity/chip/security-object.ts';
import { algorithmName, keyName } from '../../authenticity/crypto/algorithms.ts';
import { hashOf } from '../../authenticity/crypto/hash.ts';
import { readOrNull } from '../../authenticity/errors.ts';
import { type MasterList, verifyMasterList } from '../../authenticity/masterlist/master-list.ts';
import { type CertificateSummary, type SourceResult, type StepResult, summaryOf } from '../../authenticity/result.ts';
import { type CollectedTrust, readTrustFile, type TrustFile } from '../../authenticity/trust-files.ts';
import { isoTime } from '../../lib/clock.ts';
import { checkSigned, checkVical, mdocIn, transcriptIn } from './verify-seals.ts';

export interface NamedFile {
  path: string;
  bytes: Uint8Array;
}

/** What was found out about one file, or about the files of one chip. Plain data for JSON. */
export interface FileReport {
  files: { path: string; sha256: string }[];
  /** By the content; null: not known here. */
  kind: string | null;
  result: SourceResult;
  steps: Record<string, StepResult>;
  /** Codes of findings, the worst first. */
  reasons: string[];
  signer: CertificateSummary | null;
  anchor: CertificateSummary | null;
  algorithms: string[];
  /** What else the file says, without personal data. */
  details: Record<string, unknown>;
}

export interface VerifyOptions {
  trust: CollectedTrust;
  atMs: number;
  /** When a mobile document must be valid, instead of `atMs`; null: when it was signed. */
  mdocAtMs?: number | null;
  /** Decodes JPEG 2000. */
  image: Pick<ImageEngine, 'decodeJpeg2000'>;
}

/**
 * Verifies files by what they hold. Files of one folder are verified together if they are of one chip, EF.SOD with its data groups, or if they are one
 * mobile document with its session. Every other file is verified alone.
 */
export async function verifyFiles(files: readonly NamedFile[], options: VerifyOptions): Promise<FileReport[]> {
  const folders = Map.groupBy(files, ({ path }) => dirname(path));
  const reports: FileReport[] = [];
  for (const inFolder of folders.values()) {
    const chip = chipIn(inFolder);
    if (chip) reports.push(verifyChip(chip, options));
    const session = sessionIn(inFolder);
    if (session) reports.push(verifyInSession(session, options));
    const rest = inFolder.filter((file) => !chip?.includes(file) && !session?.includes(file));
    for (const file of rest) reports.push(await verifyFile(file, options));
  }
  return reports;
}

/** The files of a chip: one EF.SOD and at least one data group, each once. null: the folder does not hold one chip. */
function chipIn(files: readonly NamedFile[]): NamedFile[] | null {
  const objects = files.filter(
    ({ bytes }) => bytes[0] === SECURITY_OBJECT_TAG || readOrNull(() => parseSecurityObject(bytes)),
  );
  const groups = files.filter(({ bytes }) => dataGroupOf(bytes) !== null);
  const numbers = new Set(groups.map(({ bytes }) => dataGroupOf(bytes)));
  return objects.length === 1 && groups.length > 0 && numbers.size === groups.length ? [...objects, ...groups] : null;
}

/** One mobile document and one session transcript. null: the folder does not hold exactly these. */
function sessionIn(files: readonly NamedFile[]): [mdoc: NamedFile, transcript: NamedFile] | null {
  const [mdoc, ...otherMdocs] = files.filter(({ bytes }) => mdocIn(bytes));
  const [transcript, ...others] = files.filter(({ bytes }) => transcriptIn(bytes));
  return mdoc && transcript && otherMdocs.length + others.length === 0 ? [mdoc, transcript] : null;
}

function verifyInSession([mdoc, transcript]: [NamedFile, NamedFile], options: VerifyOptions): FileReport {
  const report = {
    ...reportOf(mdoc, null, 'unsupported'),
    ...checkSigned(mdoc.bytes, options, transcriptIn(transcript.bytes)),
  };
  return { ...report, files: [mdoc, transcript].map(named) };
}

/** Verifies EF.SOD, which comes first, with the data groups that follow it. */
function verifyChip([object, ...groups]: readonly NamedFile[], { trust, atMs }: VerifyOptions): FileReport {
  const dataGroups = new Map(groups.map(({ bytes }) => [dataGroupOf(bytes) ?? 0, bytes]));
  const first = dataGroups.get(1);
  const document = first ? describeMrz(first, atMs) : null;
  const securityObject = object?.bytes ?? new Uint8Array();
  const check = checkChip({ securityObject, dataGroups }, trust, {
    atMs,
    issuingCountry: document?.issuing_country ?? null,
  });
  const { dataGroups: groupResults, signedAtMs, ...rest } = check;
  return {
    files: [...(object ? [object] : []), ...groups].map(named),
    kind: groups.length > 0 ? 'chip' : 'sod',
    ...rest,
    details: { data_groups: groupResults, signed_at: signedAtMs === null ? null : isoTime(signedAtMs), document },
  };
}

function describeMrz(
  bytes: Uint8Array,
  atMs: number,
): { format: string; issuing_country: string; valid: boolean } | null {
  const lines = readOrNull(() => readMrzGroup(bytes));
  const mrz = lines && parseMrz(lines, isoTime(atMs).slice(0, 10));
  return mrz && { format: mrz.format, issuing_country: mrz.issuing_country, valid: mrz.valid };
}

const named = ({ path, bytes }: NamedFile): FileReport['files'][number] => ({
  path,
  sha256: hashOf('sha256', bytes).toString('hex'),
});

async function verifyFile(file: NamedFile, options: VerifyOptions): Promise<FileReport> {
  const { bytes } = file;
  const trustFile = readTrustFile(bytes);
  if (trustFile) return reportTrust(file, trustFile, options);
  if (bytes[0] === SECURITY_OBJECT_TAG || readOrNull(() => parseSecurityObject(bytes)))
    return verifyChip([file], options);
  const group = dataGroupOf(bytes);
  if (group !== null) return reportParsed(file, `dg${group}`, () => describeGroup(bytes, group, options.atMs));
  if (bytes[0] === COMMON_TAG) return reportParsed(file, 'com', () => ({}));
  const faces = readOrNull(() => readFaceRecord(bytes));
  if (faces) return reportParsed(file, 'face_record', () => describeFaces(faces));
  const picture = readOrNull(() => faceOf(bytes));
  if (picture?.format === 'jpeg2000') return reportPicture(file, options);
  if (picture) return reportOf(file, 'jpeg', 'parsed');
  if (transcriptIn(bytes)) return reportOf(file, 'session_transcript', 'parsed');
  return { ...reportOf(file, null, 'unsupported'), ...checkSigned(bytes, options) };
}

const reportOf = (file: NamedFile, kind: string | null, result: SourceResult, details = {}): FileReport => ({
  files: [named(file)],
  kind,
  result,
  steps: {},
  reasons: [],
  signer: null,
  anchor: null,
  algorithms: [],
  details,
});

function reportParsed(file: NamedFile, kind: string, describe: () => Record<string, unknown>): FileReport {
  const details = readOrNull(describe);
  return reportOf(file, kind, details ? 'parsed' : 'invalid', details ?? {});
}

/** Fingerprints and irises are never read. */
function describeGroup(bytes: Uint8Array, group: number, atMs: number): Record<string, unknown> {
  if (BIOMETRIC_GROUPS.includes(group)) return {};
  if (group === 1) return { ...describeMrz(bytes, atMs) };
  if (group === 2) return describeFaces(readFaceGroup(bytes));
  if (group === 14) return { protocols: readSecurityInfos(bytes).protocols };
  return group === 15 ? { key: keyName(readActiveKey(bytes)) } : {};
}

const describeFaces = (faces: readonly ChipFace[]): Record<string, unknown> => ({
  faces: faces.map(({ format, image }) => ({ format, bytes: image.length })),
});

async function reportPicture(file: NamedFile, { image }: VerifyOptions): Promise<FileReport> {
  try {
    const { width, height } = await image.decodeJpeg2000(file.bytes);
    return reportOf(file, 'jpeg2000', 'parsed', { width, height });
  } catch (error) {
    if (error instanceof EngineError && error.failure === 'bad_input') return reportOf(file, 'jpeg2000', 'invalid');
    throw error;
  }
}

function reportTrust(file: NamedFile, trustFile: TrustFile, { trust, atMs }: VerifyOptions): FileReport {
  const { kind, certificates, masterLists, revocationLists, unreadable } = trustFile;
  const [list] = masterLists;
  if (kind === 'vical') return { ...reportOf(file, kind, 'parsed'), ...checkVical(file.bytes, trust, atMs) };
  if (kind === 'master_list' && list) return reportMasterList(file, list, trust);
  const details = {
    certificates: certificates.length,
    master_lists: masterLists.length,
    revocation_lists: revocationLists.length,
    unreadable,
  };
  return reportOf(file, kind, 'parsed', details);
}

function reportMasterList(file: NamedFile, list: MasterList, { anchors }: ChipTrust): FileReport {
  const { verdict, path, algorithm, signingTimeMs } = verifyMasterList(list, anchors);
  const [signer, anchor] = [path[0], verdict === 'valid' ? path.at(-1) : null];
  return {
    ...reportOf(file, 'master_list', verdict),
    signer: signer ? summaryOf(signer) : null,
    anchor: anchor ? summaryOf(anchor) : null,
    algorithms: [algorithmName(algorithm), ...(signer ? [keyName(signer.key)] : [])],
    details: {
      certificates: list.certificates.length,
      unreadable: list.unreadable,
      signed_at: signingTimeMs === null ? null : isoTime(signingTimeMs),
    },
  };
}
