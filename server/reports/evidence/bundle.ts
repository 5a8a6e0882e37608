import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import canonicalize from 'canonicalize';
import { readCheckpoints, showCheckpoints } from '../../audit/checkpoints.ts';
import type { BaseDeps } from '../../audit/deps.ts';
import { entriesOf, lastEntry, showEntry } from '../../audit/entries.ts';
import type { AuthenticitySource } from '../../checks/types.ts';
import type { Db } from '../../db/open.ts';
import { transact } from '../../db/transact.ts';
import { must } from '../../lib/assert.ts';
import { isoTime } from '../../lib/clock.ts';
import { BINARY, FILE_ENDINGS } from '../../lib/media-type.ts';
import { keyFingerprint } from '../../lib/signatures.ts';
import { compareTexts } from '../../lib/text.ts';
import type { Policies } from '../../policies/policies.ts';
import type { KeyStore } from '../../vault/key-store.ts';
import type { VerificationDeps } from '../../verifications/deps.ts';
import { erasedNow } from '../../verifications/erased.ts';
import { sourceFiles } from '../../verifications/sources.ts';
import { getKybVerification, getVerification } from '../../verifications/store.ts';
import type { KybVerification, StoredDocument, Verification, VerificationKind } from '../../verifications/types.ts';
import { type ArchivedFile, directory, localHeader } from './archive.ts';
import { verifyPage } from './page.ts';
import { MANIFEST, SIGNATURE, signatureText } from './verify.ts';
import { anchorCertificates, statedLists, statedModels, statedRegisters, statedTrust } from './versions.ts';

export interface EvidenceDeps extends Pick<BaseDeps, 'db' | 'vault' | 'clock' | 'log'> {
  keys: Pick<KeyStore, 'db' | 'signing' | 'dataKey'>;
  audit: VerificationDeps['audit'];
  policies: Pick<Policies, 'describe'>;
  applianceVersion: string;
  /** The model files that are installed now. */
  weights: readonly { file: string; from: string; version: string; sha256: string }[];
}

export type EvidenceSubject =
  | { kind: 'kyc'; verification: Verification }
  | { kind: 'kyb'; verification: KybVerification };

/** Returns the record for a bundle, or null if there is none of this kind in this mode. */
export function findSubject(
  deps: Pick<EvidenceDeps, 'db' | 'vault'>,
  { kind, id, livemode }: { kind: VerificationKind; id: string; livemode: boolean },
): EvidenceSubject | null {
  if (kind === 'kyc') {
    const verification = getVerification(deps, id, livemode);
    return verification && { kind, verification };
  }
  const verification = getKybVerification(deps, id, livemode);
  return verification && { kind, verification };
}

export interface EvidenceInput {
  subject: EvidenceSubject;
  /** The API's answer for the record. */
  answer: unknown;
  /** More JSON files, by name without the extension, such as former attempts. */
  beside: Readonly<Record<string, unknown>>;
  /** The person or key that takes the bundle, for the audit log. */
  actor: string;
}

/** What the manifest says about a file of the record. */
interface DocumentLine {
  id: string;
  /** null: the file could no longer be read. */
  path: string | null;
  media_type: string;
  size: number;
  /** As received. */
  sha256: string;
}

interface FileLine {
  path: string;
  size: number;
  sha256: string;
}

/**
 * Returns the evidence bundle of a record, piece by piece: the record, its decision, the result of each step, its
 * files with the frames of challenges, the files of its chip and its anchors, its audit entries, a page that verifies all of it offline, then the manifest of these and its signature,
 * always in this order. Writes an audit entry before the first piece. Holds one file at a time in memory.
 */
export function openEvidence(deps: EvidenceDeps, input: EvidenceInput): AsyncGenerator<Uint8Array> {
  const { kind, verification } = input.subject;
  const { id } = verification;
  transact(deps.db, () =>
    deps.audit.append({ actor: input.actor, action: 'evidence.taken', subjectId: id, details: { kind } }),
  );
  return writeArchive(partsOf(deps, input));
}

type Part = { name: string; data: Buffer };

async function* writeArchive(parts: AsyncIterable<Part>): AsyncGenerator<Uint8Array> {
  const files: ArchivedFile[] = [];
  for await (const { name, data } of parts) {
    const file = { name, size: data.length, crc: crc32(data) };
    files.push(file);
    yield localHeader(file);
    yield data;
  }
  yield directory(files);
}

async function* partsOf(deps: EvidenceDeps, input: EvidenceInput): AsyncGenerator<Part> {
  const { verification } = input.subject;
  const files: FileLine[] = [];
  const list = (name: string, data: Buffer): Part => {
    files.push({ path: name, size: data.length, sha256: sha256(data) });
    return { name, data };
  };
  const segment = auditSegment(deps, verification.id);
  yield list('record.json', json(input.answer));
  yield list('decision.json', json(verification.decision));
  for (const [name, value] of sorted(input.beside)) yield list(`${name}.json`, json(value));
  for (const [step, result] of sorted(verification.results)) yield list(`results/${step}.json`, json(result));
  const documents: DocumentLine[] = [];
  for (const document of verification.documents) {
    const data = await readDocument(deps, verification.id, document);
    const { mediaType, sizeBytes, sha256: came } = document;
    const path = data && `documents/${document.id}.${FILE_ENDINGS[mediaType]}`;
    documents.push({ id: document.id, path, media_type: mediaType, size: sizeBytes, sha256: came });
    if (data && path !== null) yield list(path, data);
    const challenge = 'liveness' in document ? document.liveness : undefined;
    if (challenge === undefined) continue;
    yield list(`challenges/${document.id}.json`, json(challenge));
    for (const { documentId, sha256: taken } of challenge.frames) {
      const frame = await readDocument(deps, verification.id, { id: documentId, sha256: taken });
      const framePath = frame && `challenges/${documentId}.${FILE_ENDINGS['image/jpeg']}`;
      const size = frame?.length ?? 0;
      documents.push({ id: documentId, path: framePath, media_type: 'image/jpeg', size, sha256: taken });
      if (frame && framePath !== null) yield list(framePath, frame);
    }
  }
  for (const { id, sizeBytes: size, sha256: came, source } of sourceFiles(deps, verification.id)) {
    const data = await readDocument(deps, verification.id, { id, sha256: came });
    const path = data && `authenticity/${source.kind}/${source.name}.${FILE_ENDINGS[BINARY]}`;
    documents.push({ id, path, media_type: BINARY, size, sha256: came });
    if (data && path !== null) yield list(path, data);
  }
  for (const { sha256: anchor, der } of anchorCertificates(deps.db, sourcesOf(input.subject)))
    yield list(`authenticity/anchors/${anchor}.der`, der);
  const audit = list('audit.json', json(segment));
  yield audit;
  yield list('verify.html', Buffer.from(verifyPage()));
  const about = { segment, auditHash: sha256(audit.data), documents, files };
  const manifest = Buffer.from(must(canonicalize(manifestOf(deps, input.subject, about)), 'a manifest is JSON'));
  yield { name: MANIFEST, data: manifest };
  const { publicKey, sign } = deps.keys.signing;
  yield { name: SIGNATURE, data: Buffer.from(signatureText(publicKey, sign('evidence', manifest).toString('hex'))) };
}

/**
 * Returns null if the file is damaged or missing; the manifest says so, and everything else is still evidence. Throws
 * `erased`: the appliance does not attest a record that was erased meanwhile.
 */
async function readDocument(
  { vault, keys, log }: EvidenceDeps,
  verificationId: string,
  { id, sha256: came }: Pick<StoredDocument, 'id' | 'sha256'>,
): Promise<Buffer | null> {
  try {
    const data = await vault.readFile(verificationId, id);
    if (sha256(data) === came) return data;
    log.error('evidence.file_differs', { verification: verificationId, document: id });
  } catch (error) {
    if (keys.dataKey(verificationId) === null) throw erasedNow();
    log.error('evidence.file_unreadable', { verification: verificationId, document: id }, error);
  }
  return null;
}

function manifestOf(
  deps: EvidenceDeps,
  subject: EvidenceSubject,
  about: { segment: ReturnType<typeof auditSegment>; auditHash: string; documents: DocumentLine[]; files: FileLine[] },
) {
  const { kind, verification } = subject;
  const { publicKey } = deps.keys.signing;
  const { segment, auditHash, documents, files } = about;
  return {
    format: 'custos-evidence',
    format_version: 1,
    subject: { id: verification.id, kind, livemode: verification.livemode },
    created_at: isoTime(deps.clock.now()),
    appliance: { version: deps.applianceVersion, public_key: publicKey, fingerprint: keyFingerprint(publicKey) },
    policy: policyOf(deps, verification.decision?.policy_version ?? null),
    models: { stated_by_results: statedModels(verification.results), installed: deps.weights },
    watchlists: statedLists(deps.db, verification.results.screening?.lists ?? []),
    trust_lists: statedTrust(deps.db, sourcesOf(subject)),
    registers: kind === 'kyb' ? statedRegisters(deps.db, verification.results.registry?.datasets ?? []) : [],
    audit: { sha256: auditHash, entries: segment.entries.length, head: segment.head, checkpoint: segment.checkpoint },
    documents,
    files,
  };
}

function sourcesOf({ kind, verification }: EvidenceSubject): AuthenticitySource[] {
  return kind === 'kyc' ? (verification.results.authenticity?.sources ?? []) : [];
}

/** The hash covers the policy's canonical JSON (RFC 8785). */
function policyOf({ policies }: Pick<EvidenceDeps, 'policies'>, version: number | null) {
  return { version, sha256: version === null ? null : (policies.describe(version)?.sha256 ?? null) };
}

const sorted = (object: object): [string, unknown][] => Object.entries(object).sort(([a], [b]) => compareTexts(a, b));

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

const sha256 = (data: Buffer): string => createHash('sha256').update(data).digest('hex');

const NOTE =
  'The audit log entries about this record. Each link is an HMAC-SHA-256 over the previous link and the entry, with a key that never leaves the appliance. Nobody else can verify the links: the signature of the bundle protects this segment. The appliance itself verifies the full log (custos audit verify). The head is the last entry of the log when the bundle was made. A checkpoint is an earlier head. At its time, the same key signed the text in "signed", with "custos audit checkpoint v1" and a line break before it.';

/** Returns the audit entries of a record, and the current length of the log. */
function auditSegment({ db, keys }: { db: Db; keys: Pick<KeyStore, 'db'> }, subjectId: string) {
  const head = lastEntry(db);
  const checkpoints = showCheckpoints(readCheckpoints(keys.db), head?.seq ?? 0);
  return {
    note: NOTE,
    subject_id: subjectId,
    head: head && { count: head.seq, link: head.link.toString('hex') },
    checkpoint: checkpoints.at(-1) ?? null,
    entries: entriesOf(db, subjectId).map(showEntry),
  };
}
