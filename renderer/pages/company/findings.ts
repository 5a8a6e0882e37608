import type { KybVerificationAnswer } from '../../../server/contract/kyb-verification.ts';
import { isolated } from '../../text/text.ts';
import { fieldLabel, type SaidFinding, typeLabel } from '../../text/words.ts';
import { partyOfField } from './parties.ts';

type Finding = KybVerificationAnswer['ownership']['findings'][number];

/** Everything that the checks of a company found. */
export function allFindings({ checks, documents, risk }: KybVerificationAnswer): Finding[] {
  return [
    ...Object.values(checks).flatMap(({ findings }) => findings),
    ...documents.flatMap(({ findings }) => findings),
    ...(risk?.findings ?? []),
  ];
}

/** What of a company a finding is about: somebody's name, a document, or a field. */
export function findingPlace(record: KybVerificationAnswer, names: ReadonlyMap<string, string>) {
  return (finding: SaidFinding & { field?: string; document_id?: string }): string | null => {
    const { field, evidence, document_id: id } = finding;
    const party = partyOfField(record, field) ?? evidence?.['party'] ?? evidence?.['person'];
    const name = typeof party === 'string' ? names.get(party) : undefined;
    if (name) return isolated(name);
    const document = record.documents.find((one) => one.id !== null && one.id === id);
    if (document) return typeLabel(document.type);
    return field?.startsWith('company.') ? fieldLabel(field) : null;
  };
}

/** Checks without a place of their own. Whoever is not verified is seen among the people. */
export function otherChecks({ checks: { documents, persons } }: KybVerificationAnswer) {
  const findings = persons.findings.filter(({ code }) => code !== 'person_not_verified' && code !== 'persons_none');
  return { documents, persons: { ...persons, findings } };
}
