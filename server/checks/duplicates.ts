import type { EngineVersion } from '../../models/ports.ts';
import { spanOf, spansMeet } from '../lib/date-spans.ts';
import { identityReadings } from './documents.ts';
import { makeFinding } from './findings.ts';
import { fullName, namesAgree, type PersonName } from './names.ts';
import { submittedBirth } from './read-values.ts';
import type { Applicant, CheckResult, DocumentReading, Finding } from './types.ts';

/** The person a verification is about, as far as it says. */
export interface Identity {
  name: PersonName | null;
  /** As much of the birth date as is known, in the form that `spanOf` reads. */
  dob: string | null;
}

/** A file of this record that was also sent in another record. */
export interface FileTwin {
  document_id: string;
  /** The other verification. */
  verification: string;
  identity: Identity;
}

/** A face of this record and a face of another record that resembles it. */
export interface FaceTwin extends FileTwin {
  /** `cosineOf`, 0..1 */
  cosine: number;
  /** The cosine, 0..1, from which two faces count as the same. */
  threshold: number;
  model: EngineVersion;
}

/** The faces that were found again, or why no search ran. */
export type FaceSearched = { twins: readonly FaceTwin[] } | { skipped: 'not_enabled' | 'consent_refused' | 'no_face' };

export interface DuplicatesInput {
  identity: Identity;
  /** The record's own documents in order, each with the SHA-256 of its file, and its page if the file was split. */
  files: readonly { id: string; sha256: string; page?: number }[];
  fileTwins: readonly FileTwin[];
  faces: FaceSearched;
}

const SKIPPED = {
  not_enabled: 'duplicates_not_enabled',
  consent_refused: 'duplicate_faces_consent_refused',
  no_face: 'duplicate_faces_not_found',
} as const;

/**
 * Reports the same file in another record, the same file twice in this one, and a known face under another identity. All of these
 * are observations only. `passed` is false if a file or a face appears under another identity, or if the other record's identity
 * is unknown. It is true if a person sends the same documents again.
 */
export function checkDuplicates(input: DuplicatesInput): CheckResult {
  const { identity, fileTwins, faces } = input;
  const files = fileTwins.map((twin) => ({ twin, differs: identitiesDiffer(identity, twin.identity) }));
  const strangers =
    'skipped' in faces ? [] : faces.twins.filter((twin) => identitiesDiffer(identity, twin.identity) === true);
  const findings = [
    ...input.files.flatMap(({ id, sha256, page }, i) => {
      const first = input.files.find((file) => file.sha256 === sha256 && file.page === page);
      if (!first || input.files.indexOf(first) === i) return [];
      return [makeFinding('file_sent_twice', { document_id: id, evidence: { same_as: first.id } })];
    }),
    ...files.map(({ twin, differs }) => fileFinding(twin, differs)),
    ...strangers.map(faceFinding),
    ...('skipped' in faces ? [makeFinding(SKIPPED[faces.skipped])] : []),
  ];
  return { passed: strangers.length === 0 && files.every(({ differs }) => differs === false), findings };
}

/**
 * Returns the person a record is about: as submitted, otherwise as read from the first identity document that says so. A birth
 * date that was read is whole, so it goes before a submitted one that is partial.
 */
export function identityOf(applicant: Applicant, readings: readonly DocumentReading[]): Identity {
  const { first_name, last_name, dob } = applicant;
  const read = identityReadings(readings).map(({ fields }) => ({
    name: personName(fields.first_name?.value, fields.last_name?.value),
    dob: fields.date_of_birth?.value ?? null,
  }));
  return {
    name: personName(first_name, last_name) ?? read.find(({ name }) => name)?.name ?? null,
    dob: dob ?? read.find((reading) => reading.dob)?.dob ?? submittedBirth(applicant),
  };
}

/** Returns true if name or birth date differ, false if what both give agrees or may agree, and null if they have nothing in common. */
export function identitiesDiffer(a: Identity, b: Identity): boolean | null {
  const names = a.name && b.name ? namesAgree(a.name, b.name) : null;
  const births = a.dob && b.dob ? spansMeet(spanOf(a.dob), spanOf(b.dob)) : null;
  if (names === null && births === null) return null;
  return names === false || births === false;
}

function personName(first: string | undefined, last: string | undefined): PersonName | null {
  const name = { ...(first ? { first } : {}), ...(last ? { last } : {}) };
  return fullName(name) === '' ? null : name;
}

function fileFinding({ document_id, verification }: FileTwin, differs: boolean | null): Finding {
  return makeFinding('duplicate_file', { document_id, evidence: { verification, identity_differs: differs } });
}

function faceFinding({ document_id, verification, cosine, threshold, model }: FaceTwin): Finding {
  const evidence = { verification, cosine, threshold, model: `${model.name} ${model.version}` };
  return makeFinding('duplicate_face', { document_id, evidence });
}
