import type { VerificationAnswer } from '../../../server/contract/verification.ts';
import { birthText } from '../../parts/dates.ts';

type Ocr = VerificationAnswer['ocr'][string];
type Applicant = VerificationAnswer['applicant'];

/** The sources of a value, in the order of the columns. */
export const SOURCES = ['submitted', 'person', 'printed', 'mrz', 'barcode'] as const;
export type Source = (typeof SOURCES)[number];

export interface FieldValue {
  value: string;
  /** The file that it was read from. */
  document: string | null;
  /** Compared with the first value of its row: the same, the same except for accents and punctuation, or different. */
  mark: 'same' | 'spelling' | 'differs';
  /** The same name in another script, if no column has it; null: it is not in Latin letters and was not transliterated. */
  other_form?: { text: string; transliterated: boolean } | null;
}

export interface FieldRow {
  field: string;
  values: Partial<Record<Source, FieldValue>>;
}

export interface FieldGroup {
  /** The type of the document that it was read from; null: nothing was read. */
  type: string | null;
  /** The sources that any row has. */
  sources: Source[];
  rows: FieldRow[];
}

/** The fields of a document, in order. */
export const FIELDS = [
  'last_name',
  'first_name',
  'date_of_birth',
  'sex',
  'nationality',
  'document_number',
  'id_number',
  'issue_date',
  'expiry_date',
  'issuing_country',
  'place_of_birth',
  'address',
] as const;

/**
 * Returns the values of all sources for each field, by document type. Submitted values that were read nowhere are listed with the first type, to
 * compare them with its picture.
 * @param agreed fields that the appliance found equal: a difference there is marked as another spelling
 */
export function fieldGroups(
  { applicant, ocr }: Pick<VerificationAnswer, 'applicant' | 'ocr'>,
  agreed: ReadonlySet<string> = new Set(),
): FieldGroup[] {
  const types = Object.keys(ocr);
  const all = (types.length > 0 ? types : [null]).map((type) => ({
    type,
    rows: FIELDS.map((field) =>
      rowOf(field, applicant, type === null ? undefined : ocr[type], type !== ADDRESS && agreed.has(field)),
    ),
  }));
  const readSomewhere = new Set(all.flatMap(({ rows }) => rows.filter(isRead).map(({ field }) => field)));
  return all
    .map(({ type, rows }, i) => {
      const kept = rows.filter(
        (row) => isRead(row) || (i === 0 && row.values.submitted && !readSomewhere.has(row.field)),
      );
      return { type, rows: kept, sources: SOURCES.filter((source) => kept.some(({ values }) => values[source])) };
    })
    .filter(({ rows }) => rows.length > 0);
}

/** Not an identity document: a separate check compares its names. */
const ADDRESS = 'proof_of_address';

const isRead = ({ values }: FieldRow): boolean =>
  Boolean(values.person || values.printed || values.mrz || values.barcode);

function rowOf(field: (typeof FIELDS)[number], applicant: Applicant, ocr: Ocr | undefined, agreed: boolean): FieldRow {
  const found = ocr?.sources?.[field] ?? {};
  const plain = ocr?.[field];
  const read = Object.keys(found).length > 0 || plain === undefined ? found : { printed: { value: plain } };
  const said = submitted(field, applicant);
  const all: [Source, Omit<FieldValue, 'mark'>][] = said ? [['submitted', { value: said, document: null }]] : [];
  for (const source of ['person', 'printed', 'mrz', 'barcode'] as const) {
    const one = (read as Partial<Record<Source, { value: string; document_id?: string }>>)[source];
    if (one) all.push([source, { value: one.value, document: one.document_id ?? null }]);
  }
  const first = all[0]?.[1].value ?? '';
  const values = Object.fromEntries(
    all.map(([source, one]) => {
      const mark = markOf(first, one.value, source);
      const form = formBeside(ocr?.name_forms?.[field as 'last_name'], one.value, all);
      return [
        source,
        {
          ...one,
          mark: agreed && mark === 'differs' ? 'spelling' : mark,
          ...(form !== undefined && { other_form: form }),
        },
      ];
    }),
  );
  return { field, values };
}

/** Returns the note on a name's other form for a cell; undefined if there is none or another column has it. */
function formBeside(
  form: NonNullable<Ocr['name_forms']>['last_name'],
  value: string,
  all: readonly (readonly [Source, { value: string }])[],
): FieldValue['other_form'] {
  if (!form || (value !== form.own_script && value !== form.latin)) return undefined;
  const other = value === form.own_script ? form.latin : form.own_script;
  if (other === null) return null;
  const isRead = all.some(([source, one]) => source !== 'submitted' && one.value === other);
  return isRead ? undefined : { text: other, transliterated: form.latin_from === 'transliteration' };
}

function submitted(field: string, { address, ...applicant }: Applicant): string | undefined {
  if (field === 'first_name' || field === 'last_name' || field === 'nationality') return applicant[field];
  if (field === 'date_of_birth') return birthText(applicant) ?? undefined;
  if (field !== 'address' || !address) return undefined;
  const { line1, line2, postal_code: code, city, state, country } = address;
  return [line1, line2, [code, city].filter(Boolean).join(' '), state, country].filter(Boolean).join(', ');
}

/** Fields that the appliance compares, by their names in findings. A submitted birth date may be partial, so it may be written differently. */
const COMPARED: Readonly<Record<string, readonly string[]>> = {
  last_name: ['name'],
  first_name: ['name'],
  document_number: ['document_number'],
  date_of_birth: ['date_of_birth', 'dob', 'birth_date'],
};
/** The finding that says that names match, and by which rules. */
const AGREES = 'name_agrees_by_rule';

/** Returns the fields that the appliance compared without a finding: any visible difference is only another spelling. */
export function agreedFields({ checks }: Pick<VerificationAnswer, 'checks'>): ReadonlySet<string> {
  if (checks.consistency.passed === null) return new Set();
  const findings = Object.values(checks).flatMap((check) => check.findings);
  const spokenOf = new Set(findings.map(({ code, field }) => (code === AGREES ? null : field?.split('.').at(-1))));
  const isAgreed = ([, names]: [string, readonly string[]]): boolean => !names.some((name) => spokenOf.has(name));
  return new Set(Object.entries(COMPARED).flatMap((compared) => (isAgreed(compared) ? [compared[0]] : [])));
}

/**
 * Compares values only for display: the appliance's checks know more, and decide. Documents use capital letters, and MRZs have no accents or
 * punctuation.
 */
export function markOf(a: string, b: string, source: Source): FieldValue['mark'] {
  if (a.toLowerCase() === b.toLowerCase()) return 'same';
  if (folded(a) !== folded(b)) return 'differs';
  return source === 'mrz' ? 'same' : 'spelling';
}

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
