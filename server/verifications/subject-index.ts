import type { PersonName } from '../checks/names.ts';
import { nameOf, submittedName } from '../checks/read-values.ts';
import { prepared } from '../db/prepared.ts';
import type { Logger } from '../lib/log.ts';
import { wordsOf } from '../names/written/words.ts';
import type { ReadDeps } from './deps.ts';
import { getStepResult } from './store.ts';
import type { KybSubmission, Submission, VerificationKind } from './types.ts';

type Deps = ReadDeps;

/** Whom a record is about. Personal: it is sealed wherever it is kept, and stands in memory only. */
export interface RecordSubject {
  /** The person's or the company's; null where neither the caller nor a document told it. */
  name: string | null;
  /** What the caller's system knows the record by. */
  reference: string | null;
  /** ISO 3166-1 alpha-2: of nationality, else of residence; of a company where it is registered. */
  country: string | null;
  /** Everybody whom a search for names finds the record by. */
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

/** Whom this record is about, from what is sealed; null where there is no such record. Throws where it is damaged. */
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

/** The same; null too where it cannot be read, which is told in the log and holds back nothing else. */
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

/** What the documents of somebody who gave no name say. */
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

/** What a search looks for the beginnings of words in: each word once, behind a blank, in small Latin letters where its script is known. */
export function searchableWords({ names, reference }: Pick<RecordSubject, 'names' | 'reference'>): string {
  return [...new Set([...names, ...(reference === null ? [] : [reference])].flatMap(foldedWords))]
    .map((word) => ` ${word}`)
    .join('');
}

/** The words of a text, written as `searchableWords` writes them. */
export function foldedWords(text: string): string[] {
  return wordsOf(text, false).map(({ ascii, text: written }) => ascii || written);
}
