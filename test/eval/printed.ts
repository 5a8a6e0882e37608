import anyAscii from 'any-ascii';
import { countriesAgree } from '../../server/checks/read-values.ts';
import type { DocumentReading, FieldName, ReadField } from '../../server/checks/types.ts';
import type { PrintedTruth } from './corpus.ts';
import type { Count } from './documents.ts';

/** The results for printed values: read as printed, read incorrectly, or not read. */
export interface Tally {
  right: number;
  wrong: number;
  missing: number;
  of: number;
}

/** Values with a confidence of at least `from` and less than `to`. */
export interface Reliability {
  from: number;
  to: number;
  given: number;
  right: number;
}

/** One printed value that was read incorrectly (`read`), or not read (null). */
export interface PrintedMiss {
  file: string;
  field: string;
  printed: string;
  read: string | null;
  confidence: number | null;
}

export interface PrintedScores extends Tally {
  by_field: Record<string, Tally>;
  by_type: Record<string, Tally>;
  by_script: Record<string, Tally>;
  /** Values as the record has them, also from MRZ and barcode: files with an MRZ, and without. */
  final: { with_zone: Tally; without_zone: Tally };
  types: Count;
  sides: Count;
  /** Type and issuing state both right. */
  types_with_issuers: Count;
  reliability: Reliability[];
  misses: PrintedMiss[];
}

type PrintedName = keyof PrintedTruth['fields'];

const FIELDS: Record<PrintedName, FieldName> = {
  surname: 'last_name',
  given_names: 'first_name',
  document_number: 'document_number',
  date_of_birth: 'date_of_birth',
  expiry_date: 'expiry_date',
  issue_date: 'issue_date',
  sex: 'sex',
  nationality: 'nationality',
  place_of_birth: 'place_of_birth',
  address: 'address',
};
const NAMES = Object.keys(FIELDS) as PrintedName[];
const BOUNDS = [0, 0.5, 0.7, 0.8, 0.9, 1.01] as const;

interface Judged extends PrintedMiss {
  truth: PrintedTruth;
  is: 'right' | 'wrong' | 'missing';
}

/**
 * Compares the readings with the printed text, picture by picture; both lists run in parallel. A value that no person can read (null) does not count.
 */
export function scorePrinted(
  truths: readonly PrintedTruth[],
  readings: readonly (DocumentReading | null)[],
): PrintedScores {
  const each = truths.map((truth, i) => ({ truth, reading: readings[i] ?? null }));
  const print = each.flatMap(({ truth, reading }) => judge(truth, (field) => reading && printOf(reading, field)));
  const final = each.flatMap(({ truth, reading }) => judge(truth, (field) => reading?.fields[field] ?? null));
  const by = (key: (one: Judged) => string): Record<string, Tally> =>
    Object.fromEntries([...Map.groupBy(print, key)].map(([name, some]) => [name, tally(some)]));
  return {
    ...tally(print),
    by_field: by(({ field }) => field),
    by_type: by(({ truth }) => truth.type),
    by_script: by(({ truth }) => truth.script),
    final: {
      with_zone: tally(final.filter(({ truth }) => truth.has_mrz)),
      without_zone: tally(final.filter(({ truth }) => !truth.has_mrz)),
    },
    types: countOf(each, ({ truth, reading }) => reading?.type === truth.type),
    types_with_issuers: countOf(
      each,
      ({ truth, reading }) => reading?.type === truth.type && isIssuer(reading, truth.country),
    ),
    sides: countOf(each, ({ truth, reading }) => reading?.side === truth.side),
    reliability: reliability(print),
    misses: print.filter(({ is }) => is !== 'right').map(({ truth: _, is: __, ...miss }) => miss),
  };
}

/** A field's value from the printed text only. */
function printOf({ fields, also_read }: DocumentReading, field: FieldName): ReadField | null {
  return [fields[field] ?? [], also_read?.[field] ?? []].flat().find(({ source }) => source === 'print') ?? null;
}

function judge(truth: PrintedTruth, read: (field: FieldName) => ReadField | null | undefined): Judged[] {
  return NAMES.flatMap((name) => {
    const printed = truth.fields[name];
    if (printed === null) return [];
    const field = FIELDS[name];
    const found = read(field) ?? (name === 'document_number' ? read('id_number') : null) ?? null;
    const is = found === null ? 'missing' : isRight(name, printed, found.value) ? 'right' : 'wrong';
    const confidence = found?.confidence ?? null;
    return [{ truth, file: truth.file, field: name, printed, read: found?.value ?? null, confidence, is } as const];
  });
}

/**
 * Compares names and addresses by letters and digits, without accents, case and punctuation; everything else exactly.
 * Alternatives are separated by ` // `.
 */
function isRight(name: PrintedName, printed: string, read: string): boolean {
  return printed.split(' // ').some((one) => {
    const plain = (text: string): string => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
    const letters = (text: string): string => plain(/\p{Script=Latin}/u.test(text) ? anyAscii(text) : text);
    return letters(one) === letters(read) || (name === 'nationality' && countriesAgree(one, read) === true);
  });
}

function isIssuer({ fields }: DocumentReading, country: string): boolean {
  const read = fields.issuing_country?.value;
  return read !== undefined && (read === country || countriesAgree(country, read) === true);
}

function tally(some: readonly Judged[]): Tally {
  const count = (what: Judged['is']): number => some.filter(({ is }) => is === what).length;
  return { right: count('right'), wrong: count('wrong'), missing: count('missing'), of: some.length };
}

function countOf<T>(all: readonly T[], isRightOne: (one: T) => boolean): Count {
  return { right: all.filter(isRightOne).length, of: all.length };
}

function reliability(judged: readonly Judged[]): Reliability[] {
  return BOUNDS.slice(0, -1).map((from, i) => {
    const to = BOUNDS[i + 1] ?? 1;
    const given = judged.filter(({ confidence }) => confidence !== null && confidence >= from && confidence < to);
    return { from, to: Math.min(1, to), given: given.length, right: given.filter(({ is }) => is === 'right').length };
  });
}
