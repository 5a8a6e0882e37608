import { useMemo, useState } from 'preact/hooks';
import type { KybVerificationAnswer } from '../../../server/contract/kyb-verification.ts';
import { can } from '../../client/session.ts';
import { Decide, Requested } from '../../parts/decide.tsx';
import { COMPANY_DOCUMENT_TYPES, type CompanyDocumentType } from '../../parts/files/company-documents.ts';
import { CheckList } from '../../parts/finding-list.tsx';
import { Section } from '../../parts/page.tsx';
import { isRunning, type RecordPart } from '../../parts/record-head.ts';
import { RecordPage } from '../../parts/record-page.tsx';
import { Timeline } from '../../parts/timeline.tsx';
import { factList, metadataFacts } from '../../parts/values.tsx';
import { fieldLabel, formatCountry, formatDay, isolated, type SaidFinding, t, typeLabel } from '../../text/text.ts';
import { companyAgain } from '../create-company/again.ts';
import { Hits, RegistrySection, Risk } from './checks.tsx';
import { AddDocuments, Documents } from './documents.tsx';
import { OwnershipSection } from './ownership.tsx';
import { namesOf, partyOfField } from './parties.ts';
import { People } from './people.tsx';
import './page.css';

/** Shows a company's verification: its owners, its representatives, the results from registers and lists, and the decision. */
export default function CompanyPage() {
  const [adding, setAdding] = useState<{ type: CompanyDocumentType | null } | null>(null);
  return (
    <RecordPage<KybVerificationAnswer, 'kyb'>
      kind="kyb"
      title={t('company.title')}
      headingOf={({ company }) => <bdi>{company.legal_name}</bdi>}
      onAgain={companyAgain}
      requestTypes={COMPANY_DOCUMENT_TYPES}
      onAddOf={() => (can('kyb:write') ? () => setAdding({ type: null }) : null)}
    >
      {(part) => (
        <>
          <Body {...part} onAdd={(type) => setAdding({ type })} />
          {adding && <AddDocuments {...part} type={adding.type} onClose={() => setAdding(null)} />}
        </>
      )}
    </RecordPage>
  );
}

interface BodyProps extends RecordPart<KybVerificationAnswer, 'kyb'> {
  onAdd: (type: CompanyDocumentType | null) => void;
}

/** Shows the decision and the risk, then the owners over the full width, then further details. While the checks run: what was submitted. */
function Body({ onAdd, ...part }: BodyProps) {
  const { path, record, mattering } = part;
  const names = useMemo(() => namesOf(record), [record]);
  const where = findingPlace(record, names);
  const said = record.hits.map(({ decision }) => decision?.decided_at);
  const version = JSON.stringify([record.updated_at, record.status, said]);
  const people = <People {...part} />;
  const documents = <Documents {...part} {...(can('kyb:write') && { onAdd })} />;
  const timeline = (
    <Timeline path={path} version={`${record.updated_at} ${record.status}`} canWrite={can('kyb:review')} />
  );
  if (isRunning(record)) {
    return (
      <>
        {people}
        <div class="company-columns columns">
          {documents}
          <About record={record} />
        </div>
        {timeline}
      </>
    );
  }
  return (
    <>
      <div class="company-top columns">
        <Decide {...part} findings={allFindings(record)} where={where} version={version} />
        <Risk risk={record.risk} />
      </div>
      <Requested review={record.review} />
      <OwnershipSection {...part} where={where} />
      <Hits {...part} names={names} />
      {people}
      <div class="company-columns columns">
        <div>
          <RegistrySection check={record.checks.registry} mattering={mattering} />
          <About record={record} />
        </div>
        <div>
          {documents}
          <CheckList checks={otherChecks(record)} mattering={mattering} where={where} />
        </div>
      </div>
      {timeline}
    </>
  );
}

type Finding = KybVerificationAnswer['ownership']['findings'][number];

/** Returns all findings of a company's checks. */
export function allFindings({ checks, documents, risk }: KybVerificationAnswer): Finding[] {
  return [
    ...Object.values(checks).flatMap(({ findings }) => findings),
    ...documents.flatMap(({ findings }) => findings),
    ...(risk?.findings ?? []),
  ];
}

/** Returns what a finding is about: a party's name, a document, or a field. */
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

/** Returns the checks without a section of their own. An unverified person appears in the people section. */
export function otherChecks({ checks: { documents, persons } }: KybVerificationAnswer) {
  const findings = persons.findings.filter(({ code }) => code !== 'person_not_verified' && code !== 'persons_none');
  return { documents, persons: { ...persons, findings } };
}

/** Shows the submitted company data, and the client's own metadata. */
function About({ record }: { record: KybVerificationAnswer }) {
  const { company, metadata, policy_version: policy } = record;
  const { address } = company;
  const place = [address.postal_code, address.city].filter(Boolean).join(' ');
  return (
    <Section title={t('company.about')} id="about">
      {factList([
        [fieldLabel('legal_name'), <bdi key="name">{company.legal_name}</bdi>],
        [fieldLabel('trading_names'), company.trading_names?.join(', ')],
        [fieldLabel('former_names'), company.former_names?.join(', ')],
        [fieldLabel('country'), formatCountry(company.country)],
        [fieldLabel('registration_number'), company.registration_number],
        [fieldLabel('legal_form'), company.legal_form],
        [fieldLabel('incorporation_date'), company.incorporation_date && formatDay(company.incorporation_date)],
        [fieldLabel('industry'), company.industry],
        [
          fieldLabel('address'),
          [address.line1, address.line2, place, address.state, formatCountry(address.country)]
            .filter(Boolean)
            .join(', '),
        ],
        [fieldLabel('tax_id'), company.tax_id],
        [fieldLabel('vat_number'), company.vat_number],
        [fieldLabel('lei'), company.lei],
        ...metadataFacts(metadata),
        [t('applicant.policy'), policy === null ? null : String(policy)],
        [t('label.verification'), <code key="id">{record.id}</code>],
      ])}
    </Section>
  );
}
