import { type Finding, type FindingCode, makeFinding } from '../findings.ts';
import { concludeCheck, type Policy } from '../policy.ts';
import { showsAddress } from './documents-address.ts';
import { type PrintedDate, printedDates } from './documents-dates.ts';
import { type NameReading, showsName } from './documents-name.ts';
import { printedWords } from './documents-words.ts';
import type {
  Company,
  CompanyDocumentReading,
  CompanyDocumentResult,
  CompanyDocumentsResult,
  CompanyDocumentType,
  DocumentDescriptor,
} from './types.ts';

/** A file that arrived. */
export interface CompanyFile {
  id: string;
  type: CompanyDocumentType;
  /** The index of the descriptor that it answers. null: it was not announced. */
  descriptor: number | null;
}

export interface CompanyDocumentsInput {
  company: Company;
  /** The names that the company has or had in a register, and its own numbers there. Empty if it was not found. */
  registered: { names: readonly string[]; numbers: readonly string[] };
  names: NameReading;
  policy: Policy;
  /** YYYY-MM-DD, UTC. */
  today: string;
}

export interface ConcludeInput {
  descriptors: readonly DocumentDescriptor[];
  /** Oldest first. */
  files: readonly CompanyFile[];
  policy: Policy;
}

/** The types that say when a company was founded. */
const FOUNDING_TYPES: ReadonlySet<CompanyDocumentType> = new Set([
  'registration_certificate',
  'articles_of_association',
]);
const DAY_MS = 24 * 3600 * 1000;
const NOTHING_MATCHED = { name: null, registration_number: null, address: null, incorporation_date: null };

/** Returns the newest file of each announced document, and every file that was not announced. */
export function countedFiles<File extends Pick<CompanyFile, 'descriptor'>>(files: readonly File[]): File[] {
  return files.filter(
    ({ descriptor }, at) =>
      descriptor === null || !files.slice(at + 1).some((newer) => newer.descriptor === descriptor),
  );
}

/**
 * Concludes what the documents of a company say together. `passed` is null if no file arrived and the policy requires none.
 * @param documents one for each counted file
 */
export function concludeDocuments(
  documents: CompanyDocumentResult[],
  { descriptors, files, policy }: ConcludeInput,
): CompanyDocumentsResult {
  const missing = descriptors.flatMap(({ type }, at) => {
    const came = files.some(({ descriptor }) => descriptor === at);
    return came ? [] : [makeFinding('company_document_missing', { field: `documents[${at}]`, evidence: { type } })];
  });
  const required = policy.kyb.documents.required_types
    .filter((type) => !documents.some((document) => document.type === type && document.status === 'processed'))
    .map((type) => makeFinding('company_document_required', { evidence: { type } }));
  const findings = [...required, ...missing, ...documents.flatMap((document) => document.findings)];
  const { passed } = concludeCheck(findings, policy);
  if (passed === false || documents.length > 0) return { passed, findings, documents };
  // A check without a result states why.
  return { passed: null, findings: findings.length > 0 ? findings : [makeFinding('nothing_to_compare')], documents };
}

/** Returns which of the company's data is on one of its documents. Takes up to a few tenths of a second for the largest ones. */
export function checkCompanyDocument(
  { id, type, descriptor }: CompanyFile,
  reading: CompanyDocumentReading,
  input: CompanyDocumentsInput,
): CompanyDocumentResult {
  const tell = (code: FindingCode, evidence?: Finding['evidence']): Finding =>
    makeFinding(code, {
      ...(descriptor === null ? {} : { field: `documents[${descriptor}]` }),
      document_id: id,
      ...(evidence ? { evidence } : {}),
    });
  const known = { document_id: id, descriptor, type };
  if (!reading.decoded) {
    const findings = [tell('company_document_damaged')];
    return { ...known, status: 'rejected', matches: NOTHING_MATCHED, dated: null, findings };
  }
  const seen = lookAt(type, reading, input);
  const legible = isLegible(reading, input.policy);
  const { matches, dated } = legible ? seen : withoutDoubts(seen);
  const gaps: FindingCode[] = legible ? findGaps(type, seen) : ['company_document_unreadable'];
  const findings = [
    ...gaps.map((code) => tell(code)),
    ...findAge(type, dated, input).map((evidence) => tell('company_document_too_old', evidence)),
    ...(reading.unread_pages > 0
      ? [tell('company_document_pages_unread', { unread: reading.unread_pages, pages: reading.pages })]
      : []),
  ];
  return { ...known, status: 'processed', matches, dated, findings };
}

type Seen = Pick<CompanyDocumentResult, 'matches' | 'dated'>;

function lookAt(type: CompanyDocumentType, reading: CompanyDocumentReading, input: CompanyDocumentsInput): Seen {
  const { company, policy, today } = input;
  const { name_agrees_from, address_agrees_from } = policy.kyb.documents;
  const look = (lines: readonly string[], tolerant: boolean) => ({
    name: showsName(lines, printedWords(lines), namesOf(input), {
      reading: input.names,
      agreesFrom: name_agrees_from,
      tolerant,
    }),
    number: showsAnyNumber(lines, input, tolerant),
    address: showsAddress(lines, company.address, { agreesFrom: address_agrees_from, tolerant }),
    dates: printedDates(lines, company.country, tolerant),
  });
  const printed = reading.lines.length - reading.picture_lines;
  const own = look(reading.lines.slice(0, printed), false);
  // OCR errors are allowed for only in lines that were read from pictures.
  const read = look(reading.lines.slice(printed), true);
  const dates = [...own.dates, ...read.dates];
  return {
    matches: {
      name: own.name || read.name,
      registration_number: own.number || read.number,
      address: own.address || read.address,
      incorporation_date: FOUNDING_TYPES.has(type) ? showsFounding(dates, company) : null,
    },
    dated: newest(dates, today),
  };
}

function namesOf({ company, registered }: CompanyDocumentsInput): string[] {
  return [...new Set([company.legal_name, ...(company.former_names ?? []), ...registered.names])];
}

/** Null if there is no number, or only one that is too short to prove anything. */
function showsAnyNumber(
  lines: readonly string[],
  { company, registered }: CompanyDocumentsInput,
  tolerant: boolean,
): boolean | null {
  const { registration_number } = company;
  const numbers = [...(registration_number === undefined ? [] : [registration_number]), ...registered.numbers];
  const shown = [...new Set(numbers)].map((number) => showsNumber(lines, number, tolerant));
  return shown.includes(true) ? true : shown.includes(false) ? false : null;
}

/** Uses only the likeliest reading of each date. Null if nothing was submitted or there is no date. */
function showsFounding(dates: readonly PrintedDate[], { incorporation_date }: Company): boolean | null {
  if (incorporation_date === undefined || dates.length === 0) return null;
  return dates.some(([likeliest]) => likeliest === incorporation_date);
}

/** Decides in the document's favour: of two readings it takes the later one that is not in the future. */
function newest(dates: readonly PrintedDate[], today: string): string | null {
  const past = dates.flat().filter((date) => date <= today);
  return past.toSorted().at(-1) ?? null;
}

/** Whether enough was read, with enough confidence, for a missing value to mean something. */
function isLegible({ lines, text_confidence }: CompanyDocumentReading, policy: Policy): boolean {
  return lines.some((line) => /[\p{L}\p{N}]/u.test(line)) && text_confidence >= policy.reading.text_confidence_min;
}

/** What was found counts. What was not found may simply not have been read. */
function withoutDoubts({ matches, dated }: Seen): Seen {
  const sure = (match: boolean | null): true | null => (match === true ? true : null);
  const { name, registration_number, address, incorporation_date } = matches;
  return {
    matches: {
      name: sure(name),
      registration_number: sure(registration_number),
      address: sure(address),
      incorporation_date: sure(incorporation_date),
    },
    dated,
  };
}

function findGaps(type: CompanyDocumentType, { matches, dated }: Seen): FindingCode[] {
  const isCertificate = type === 'registration_certificate';
  const isProof = type === 'proof_of_address';
  const codes: [FindingCode, boolean][] = [
    ['company_document_name_missing', matches.name === false],
    ['company_document_number_missing', isCertificate && matches.registration_number === false],
    ['company_document_address_missing', isProof && matches.address === false],
    ['company_document_date_missing', isProof && dated === null],
    ['company_document_incorporation_differs', isCertificate && matches.incorporation_date === false],
  ];
  return codes.flatMap(([code, holds]) => (holds ? [code] : []));
}

/** Reports a proof of address that is too old, with its age. */
function findAge(type: CompanyDocumentType, dated: string | null, { policy, today }: CompanyDocumentsInput) {
  if (type !== 'proof_of_address' || dated === null) return [];
  const age_days = Math.round((Date.parse(today) - Date.parse(dated)) / DAY_MS);
  const maximum = policy.kyb.documents.proof_of_address_days_max;
  return age_days > maximum ? [{ age_days, maximum }] : [];
}

/** Shorter numbers appear on any document. */
const NUMBER_CHARS_MIN = 4;
/** What may lie between the characters of a number, however it was submitted. */
const BETWEEN = '[\\s.,/_:–-]{0,3}';
/** Characters that OCR confuses, as regular-expression classes. */
const LOOKALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  ['0OQD', '1IL|', '2Z', '5S', '6G', '8B'].flatMap((group) => [...group].map((character) => [character, `[${group}]`])),
);

/**
 * Whether a number is on a document in any spacing and punctuation, with or without leading zeros, and not as part of a longer
 * one. With `tolerant`, it allows for OCR errors (`O` for `0`). Null if the number is too short to prove anything.
 */
export function showsNumber(lines: readonly string[], number: string, tolerant: boolean): boolean | null {
  const characters = number.toUpperCase().replace(/[^A-Z0-9]/g, '');
  if (characters.length < NUMBER_CHARS_MIN) return null;
  const rows = lines.map((line) => line.toUpperCase());
  const patterns = [patternOf(characters, false), ...(tolerant ? [patternOf(characters, true)] : [])];
  return patterns.some((pattern) => rows.some((row) => pattern.test(row)));
}

function patternOf(characters: string, tolerant: boolean): RegExp {
  const zeros = /^0*/.exec(characters)?.[0] ?? '';
  // A number that consists of zeros keeps them.
  const rest = characters.slice(zeros.length) || characters;
  const written = [...rest].map((character) => (tolerant && LOOKALIKES[character]) || character).join(BETWEEN);
  const nought = tolerant ? LOOKALIKES['0'] : '0';
  // A digit after a dash or a full stop continues the number. After a space another number begins.
  return new RegExp(`(?<![A-Z0-9]|\\d[.,/-])(?:${nought}${BETWEEN}){0,8}${written}(?![A-Z0-9]|[.,/-]\\d)`, 'u');
}
