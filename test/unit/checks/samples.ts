import type { Face, FaceReading } from '../../../models/ports.ts';
import type { FacePicture } from '../../../server/checks/face.ts';
import type { QualityInput } from '../../../server/checks/quality.ts';
import type {
  CheckResult,
  DocumentReading,
  FieldName,
  Hit,
  MrzReading,
  ReadField,
  SearchedList,
} from '../../../server/checks/types.ts';

/** The day on which the samples are checked. */
export const TODAY = '2026-06-15';

export const codesOf = ({ findings }: CheckResult): string[] => findings.map(({ code }) => code);

export function field(value: string, more: Partial<ReadField> = {}): ReadField {
  return { value, confidence: 0.95, source: 'print', ...more };
}

/** Printed fields, each read with confidence 0.95. */
export function fields(values: Partial<Record<FieldName, string>>): DocumentReading['fields'] {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, field(value)]));
}

/** A valid TD3 MRZ whose name field is not full. */
export function mrz(more: Partial<MrzReading> = {}): MrzReading {
  const check_digits = {
    document_number: true,
    date_of_birth: true,
    expiry_date: true,
    personal_number: null,
    composite: true,
  };
  const lines = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F3204159ZE184226B<<<<<10'];
  return { format: 'TD3', lines, valid: true, check_digits, confidence: 0.95, repaired: [], ...more };
}

/** A valid passport, read without errors. */
export function passport(more: Partial<DocumentReading> = {}): DocumentReading {
  return {
    document_id: 'doc_passport',
    type: 'passport',
    side: null,
    fields: fields({
      first_name: 'Anna Maria',
      last_name: 'Eriksson',
      date_of_birth: '1974-08-12',
      expiry_date: '2032-04-15',
    }),
    mrz: mrz(),
    text_confidence: 0.9,
    words: 40,
    engine: null,
    ...more,
  };
}

/** The front of a valid identity card without an MRZ. */
export function card(more: Partial<DocumentReading> = {}): DocumentReading {
  return passport({ document_id: 'doc_card', type: 'national_id', side: 'front', mrz: null, ...more });
}

/** A picture without defects. */
export function picture(more: Partial<QualityInput> = {}): QualityInput {
  return {
    document_id: 'doc_1',
    type: 'passport',
    width: 1200,
    height: 800,
    damaged: false,
    measures: { sharpness: 900, brightness: 150, glareShare: 0 },
    ...more,
  };
}

/** A face with a square box; the samples compare the first number of its embedding. */
export function face(id: number, sidePixels = 200, score = 0.9): Face {
  const box = { x: 0, y: 0, width: sidePixels, height: sidePixels };
  return { box, score, embedding: [id], antispoof: 0.7, liveness: 0.6 };
}

export function faceReading(...faces: Face[]): FaceReading {
  return { faces, model: { name: 'sample', version: '1' } };
}

export function selfie(...faces: Face[]): FacePicture {
  return { document_id: 'doc_selfie', type: 'selfie', side: null, reading: faceReading(...faces) };
}

export function portrait(...faces: Face[]): FacePicture {
  return { document_id: 'doc_passport', type: 'passport', side: null, reading: faceReading(...faces) };
}

export function hit(more: Partial<Hit> = {}): Hit {
  const entity = {
    id: 'ent_1',
    name: 'A. Person',
    type: 'person',
    topics: ['sanction'],
    programs: [],
    birth_dates: [],
    countries: [],
  };
  const list = { id: 'lst_1', code: 'sample', name: 'Sample list', version: '1' };
  return {
    id: 'hit_1',
    strength: 'possible',
    score: 0.95,
    entity,
    matched_name: 'A. Person',
    features: [],
    list,
    ...more,
  };
}

export function list(more: Partial<SearchedList> = {}): SearchedList {
  const dated = { dated: '2026-06-01', age_days: 14, stale: false };
  return {
    id: 'lst_1',
    code: 'sample',
    name: 'Sample list',
    version: '1',
    entries: 10,
    topics: ['sanction'],
    ...dated,
    ...more,
  };
}
