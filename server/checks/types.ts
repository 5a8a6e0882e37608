import type { MrzFormat } from '../../models/mrz/types.ts';
import type { BarcodeFormat, EngineVersion, MrzRepair, QualityMeasures, Turn } from '../../models/ports.ts';
import type { MediaType } from '../lib/media-type.ts';
import type { Hit, SearchedList } from '../screening/hits.ts';
import type { SearchQuery } from '../screening/match/query.ts';
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

/** What was said of when somebody was born, and of which country they are. */
export interface Born {
  /** YYYY-MM-DD */
  dob?: string;
  /** Of a birth date that is known in part, its first and last day, `YYYY`, `YYYY-MM` or `YYYY-MM-DD` each; beside `dob` it holds that day. */
  birth_date?: { from: string; to: string };
  /** ISO 3166-1 alpha-2 */
  nationality?: string;
}

/** What the applicant said of themself; every field may be missing. */
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

/** A value that was read, from where, and how surely (0..1); `person`: somebody corrected it. */
export interface ReadField {
  value: string;
  confidence: number;
  source: 'mrz' | 'barcode' | 'print' | 'person';
  /** Around what gave it: print, its part of the zone, or its barcode. Absent: not known, as of what an older version read in a zone or barcode. */
  box?: BoxShare;
}

/**
 * A box as shares (0..1) of the upright picture's width and height, from its upper left corner: it holds at any size that the
 * picture is shown in. Upright is as a viewer shows the file, turned clockwise by the document's `turn` where it has one.
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

/** Check digits per field: true where right, false where wrong, null where the format has none. */
export interface MrzReading {
  format: MrzFormat;
  lines: string[];
  valid: boolean;
  check_digits: Record<string, boolean | null>;
  /** The least sure character's, 0..1. Absent: an older version of the program read it, which did not tell. */
  confidence?: number;
  /** Characters that were not taken as read, and why. Absent likewise. */
  repaired?: MrzRepair[];
  /** Around each line. Absent likewise. */
  boxes?: BoxShare[];
}

/**
 * A barcode of the picture. `seal`: a Visible Digital Seal, which is not verified. Its text is not kept: beyond the fields
 * that are read, it holds data that nobody asked for.
 */
export interface SeenBarcode {
  format: BarcodeFormat;
  kind: 'aamva' | 'mrz' | 'seal' | 'unknown';
  /** Absent: an older version of the program read it. */
  box?: BoxShare;
}

/** What a picture surely shows, whatever was declared of it. */
export interface DocumentContent {
  /** What such a document is rightly called; empty where its kind is not sure. */
  types: DocumentType[];
  /** What tells the kind: the machine-readable zone, a barcode, the title in large print, or a face without words. */
  by: 'zone' | 'barcode' | 'title' | 'face' | null;
  side: DocumentSide | null;
}

/** What one document file gave. */
export interface DocumentReading {
  document_id: string;
  /** As declared, or as found from the content where the declaration said nothing. */
  type: DocumentType | 'unknown';
  side: DocumentSide | null;
  /** Absent: nothing is sure. */
  content?: DocumentContent;
  fields: Partial<Record<FieldName, ReadField>>;
  /** The same fields as other zones of this file gave them, such as the printed name beside that of the MRZ. */
  also_read?: Partial<Record<FieldName, ReadField[]>>;
  mrz: MrzReading | null;
  /** Absent: none was found. */
  barcodes?: SeenBarcode[];
  /** The barcode says that it holds only the start of a name. */
  name_truncated?: true;
  /** Mean confidence over the words, 0..1. */
  text_confidence: number;
  words: number;
  /** Degrees clockwise by which the picture was turned to be read; absent: none. */
  turn?: Turn;
  /** The page shows rows that look like a machine-readable zone, though no zone could be read. */
  mrz_seen?: true;
  engine: EngineVersion | null;
}

/** What intake found of one file: whether it can be decoded, and the picture's true size. */
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
  /** From here up to the threshold a person decides; below, clearly different. */
  review_from: number;
  model: EngineVersion | null;
  /** The faces that were found. Absent: an older version of the program looked for them, or nobody did. */
  faces?: FacePlace[];
}

/** A face of a selfie, or of a document: the reference that selfies are compared with. */
export interface FacePlace {
  document_id: string;
  of: FaceSide;
  box: BoxShare;
  /** Degrees clockwise by which the picture was turned; absent: none. */
  turn?: Turn;
  /** One of the two that the score is of. */
  compared: boolean;
}

export const FACE_SIDES = ['reference', 'selfie'] as const;
export type FaceSide = (typeof FACE_SIDES)[number];

export interface LivenessResult extends CheckResult {
  /** Advisory: neither is attack detection, and neither decides anything. */
  antispoof: number | null;
  liveness: number | null;
}

export interface ScreeningResult extends CheckResult {
  hits: Hit[];
  lists: SearchedList[];
  /** Of the comparison of names, whether anybody was found or not. Absent: a version of the program before the fourth comparison searched. */
  algorithm_version?: number;
  /**
   * The names that were searched, each by where it came from (`transliterated`: made of one that was read), with all that was asked of the lists. Absent: an older
   * version of the program searched.
   */
  searched: { source: 'submitted' | 'read' | 'transliterated' | 'corrected'; name: string; query?: SearchQuery }[];
}

/** Results of the pipeline's steps, by step; a step that has not run is missing. */
export interface KycResults {
  intake?: { documents: DocumentIntake[] };
  quality?: CheckResult & { documents: { document_id: string; measures: QualityMeasures }[] };
  /** `as_read`: what the engines read, where people corrected it since. */
  read?: { documents: DocumentReading[]; as_read?: DocumentReading[] };
  validity?: CheckResult;
  consistency?: CheckResult;
  face?: FaceMatch;
  liveness?: LivenessResult;
  duplicates?: CheckResult;
  screening?: ScreeningResult;
}
