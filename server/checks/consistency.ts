import type { Policy } from '../decision/policy.ts';
import { concludeCheck } from './conclude.ts';
import { identityReadings } from './documents.ts';
import { type FindingCode, makeFinding } from './findings.ts';
import { mendMisreadNames } from './misread-names.ts';
import { fullName, namesAgree } from './names.ts';
import { countriesAgree, nameOf, submittedName, valuesAgree } from './read-values.ts';
import type { Applicant, CheckResult, DocumentReading, FieldName, Finding, ReadField } from './types.ts';

/** One comparison that was made: the finding where it failed. */
type Comparison = Finding | 'agrees';

/** Both sides of a card show its number; two documents of one person share the birth date only. Names come on top. */
const ACROSS_ZONES: readonly FieldName[] = ['date_of_birth', 'document_number', 'expiry_date', 'nationality'];
const ACROSS_SIDES: readonly FieldName[] = ['date_of_birth', 'document_number', 'expiry_date'];
const ACROSS_DOCUMENTS: readonly FieldName[] = ['date_of_birth'];

/** Submitted data against read, side against side, document against document, and zone against zone. */
export function checkConsistency(input: {
  applicant: Applicant;
  readings: readonly DocumentReading[];
  policy: Policy;
}): CheckResult {
  const { applicant, policy } = input;
  const mended = mendMisreadNames(applicant, identityReadings(input.readings));
  const { readings } = mended;
  const comparisons = [
    ...readings.flatMap((reading) => [...compareSubmitted(applicant, reading), ...compareZones(reading)]),
    ...comparePairs(readings),
  ];
  const findings = comparisons.filter((comparison) => comparison !== 'agrees');
  findings.push(...mended.findings, ...findUncompared(applicant, readings));
  if (comparisons.length > 0) return concludeCheck(findings, policy);
  return { passed: null, findings: [...findings, makeFinding('nothing_to_compare')] };
}

function compareSubmitted(applicant: Applicant, reading: DocumentReading): Comparison[] {
  const { date_of_birth: birth, nationality: nation } = reading.fields;
  const { dob, nationality } = applicant;
  const submitted = submittedName(applicant);
  const read = nameOf(reading);
  return [
    ...judge(submitted && read && namesAgree(submitted, read), () =>
      disagreement('name_mismatch', 'applicant.name', reading, [fullName(submitted), fullName(read)]),
    ),
    ...judge(dob && birth && dob === birth.value, () =>
      disagreement('dob_mismatch', 'applicant.dob', reading, [dob, birth?.value]),
    ),
    ...judge(nationality && nation && countriesAgree(nationality, nation.value), () =>
      disagreement('nationality_mismatch', 'applicant.nationality', reading, [nationality, nation?.value]),
    ),
  ];
}

/** The main reading of a file against what its other zones gave, such as the print beside the machine-readable zone. */
function compareZones(reading: DocumentReading): Comparison[] {
  const others = Object.entries(reading.also_read ?? {}) as [FieldName, ReadField[]][];
  const depth = Math.max(0, ...others.map(([, values]) => values.length));
  const zones = Array.from({ length: depth }, (_, i) => ({
    ...reading,
    fields: Object.fromEntries(others.flatMap(([field, values]) => (values[i] ? [[field, values[i]]] : []))),
  }));
  return zones.flatMap((zone) => compareReadings(reading, zone, ACROSS_ZONES, () => 'mrz_print_mismatch'));
}

function comparePairs(readings: DocumentReading[]): Comparison[] {
  return pairs(readings).flatMap(([a, b]) =>
    a.type === b.type
      ? compareReadings(a, b, ACROSS_SIDES, sideCode)
      : compareReadings(a, b, ACROSS_DOCUMENTS, () => 'documents_mismatch'),
  );
}

const sideCode = (field: FieldName | 'name'): FindingCode =>
  field === 'document_number' ? 'document_number_mismatch' : 'front_back_mismatch';

/** The names and `fields` of two readings, where both have them. */
function compareReadings(
  a: DocumentReading,
  b: DocumentReading,
  fields: readonly FieldName[],
  codeOf: (field: FieldName | 'name') => FindingCode,
): Comparison[] {
  const [nameA, nameB] = [nameOf(a), nameOf(b)];
  return [
    ...judge(nameA && nameB && namesAgree(nameA, nameB), () =>
      disagreement(codeOf('name'), 'name', b, [fullName(nameA), fullName(nameB)]),
    ),
    ...fields.flatMap((field) => {
      const [left, right] = [a.fields[field], b.fields[field]];
      return judge(left && right && valuesAgree(field, left, right), () =>
        disagreement(codeOf(field), field, b, [left?.value, right?.value]),
      );
    }),
  ];
}

/** No comparison where `agrees` is neither true nor false: a side is missing, or the two cannot be compared. */
function judge(agrees: boolean | string | null | undefined, disagree: () => Finding): Comparison[] {
  if (agrees === true) return ['agrees'];
  return agrees === false ? [disagree()] : [];
}

function disagreement(
  code: FindingCode,
  field: string,
  { document_id }: DocumentReading,
  values: [string | undefined, string | undefined],
): Finding {
  return makeFinding(code, { field, document_id, evidence: { values: values.map((value) => value ?? '') } });
}

/** What was submitted and stands in no document, so that nobody has confirmed it. */
function findUncompared(applicant: Applicant, readings: DocumentReading[]): Finding[] {
  const lacks = (field: FieldName) => !readings.some(({ fields }) => fields[field]);
  const findings: Finding[] = [];
  if (submittedName(applicant) && !readings.some(nameOf))
    findings.push(makeFinding('name_not_compared', { field: 'applicant.name' }));
  if (applicant.dob && lacks('date_of_birth'))
    findings.push(makeFinding('dob_not_compared', { field: 'applicant.dob' }));
  if (applicant.nationality && lacks('nationality'))
    findings.push(makeFinding('nationality_not_compared', { field: 'applicant.nationality' }));
  return findings;
}

function pairs<T>(items: readonly T[]): [T, T][] {
  return items.flatMap((a, i) => items.slice(i + 1).map((b): [T, T] => [a, b]));
}
