import { listsOfCheck } from '../../checks/kyb/screening.ts';
import type { CompanyDocumentResult, KybScreeningCheck, PartyId } from '../../checks/kyb/types.ts';
import { isStanding } from '../../checks/ruled-out.ts';
import type { CheckResult } from '../../checks/types.ts';
import type { KybCreated, LinkedPerson } from '../../contract/kyb-create.ts';
import type { CompanyDocumentsAnswer, KybVerificationAnswer } from '../../contract/kyb-verification.ts';
import type { Warning } from '../../contract/problem.ts';
import { isoTime, isoTimeOrNull } from '../../lib/clock.ts';
import type { CompanyDocument, KybVerification } from '../../verifications/types.ts';
import { KYB_PATH, VERIFICATIONS_PATH } from '../present.ts';
import {
  presentCheck,
  presentErrors,
  presentHit,
  presentProgress,
  type RecordAnnotations,
  reportLink,
} from '../present-record.ts';
import { presentAnnotations } from '../present-review.ts';

type DocumentAnswer = KybVerificationAnswer['documents'][number];
type HitAnswer = KybVerificationAnswer['hits'][number];

const selfLink = (id: string): string => `${KYB_PATH}/${id}`;

/** Returns the answer to a create. */
export function presentKybCreated(created: KybVerification, warnings: Warning[]): KybCreated {
  const { legal_name, country } = created.submission.company;
  return {
    id: created.id,
    status: created.status,
    created_at: isoTime(created.createdAtMs),
    livemode: created.livemode,
    company: { legal_name, country },
    links: { self: selfLink(created.id) },
    warnings,
  };
}

/** Returns the whole record. Every field is always present; what did not run is `null`. */
export function presentKyb(record: KybVerification, annotations: RecordAnnotations): KybVerificationAnswer {
  const { submission, results, decision } = record;
  const hits = (results.screening?.hits ?? []).map((hit) => presentHit(hit, annotations.hits));
  const documents = presentDocuments(record);
  const documentIds = documents.map(({ id }) => id);
  const withParty = presentParty(record, hits);
  return {
    id: record.id,
    status: record.status,
    livemode: record.livemode,
    created_at: isoTime(record.createdAtMs),
    updated_at: isoTime(record.updatedAtMs),
    company: submission.company,
    representatives: submission.representatives.map(withParty),
    ubos: submission.ubos.map(withParty),
    documents,
    metadata: submission.metadata,
    ownership: presentOwnership(record),
    checks: presentChecks(record),
    hits,
    risk: results.risk ?? null,
    progress: presentProgress(record),
    errors: presentErrors(record, documentIds),
    policy_version: decision?.policy_version ?? null,
    due_at: isoTimeOrNull(record.dueAtMs),
    ...presentAnnotations(annotations, record, documentIds),
    links: { self: selfLink(record.id), report: reportLink(selfLink(record.id), record.status) },
  };
}

/** Returns the answer to files added to a company. */
export function presentFiles(record: KybVerification, warnings: Warning[]): CompanyDocumentsAnswer {
  const { id, status } = record;
  return { id, status, documents: presentDocuments(record), links: { self: selfLink(id) }, warnings };
}

/** Returns the answer to a link between a company's person and that person's own verification. */
export function presentLink(
  kybId: string,
  link: { personId: string; verificationId: string; status: LinkedPerson['verification_status']; ended: boolean },
  warnings: Warning[],
): LinkedPerson {
  return {
    person_id: link.personId,
    verification_id: link.verificationId,
    verification_status: link.status,
    links: { self: selfLink(kybId), verification: `${VERIFICATIONS_PATH}/${link.verificationId}` },
    warnings: [...warnings, ...(link.ended ? [{ code: 'company_ended', field: 'links.self' } as const] : [])],
  };
}

/** Adds the findings to a submitted party. */
function presentParty({ links, results: { screening } }: KybVerification, hits: readonly HitAnswer[]) {
  const whole = screening !== undefined && isWhole(screening.sanctions);
  const unsearchable = (screening?.sanctions.findings ?? []).filter(({ code }) => code === 'name_not_searchable');
  return <P extends { id: PartyId }>(party: P) => {
    const link = links.find(({ personId }) => personId === party.id);
    const own = hits.filter((hit) => hit.party === party.id);
    const counts = own.some(isStanding);
    // A required search that was incomplete clears nobody, and a party without a name was not searched.
    const searched =
      whole &&
      screening.searched.some((query) => query.party === party.id) &&
      !unsearchable.some(({ evidence }) => evidence?.['party'] === party.id);
    return {
      ...party,
      screening: { passed: counts ? false : searched ? true : null, hits: own },
      verification_id: link?.verificationId ?? null,
      verification_status: link?.status ?? null,
    };
  };
}

/** Whether every party was searched in full. A finding about one party has a field; a fault that affects all has none. */
function isWhole({ passed, findings }: CheckResult): boolean {
  return passed === true || (findings.length > 0 && findings.every(({ field }) => field !== undefined));
}

function presentOwnership(record: KybVerification): KybVerificationAnswer['ownership'] {
  const { ownership } = record.results;
  return {
    threshold_percent: ownership?.threshold_percent ?? null,
    sum_percent: ownership?.sum_percent ?? null,
    owners: ownership?.owners ?? [],
    sanctioned: ownership?.sanctioned ?? null,
    nodes: ownership?.nodes ?? [],
    edges: ownership?.edges ?? [],
    findings: presentCheck(record, ownership).findings,
  };
}

function presentChecks(record: KybVerification): KybVerificationAnswer['checks'] {
  const { registry, ownership, documents, persons } = record.results;
  return {
    registry: {
      ...presentCheck(record, registry),
      datasets: registry?.datasets ?? [],
      record: registry?.record ?? null,
      comparisons: registry?.comparisons ?? [],
    },
    sanctions: presentLists(record, 'sanctions'),
    watchlists: presentLists(record, 'watchlists'),
    pep: presentLists(record, 'pep'),
    adverse_media: presentLists(record, 'adverse_media'),
    ownership: { ...presentCheck(record, ownership), datasets: ownership?.datasets ?? [] },
    documents: { ...presentCheck(record, documents), datasets: [] },
    persons: { ...presentCheck(record, persons), datasets: [] },
  };
}

function presentLists(record: KybVerification, check: KybScreeningCheck): KybVerificationAnswer['checks']['sanctions'] {
  const { screening } = record.results;
  return { ...presentCheck(record, screening?.[check]), datasets: listsOfCheck(check, screening?.lists ?? []) };
}

/** Returns one item for each descriptor, with its newest file; then the files without a descriptor. */
function presentDocuments(record: KybVerification): DocumentAnswer[] {
  const { submission, documents } = record;
  const announced = submission.documents.map((descriptor, index) => {
    const file = documents.filter((document) => document.descriptor === index).at(-1);
    return {
      type: descriptor.type,
      name: descriptor.name ?? file?.name ?? null,
      announced: true,
      ...ofFile(record, file),
    };
  });
  const others = documents.filter(({ descriptor }) => descriptor === null);
  return [
    ...announced.map((answer, index) => withMissing(record, answer, index)),
    ...others.map((file) => ({ type: file.type, name: file.name, announced: false, ...ofFile(record, file) })),
  ];
}

/** Adds the check's finding on a document that has no file yet. */
function withMissing({ results }: KybVerification, answer: DocumentAnswer, index: number): DocumentAnswer {
  if (answer.id !== null) return answer;
  const said = results.documents?.findings ?? [];
  return { ...answer, findings: said.filter(({ field }) => field === `documents[${index}]`) };
}

function ofFile(
  record: KybVerification,
  file: CompanyDocument | undefined,
): Omit<DocumentAnswer, 'type' | 'name' | 'announced'> {
  const result = file && resultOf(record, file.id);
  return {
    status: result?.status ?? (file ? 'received' : 'missing'),
    id: file?.id ?? null,
    media_type: file?.mediaType ?? null,
    size_bytes: file?.sizeBytes ?? null,
    pages: (file && pagesOf(record, file.id)) ?? null,
    dated: result?.dated ?? null,
    matches: result?.matches ?? { name: null, registration_number: null, address: null, incorporation_date: null },
    findings: result?.findings ?? [],
  };
}

function pagesOf({ results }: KybVerification, documentId: string): number | undefined {
  return results.read?.documents.find(({ document_id, pages }) => document_id === documentId && pages > 0)?.pages;
}

/** Returns the result for a file, even one that arrived after the verification ended. */
function resultOf({ results }: KybVerification, documentId: string): CompanyDocumentResult | undefined {
  const all = [...(results.documents?.documents ?? []), ...(results.late_documents?.documents ?? [])];
  return all.find(({ document_id }) => document_id === documentId);
}
