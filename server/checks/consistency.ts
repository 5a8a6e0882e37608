import { spanHolds, spanOf } from '../lib/date-spans.ts';
import { type Comparison, judge, judgeField, judgeNames, nameSources } from './comparisons.ts';
import { identityReadings } from './documents.ts';
import { type FindingCode, makeFinding } from './findings.ts';
import { correctMisreadNames } from './misread-names.ts';
import { areComparable, compareNames, type NameComparison, type NameRule, type PersonName } from './names.ts';
import { concludeCheck, type Policy } from './policy.ts';
import { countriesAgree, type FormedName, nameOf, namesOf, submittedBirth, submittedName } from './read-values.ts';
import type { Applicant, CheckResult, DocumentReading, FieldName, Finding, ReadField } from './types.ts';

/** Both sides of a card show its number. Two documents of one person share only the birth date. Names are compared as well. */
const ACROSS_ZONES: readonly FieldName[] = ['date_of_birth', 'document_number', 'expiry_date', 'nationality'];
const ACROSS_SIDES: readonly FieldName[] = ['date_of_birth', 'document_number', 'expiry_date'];
const ACROSS_DOCUMENTS: readonly FieldName[] = ['date_of_birth'];
/** Under these rules a name still counts as the same, word for word. */
const EXACT_RULES: readonly NameRule[] = ['accents', 'icao_transliteration'];

/** Compares submitted data with what was read, side with side, document with document, and source with source. */
export function checkConsistency(input: {
  applicant: Applicant;
  readings: readonly DocumentReading[];
  policy: Policy;
}): CheckResult {
  const { applicant, policy } = input;
  const corrected = correctMisreadNames(applicant, identityReadings(input.readings));
  const { readings } = corrected;
  const comparisons = [
    ...readings.flatMap((reading) => [...compareSubmitted(applicant, reading), ...compareZones(applicant, reading)]),
    // The check of authenticity compares the chip with the pictures.
    ...pairs(readings.filter(({ from }) => from !== 'chip')).flatMap(([a, b]) =>
      a.type === b.type
        ? compareReadings(a, b, ACROSS_SIDES, sideCode)
        : compareReadings(a, b, ACROSS_DOCUMENTS, () => 'documents_mismatch'),
    ),
  ];
  const findings = comparisons.flatMap((comparison) => comparison.findings);
  findings.push(...corrected.findings, ...findUncompared(applicant, readings));
  if (comparisons.length > 0) return concludeCheck(findings, policy);
  return { passed: null, findings: [...findings, makeFinding('nothing_to_compare')] };
}

function compareSubmitted(applicant: Applicant, reading: DocumentReading): Comparison[] {
  const { date_of_birth: birth, nationality: nation } = reading.fields;
  const { nationality } = applicant;
  const born = submittedBirth(applicant);
  const { document_id } = reading;
  const submitted = submittedName(applicant);
  const read = submitted && nearestName(submitted, reading);
  const name: Parameters<typeof judgeNames>[2] = {
    code: 'name_mismatch',
    field: 'applicant.name',
    document_id,
    sources: ['submitted', `${nameSources(reading)}${read?.transliterated ? ', transliterated' : ''}`],
  };
  return [
    ...judgeNames(submitted, read?.name ?? null, name, true),
    ...judge(born && birth ? spanHolds(spanOf(born), spanOf(birth.value)) : null, () => ({
      code: 'dob_mismatch',
      field: birthField(applicant),
      document_id,
      values: [born ?? '', birth?.value ?? ''],
    })),
    ...judge(nationality && nation ? countriesAgree(nationality, nation.value) : null, () => ({
      code: 'nationality_mismatch',
      field: 'applicant.nationality',
      document_id,
      values: [nationality ?? '', nation?.value ?? ''],
    })),
  ];
}

/** The path of the submitted birth date. A whole day says more than a range, so `dob` goes first. */
const birthField = ({ dob }: Applicant): string => (dob === undefined ? 'applicant.birth_date' : 'applicant.dob');

/**
 * Returns the form of the document's name that is nearest to the submitted one, and the first read of equally near ones. Returns
 * undefined if none can be compared.
 */
function nearestName(submitted: PersonName, reading: DocumentReading): FormedName | undefined {
  const names = namesOf(reading).filter(({ name }) => areComparable(submitted, name));
  const way = ({ name }: FormedName): number => VERDICTS.indexOf(compareNames(submitted, name).verdict);
  return names.toSorted((a, b) => way(a) - way(b))[0];
}

const VERDICTS: readonly NameComparison['verdict'][] = ['same', 'unsure', 'different'];

/** Compares the main reading of a file with what its other sources gave, such as the printed text next to the MRZ. */
function compareZones(applicant: Applicant, reading: DocumentReading): Comparison[] {
  return otherZones(reading).flatMap(({ zone, source }) => {
    const sourcesOf = (field: FieldName | 'name') => [
      field === 'name' ? nameSources(reading) : (reading.fields[field]?.source ?? ''),
      source,
    ];
    const codeOf = (field: FieldName | 'name'): FindingCode =>
      sourcesOf(field).some((one) => one.includes('barcode')) ? 'barcode_print_mismatch' : 'mrz_print_mismatch';
    const comparisons = compareReadings(reading, zone, ACROSS_ZONES, codeOf, sourcesOf);
    return source === 'print' && isAsSubmitted(applicant, reading) ? comparisons.map(excusePrint) : comparisons;
  });
}

/** Whether the MRZ's name is the submitted one, word for word. The two are independent of each other. */
function isAsSubmitted(applicant: Applicant, reading: DocumentReading): boolean {
  const [submitted, read] = [submittedName(applicant), nameOf(reading)];
  if (!submitted || !read || nameSources(reading) !== 'mrz') return false;
  const { verdict, rules } = compareNames(submitted, read);
  return verdict === 'same' && rules.every((rule) => EXACT_RULES.includes(rule));
}

/** In that case one odd letter in the printed text is an OCR error, not the document's. */
function excusePrint({ findings }: Comparison): Comparison {
  return {
    findings: findings.map((finding) =>
      finding.code === 'name_unsure' && isOneLetter(finding) ? renameFinding(finding, 'print_name_misread') : finding,
    ),
  };
}

function isOneLetter({ evidence }: Finding): boolean {
  const rules = evidence?.['rules'];
  return Array.isArray(rules) && (rules.includes('one_letter') || rules.includes('lookalike_characters'));
}

function renameFinding({ code: _code, message: _message, ...details }: Finding, code: FindingCode): Finding {
  return makeFinding(code, details);
}

const sideCode = (field: FieldName | 'name'): FindingCode =>
  field === 'document_number' ? 'document_number_mismatch' : 'front_back_mismatch';

/** Compares the names and `fields` of two readings, if both have them. */
function compareReadings(
  a: DocumentReading,
  b: DocumentReading,
  fields: readonly FieldName[],
  codeOf: (field: FieldName | 'name') => FindingCode,
  sourcesOf?: (field: FieldName | 'name') => string[],
): Comparison[] {
  const { document_id } = b;
  const about = (field: FieldName | 'name') => ({
    code: codeOf(field),
    document_id,
    ...(sourcesOf && { sources: sourcesOf(field) }),
  });
  return [
    ...judgeNames(nameOf(a), nameOf(b), { ...about('name'), field: 'name' }),
    ...fields.flatMap((field) => judgeField(field, a.fields[field], b.fields[field], about(field))),
  ];
}

/** Reports what was submitted but is in no document, so that nothing confirms it. */
function findUncompared(applicant: Applicant, readings: DocumentReading[]): Finding[] {
  const lacks = (field: FieldName) => !readings.some(({ fields }) => fields[field]);
  const findings: Finding[] = [];
  if (submittedName(applicant) && !readings.some((reading) => hasParts(applicant, reading)))
    findings.push(makeFinding('name_not_compared', { field: 'applicant.name' }));
  if (submittedBirth(applicant) && lacks('date_of_birth'))
    findings.push(makeFinding('dob_not_compared', { field: birthField(applicant) }));
  if (applicant.nationality && lacks('nationality'))
    findings.push(makeFinding('nationality_not_compared', { field: 'applicant.nationality' }));
  return findings;
}

/** Whether a document gave a name with as many parts as were submitted. A surname alone confirms no first name. */
function hasParts(applicant: Applicant, reading: DocumentReading): boolean {
  const { first_name, last_name } = applicant;
  const { fields } = reading;
  const submitted = submittedName(applicant);
  const isWhole = (!first_name || Boolean(fields.first_name)) && (!last_name || Boolean(fields.last_name));
  return isWhole && submitted !== null && nearestName(submitted, reading) !== undefined;
}

function pairs<T>(items: readonly T[]): [T, T][] {
  return items.flatMap((a, i) => items.slice(i + 1).map((b): [T, T] => [a, b]));
}

/** What one other source of a file gave, as a reading. */
interface OtherZone {
  zone: DocumentReading;
  source: ReadField['source'];
}

/**
 * Groups the values read next to the chosen ones of a file by source: everything from the barcode in one reading, everything from
 * the printed text in another. A source that gave a field twice makes two readings.
 */
function otherZones(reading: DocumentReading): OtherZone[] {
  const beside = Object.entries(reading.also_read ?? {}) as [FieldName, ReadField[]][];
  const sources = new Set(beside.flatMap(([, values]) => values.map(({ source }) => source)));
  return [...sources].flatMap((source) => {
    const own = beside.map(([field, values]) => [field, values.filter((value) => value.source === source)] as const);
    const depth = Math.max(...own.map(([, values]) => values.length));
    return Array.from({ length: depth }, (_, i) => ({
      source,
      zone: {
        ...reading,
        fields: Object.fromEntries(own.flatMap(([field, values]) => (values[i] ? [[field, values[i]]] : []))),
      },
    }));
  });
}
