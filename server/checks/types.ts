import type { Proof } from '../../models/liveness/types.ts';
import type { MrzFormat } from '../../models/mrz/types.ts';
import type { BarcodeFormat, EngineVersion, Move, MrzRepair, QualityMeasures, Turn } from '../../models/ports.ts';
import type { ChipStep } from '../authenticity/chip/check-chip.ts';
import type { CertificateSummary, SourceResult, Step, StepResult } from '../authenticity/result.ts';
import type { MediaType } from '../lib/media-type.ts';
import type { Hit, SearchedList } from '../screening/hits.ts';
import type { SearchQuery } from '../screening/match/query.ts';
import type { TrustKind } from '../vocabulary/trust-kinds.ts';
import type { Finding } from './findings.ts';

export type { Hit, HitDismissal, HitFeature, RuledOut, RuledOutReason, SearchedList } from '../screening/hits.ts';
export type { Finding } from './findings.ts';

export type DocumentType =
  | 'national_id'
  | 'selfie'
  | 'passport'
  | 'driving_license'
  | 'residence_permit'
  | 'proof_of_address'
  | 'other';
export type DocumentSide = 'front' | 'back';

/** Submitted birth date and nationality. */
export interface Born {
  /** YYYY-MM-DD */
  dob?: string;
  /**
   * A birth date that is known in part: its first and last day, each `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. If `dob` is given, the range holds that day.
   */
  birth_date?: { from: string; to: string };
  /** ISO 3166-1 alpha-2 */
  nationality?: string;
}

/** What the applicant stated about themselves. Every field may be missing. */
export interface Applicant extends Born {
  first_name?: string;
  last_name?: string;
  email?: string;
  phone?: string;
  address?: {
    line1?: string;
    line2?: string;
    city?: string;
    state?: string;
    postal_code?: string;
    /** ISO 3166-1 alpha-2 */
    country?: string;
  };
}

/** `passed: null` means that the check did not run, and a finding says why. It never means passed. */
export interface CheckResult {
  passed: boolean | null;
  findings: Finding[];
}

/** A value that was read, with its source and confidence (0..1). `person`: a reviewer corrected it. */
export interface ReadField {
  value: string;
  confidence: number;
  source: 'mrz' | 'barcode' | 'print' | 'person';
  /**
   * Around what gave it: the printed text, its part of the MRZ, or its barcode. Absent: not known, as for MRZs and barcodes read by an older version.
   */
  box?: BoxShare;
}

/**
 * A box as shares (0..1) of the upright picture's width and height, from its upper left corner. It is valid at any size in which
 * the picture is shown. Upright is as a viewer shows the file, turned clockwise by the document's `turn` if it has one.
 */
export interface BoxShare {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type FieldName =
  | 'first_name'
  | 'last_name'
  | 'id_number'
  | 'document_number'
  | 'date_of_birth'
  | 'sex'
  | 'nationality'
  | 'expiry_date'
  | 'issue_date'
  | 'issuing_country'
  | 'place_of_birth'
  | 'address';

/** Check digits per field: true if correct, false if wrong, null if the format has none. */
export interface MrzReading {
  format: MrzFormat;
  lines: string[];
  valid: boolean;
  check_digits: Record<string, boolean | null>;
  /** The least certain character's confidence, 0..1. Absent: read by an older version of the program, which did not report it. */
  confidence?: number;
  /** Characters that were repaired after reading, and why. Absent likewise. */
  repaired?: MrzRepair[];
  /** Around each line. Absent likewise. */
  boxes?: BoxShare[];
}

/**
 * A barcode of the picture. `seal`: a digital seal of any kind, which is not verified here. Its text is not kept: it holds more data than
 * the fields that are read, and none of it is needed.
 */
export interface SeenBarcode {
  format: BarcodeFormat;
  kind: 'aamva' | 'mrz' | 'seal' | 'unknown';
  /** Absent: an older version of the program read it. */
  box?: BoxShare;
}

/** What a picture shows with certainty, whatever was declared. */
export interface DocumentContent {
  /** The types that are correct for this document. Empty if its kind is not certain. */
  types: DocumentType[];
  /** What shows the kind: the MRZ, a barcode, the title in large letters, or a face without words. */
  by: 'zone' | 'barcode' | 'title' | 'face' | null;
  side: DocumentSide | null;
}

/** The data read from one document file. */
export interface DocumentReading {
  document_id: string;
  /** As declared, or as found from the content if the declaration left it open. */
  type: DocumentType | 'unknown';
  side: DocumentSide | null;
  /** Absent: nothing is certain. */
  content?: DocumentContent;
  fields: Partial<Record<FieldName, ReadField>>;
  /** The same fields from other sources of this file, such as the printed name next to that of the MRZ. */
  also_read?: Partial<Record<FieldName, ReadField[]>>;
  mrz: MrzReading | null;
  /** Absent: none was found. */
  barcodes?: SeenBarcode[];
  /** The barcode states that it holds only the start of a name. */
  name_truncated?: true;
  /** Mean confidence over the words, 0..1. */
  text_confidence: number;
  words: number;
  /** Degrees clockwise by which the picture was turned to be read; absent: none. */
  turn?: Turn;
  /** The page shows rows that look like an MRZ, but none could be read. */
  mrz_seen?: true;
  engine: EngineVersion | null;
  /** It was read from the chip (DG1) and not from a picture. */
  from?: 'chip';
}

/** What intake found in one file: whether it can be decoded, and the picture's true size. */
export interface DocumentIntake {
  document_id: string;
  declared_type: DocumentType | 'unknown';
  declared_side: DocumentSide | null;
  media_type: MediaType;
  decoded: boolean;
  /** Pixels as a viewer shows the picture; null where it has none. */
  width: number | null;
  height: number | null;
  damaged: boolean;
}

export interface FaceMatch extends CheckResult {
  /** Calibrated 0..1, null where no comparison was made. */
  score: number | null;
  /** At or above: the same person. */
  threshold: number;
  /** From here up to the threshold a reviewer decides. Below it the faces clearly differ. */
  review_from: number;
  model: EngineVersion | null;
  /** The faces that were found. Absent: an older version of the program searched for them, or no search ran. */
  faces?: FacePlace[];
}

/** A face of a selfie, or of a document: the reference that selfies are compared with. */
export interface FacePlace {
  document_id: string;
  of: FaceSide;
  box: BoxShare;
  /** Degrees clockwise by which the picture was turned; absent: none. */
  turn?: Turn;
  /** It is one of the two faces of the score. */
  compared: boolean;
}

export const FACE_SIDES = ['reference', 'selfie'] as const;
export type FaceSide = (typeof FACE_SIDES)[number];

export interface LivenessResult extends CheckResult {
  /** Advisory: neither is attack detection, and neither decides anything. */
  antispoof: number | null;
  liveness: number | null;
  /** Of the newest challenge; null: there was none. Absent: an older version of the program ran. */
  proof?: LivenessProof | null;
}

/** What the challenge of a selfie says about a living person. */
export interface LivenessProof extends Pick<Proof, 'verdict' | 'reasons'> {
  /** The selfie, which is the frame that looks straight ahead. */
  document_id: string;
  /** `frame_chain`: over the hashes of all frames, in hex (`LivenessCapture`). */
  challenge: { id: string; moves: Move[]; frame_count: number; frame_chain: string };
  method_version: string;
  /** The model of the embeddings. */
  model: EngineVersion;
  /** The frames that were kept, in order. `proves`: it shows the head ahead, or a move. */
  frames: { document_id: string; sha256: string; at_ms: number; proves: boolean }[];
}

export interface ScreeningResult extends CheckResult {
  hits: Hit[];
  lists: SearchedList[];
  /**
   * The version of the name comparison, whether or not a person was found. Absent: a version of the program before the fourth comparison searched.
   */
  algorithm_version?: number;
  /**
   * The names that were searched, each with its source (`transliterated`: made from one that was read) and everything that the
   * lists were queried for. Absent: an older version of the program searched.
   */
  searched: { source: 'submitted' | 'read' | 'transliterated' | 'corrected'; name: string; query?: SearchQuery }[];
}

export type SourceKind = 'chip' | 'seal' | 'mdoc';

/** What was verified of a chip, a digital seal or a mobile document. */
export interface AuthenticitySource {
  kind: SourceKind;
  /** Of a seal its kind, of a mobile document its document type. */
  format: string | null;
  /** The picture whose barcode holds the seal. */
  document_id: string | null;
  /** The files of a chip or a mobile document in the record. */
  files: { id: string; name: string; sha256: string }[];
  result: SourceResult;
  /** In the words of BSI TR-03135-1. */
  steps: Partial<Record<Step | ChipStep, StepResult>>;
  /** Of a chip: what the comparison with the signed hashes gave, by data group. */
  data_groups?: Record<string, StepResult>;
  signer: CertificateSummary | null;
  anchor: CertificateSummary | null;
  algorithms: string[];
  /** When its signer says that it signed, in ISO 8601; null: unknown. */
  signed_at: string | null;
  /** What it says, proven or not. */
  fields: Partial<Record<string, string>>;
  /** It holds the holder's portrait. */
  portrait: boolean;
  /** The versions of trust lists that it was verified against. */
  trust_lists: TrustListVersion[];
}

export interface TrustListVersion {
  id: string;
  code: string;
  kind: TrustKind;
  version: string;
}

export interface AuthenticityResult extends CheckResult {
  sources: AuthenticitySource[];
  /** DG1 of an unaltered chip, which later steps use like an MRZ. */
  readings: DocumentReading[];
}

/** The results of the pipeline's steps, by step. A step that has not run is missing. */
export interface KycResults {
  intake?: { documents: DocumentIntake[] };
  quality?: CheckResult & { documents: { document_id: string; measures: QualityMeasures }[] };
  /** `as_read`: what the engines read, if it was corrected since. */
  read?: { documents: DocumentReading[]; as_read?: DocumentReading[] };
  /** Absent: an older version of the program ran. */
  authenticity?: AuthenticityResult;
  validity?: CheckResult;
  consistency?: CheckResult;
  face?: FaceMatch;
  liveness?: LivenessResult;
  duplicates?: CheckResult;
  screening?: ScreeningResult;
}
