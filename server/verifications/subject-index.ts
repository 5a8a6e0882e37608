import type { PersonName } from '../checks/names.ts';
import { nameOf, submittedName } from '../checks/read-values.ts';
import { prepared } from '../db/prepared.ts';
import type { Logger } from '../lib/log.ts';
import { wordsOf } from '../names/written/words.ts';
import type { ReadDeps } from './deps.ts';
import { getStepResult } from './store.ts';
import type { KybSubmission, Submission, VerificationKind } from './types.ts';

type Deps = ReadDeps;

/** The person or company a record is about. Personal data: encrypted wherever it is stored, plain in memory only. */
export interface RecordSubject {
  /** The person's or the company's name. null if neither the caller nor a document stated it. */
  name: string | null;
  /** The record's reference in the caller's system. */
  reference: string | null;
  /** ISO 3166-1 alpha-2: a person's nationality, or else residence; a company's country of registration. */
  country: string | null;
  /** All names by which a search finds the record. */
  names: string[];
}

/** Fields of `metadata` that hold a reference, the likeliest first. The customer's own page shows `internal_ref`. */
const REFERENCE_FIELDS = [
  'internal_ref',
  'internal_reference',
  'reference',
  'reference_id',
  'ref',
  'external_id',
  'external_ref',
  'external_reference',
  'customer_id',
  'client_id',
  'client_reference',
  'application_id',
  'case_id',
] as const;

/** Returns the subject of this record from the encrypted data, or null if there is no such record. Throws if it is damaged. */
function readSubject(deps: Deps, { id, kind }: { id: string; kind: VerificationKind }): RecordSubject | null {
  const select = prepared(deps.db, "SELECT sealed_submission FROM verifications WHERE id = ? AND erasure = 'none'");
  const sealed = select.pluck().get(id) as Buffer | undefined;
  if (sealed === undefined) return null;
  const open = deps.vault.opener(id);
  if (kind === 'kyb') return subjectOfCompany(open<KybSubmission>('verifications.submission', sealed));
  const submission = open<Submission>('verifications.submission', sealed);
  const submitted = submittedName(submission.applicant);
  const names = submitted ? [submitted] : namesRead(deps, id);
  return subjectOfPerson(submission, names.map(wholeName));
}

/** Does the same, but also returns null if the record cannot be read, which is logged and does not block others. */
export function readableSubject(
  deps: Deps & { log: Logger },
  record: { id: string; kind: VerificationKind },
): RecordSubject | null {
  try {
    return readSubject(deps, record);
  } catch (error) {
    deps.log.error('queue.subject_unreadable', { verification: record.id }, error);
    return null;
  }
}

/** Returns the names on the documents of an applicant who submitted none. */
function namesRead(deps: Deps, id: string): PersonName[] {
  return (getStepResult(deps, id, 'read')?.documents ?? []).flatMap((reading) => nameOf(reading) ?? []);
}

function subjectOfPerson({ applicant, metadata }: Submission, names: string[]): RecordSubject {
  return {
    name: names[0] ?? null,
    reference: referenceOf(metadata),
    country: applicant.nationality ?? applicant.address?.country ?? null,
    names,
  };
}

function subjectOfCompany({ company, representatives, ubos, metadata }: KybSubmission): RecordSubject {
  const people = [...representatives, ...ubos].map(wholePartyName).filter((name) => name !== '');
  return {
    name: company.legal_name,
    reference: referenceOf(metadata),
    country: company.country,
    names: [company.legal_name, ...(company.trading_names ?? []), ...(company.former_names ?? []), ...people],
  };
}

function wholeName({ first, last }: PersonName): string {
  return [first, last].filter(Boolean).join(' ');
}

function wholePartyName(party: { first_name?: string; last_name?: string; legal_name?: string }): string {
  return [party.first_name, party.last_name, party.legal_name].filter(Boolean).join(' ');
}

function referenceOf(metadata: Record<string, unknown> | null): string | null {
  const values = REFERENCE_FIELDS.map((field) => metadata?.[field]);
  return values.find((value): value is string => typeof value === 'string' && value !== '') ?? null;
}

/** Returns the text in which a search matches beginnings of words: each word once, after a space, in small Latin letters if its script is known. */
export function searchableWords({ names, reference }: Pick<RecordSubject, 'names' | 'reference'>): string {
  return [...new Set([...names, ...(reference === null ? [] : [reference])].flatMap(foldedWords))]
    .map((word) => ` ${word}`)
    .join('');
}

/** Returns the words of a text, written as `searchableWords` writes them. */
export function foldedWords(text: string): string[] {
  return wordsOf(text, false).map(({ ascii, text: written }) => ascii || written);
}
