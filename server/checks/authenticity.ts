import type { MrzParsed } from '../../models/mrz/types.ts';
import { must } from '../lib/assert.ts';
import { identityReadings } from './documents.ts';
import { type FindingCode, makeFinding } from './findings.ts';
import { areComparable, compareNames, type PersonName } from './names.ts';
import { concludeCheck, type Policy } from './policy.ts';
import { readDocument } from './read/document.ts';
import { nameOf, namesOf, valuesAgree } from './read-values.ts';
import type { AuthenticityResult, AuthenticitySource, DocumentReading, FieldName, Finding } from './types.ts';

/** What one source gave, and the codes of the findings that its verification led to. */
export interface VerifiedSource extends AuthenticitySource {
  reasons: readonly string[];
}

export interface AuthenticityInput {
  sources: readonly VerifiedSource[];
  /** DG1 of the chip; null: there is none, or it cannot be read. */
  chip: DocumentReading | null;
  /** What was read from the pictures. */
  readings: readonly DocumentReading[];
  /** Codes of lists that were used and are too old. */
  staleLists: readonly string[];
  policy: Policy;
}

/** What both a picture and a chip, a seal or a mobile document may say. Names are compared as well. */
const NUMBERS = ['document_number', 'date_of_birth', 'expiry_date'] as const satisfies FieldName[];
const OF_ANY_DOCUMENT = ['date_of_birth'] as const satisfies FieldName[];

/**
 * Concludes what chip, digital seals and mobile document prove, and compares them with what was read from the pictures. `passed` is null without any of
 * them, and if none could be verified.
 */
export function checkAuthenticity(input: AuthenticityInput): AuthenticityResult {
  const { sources, readings, staleLists, policy } = input;
  const identities = identityReadings(readings);
  const chip = input.chip && asDeclared(input.chip, identities);
  const isWhole = sources.some(
    ({ kind, result, data_groups }) => kind === 'chip' && result !== 'invalid' && data_groups?.['DG1'] === 'successful',
  );
  const findings = [
    ...sources.flatMap(findReasons),
    ...(chip ? compareChip(chip, identities) : []),
    ...sources.flatMap((source) => compareFields(source, readings, identities)),
    ...findMissingChip(input, identities),
    ...(staleLists.length > 0 ? [makeFinding('trust_list_stale', { evidence: { lists: [...staleLists] } })] : []),
  ];
  const kept = { sources: sources.map(({ reasons: _, ...source }) => source), readings: chip && isWhole ? [chip] : [] };
  const concluded = concludeCheck(findings, policy);
  const isProven = sources.some(({ result }) => result === 'valid');
  if (!concluded.passed || isProven) return { ...concluded, ...kept };
  return { passed: null, findings: [...findings, makeFinding('authenticity_not_checked')], ...kept };
}

/** Returns the MRZ of DG1 as a reading. Nothing of it was misread, so it has no confidence. */
export function readChip(mrz: MrzParsed, documentId: string, today: string): DocumentReading {
  const sure = 1;
  const confidences = {
    last_name: sure,
    first_name: sure,
    document_number: sure,
    date_of_birth: sure,
    expiry_date: sure,
    sex: sure,
    nationality: sure,
    issuing_country: sure,
  };
  const { mrz: zone, ...reading } = readDocument({
    document_id: documentId,
    declaredType: 'unknown',
    declaredSide: null,
    page: { lines: [], confidence: 0, engine: { name: 'none', version: '', languages: [] } },
    mrz: { ...mrz, confidence: sure, confidences, repaired: [], quads: { lines: [], fields: {} } },
    today,
  });
  const { confidence: _, repaired: __, ...read } = must(zone, 'a document with an MRZ has it in its reading');
  return { ...reading, mrz: read, engine: null, from: 'chip' };
}

/** A card's MRZ leaves open which kind of card it is: then it is the one of the picture. */
function asDeclared(chip: DocumentReading, identities: readonly DocumentReading[]): DocumentReading {
  const type = identities.find((reading) => chip.content?.types.some((possible) => possible === reading.type))?.type;
  return type ? { ...chip, type } : chip;
}

function findReasons({ reasons, document_id }: VerifiedSource): Finding[] {
  return reasons.map((code) => makeFinding(code as FindingCode, document_id === null ? {} : { document_id }));
}

/** A signature that is not there proves nothing: only the type of document that the policy names asks for a chip. */
function findMissingChip({ sources, policy }: AuthenticityInput, identities: readonly DocumentReading[]): Finding[] {
  if (sources.some(({ kind }) => kind === 'chip')) return [];
  const { required_types } = policy.authenticity;
  const asked = identities.find(({ type }) => required_types.some((required) => required === type));
  return asked ? [makeFinding('chip_missing', { document_id: asked.document_id })] : [];
}

/** Compares the chip with each picture of an identity document: with its MRZ, and with everything else. */
function compareChip(chip: DocumentReading, identities: readonly DocumentReading[]): Finding[] {
  return identities.flatMap((reading) => {
    const { document_id } = reading;
    const fields = differences(chip, reading);
    const zone = fields.filter((field) => chip.type === reading.type && isProvenByDigit(field, reading));
    const rest = fields.filter((field) => !zone.includes(field));
    return [
      ...(zone.length > 0 ? [makeFinding('chip_zone_mismatch', { document_id, evidence: { fields: zone } })] : []),
      ...(rest.length > 0 ? [makeFinding('chip_print_mismatch', { document_id, evidence: { fields: rest } })] : []),
    ];
  });
}

/** Whether the MRZ of the picture holds as a whole, and a check digit of its own confirms the field. No digit confirms a name. */
function isProvenByDigit(field: string, { mrz, fields }: DocumentReading): boolean {
  const isOfZone = fields[field as FieldName]?.source === 'mrz';
  return isOfZone && mrz?.valid === true && mrz.check_digits[field] === true && !mrz.repaired?.length;
}

/** Returns the fields in which two readings certainly disagree. Two documents of one person share only name and birth date. */
function differences(a: DocumentReading, b: DocumentReading): string[] {
  const shared: readonly FieldName[] = a.type === b.type ? NUMBERS : OF_ANY_DOCUMENT;
  const differing = shared.filter((field) => {
    const [own, other] = [a.fields[field], b.fields[field]];
    return own && other && valuesAgree(field, own, other) === false;
  });
  return [...(namesDiffer(nameOf(a), b) ? ['name'] : []), ...differing];
}

function namesDiffer(name: PersonName | null, reading: DocumentReading): boolean {
  const names = namesOf(reading).flatMap((formed) => (name && areComparable(name, formed.name) ? [formed.name] : []));
  return names.length > 0 && names.every((other) => name && compareNames(name, other).verdict === 'different');
}

/** Compares a seal with the picture that it is in, and a mobile document with every identity document. */
function compareFields(
  { kind, format, document_id, fields }: VerifiedSource,
  readings: readonly DocumentReading[],
  identities: readonly DocumentReading[],
): Finding[] {
  if (kind === 'chip') return [];
  const own = { ...readingOf(fields), type: kind === 'mdoc' ? typeOfMdoc(format) : ('unknown' as const) };
  const others = kind === 'seal' ? readings.filter((reading) => reading.document_id === document_id) : identities;
  return others.flatMap((reading) => {
    const told = differences(kind === 'seal' ? { ...own, type: reading.type } : own, reading);
    if (told.length === 0) return [];
    const about = { document_id: reading.document_id, evidence: { fields: told } };
    return [makeFinding(kind === 'seal' ? 'seal_print_mismatch' : 'documents_mismatch', about)];
  });
}

const typeOfMdoc = (format: string | null): DocumentReading['type'] =>
  format === 'org.iso.18013.5.1.mDL' ? 'driving_license' : 'unknown';

function readingOf(fields: AuthenticitySource['fields']): DocumentReading {
  const read = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, { value, confidence: 1, source: 'barcode' }]],
  );
  const nothing = { document_id: '', side: null, mrz: null, text_confidence: 0, words: 0, engine: null };
  return { ...nothing, type: 'unknown', fields: Object.fromEntries(read) };
}
