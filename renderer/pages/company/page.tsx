import { useMemo, useState } from 'preact/hooks';
import type { KybVerificationAnswer } from '../../../server/contract/kyb-verification.ts';
import type { RecordPath } from '../../client/queue-place.ts';
import { can } from '../../client/session.ts';
import { Decide, Requested } from '../../parts/decide.tsx';
import { COMPANY_DOCUMENT_TYPES } from '../../parts/files/company-documents.ts';
import { CheckList } from '../../parts/finding-list.tsx';
import { Section } from '../../parts/page.tsx';
import { isRunning, matteringOf } from '../../parts/record-head.ts';
import { RecordPage } from '../../parts/record-page.tsx';
import { Timeline } from '../../parts/timeline.tsx';
import { useRecord } from '../../parts/use-record.ts';
import { factList, metadataFacts } from '../../parts/values.tsx';
import { place } from '../../router.ts';
import { fieldLabel, formatCountry, formatDay, isolated, type SaidFinding, t, typeLabel } from '../../text/text.ts';
import { companyAgain } from '../create-company/again.ts';
import { Hits, RegistrySection, Risk } from './checks.tsx';
import { AddDocuments, Documents } from './documents.tsx';
import { OwnershipSection } from './ownership.tsx';
import { namesOf, partyOfField } from './parties.ts';
import { People } from './people.tsx';
import './page.css';

/** The verification of a company: who owns it, who acts for it, what registers and lists say, and the decision. */
export default function CompanyPage() {
  const path = `/v1/kyb/verifications/${place.value.params['id']}` as const;
  const { record, progress } = useRecord<KybVerificationAnswer>(path);
  const [adding, setAdding] = useState<{ type: DocumentType | null } | null>(null);
  const reload = (): void => void record.reload();
  return (
    <>
      <RecordPage
        kind="kyb"
        path={path}
        record={record}
        progress={progress}
        title={t('company.title')}
        headingOf={({ company }) => <bdi>{company.legal_name}</bdi>}
        onAgain={companyAgain}
        requestTypes={COMPANY_DOCUMENT_TYPES}
        onAddOf={() => (can('kyb:write') ? () => setAdding({ type: null }) : null)}
      >
        {(shown) => (
          <Body
            record={shown}
            path={path}
            onChange={record.set}
            onReload={reload}
            onAdd={(type) => setAdding({ type })}
          />
        )}
      </RecordPage>
      {adding && record.known() && (
        <AddDocuments path={path} type={adding.type} onClose={() => setAdding(null)} onAdded={reload} />
      )}
    </>
  );
}

type DocumentType = KybVerificationAnswer['documents'][number]['type'];

interface BodyProps {
  record: KybVerificationAnswer;
  path: RecordPath<'kyb'>;
  onChange: (record: KybVerificationAnswer) => void;
  onReload: () => void;
  onAdd: (type: DocumentType | null) => void;
}

/** The decision and the risk, then the owners over the whole width, then what is looked up. While the checks run: what was sent. */
function Body({ record, path, onChange, onReload, onAdd }: BodyProps) {
  const mattering = useMemo(() => matteringOf(record), [record]);
  const names = useMemo(() => namesOf(record), [record]);
  const where = findingPlace(record, names);
  const said = record.hits.map(({ decision }) => decision?.decided_at);
  const version = JSON.stringify([record.updated_at, record.status, said]);
  const people = <People path={path} record={record} mattering={mattering} onChange={onReload} />;
  const documents = (
    <Documents path={path} documents={record.documents} mattering={mattering} {...(can('kyb:write') && { onAdd })} />
  );
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
        <Decide<KybVerificationAnswer>
          kind="kyb"
          path={path}
          record={record}
          findings={allFindings(record)}
          where={where}
          version={version}
          onChange={onChange}
        />
        <Risk risk={record.risk} />
      </div>
      <Requested review={record.review} />
      <OwnershipSection record={record} mattering={mattering} where={where} />
      <Hits path={path} record={record} names={names} mattering={mattering} onChange={onReload} />
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

/** What was submitted of the company, and the sender's own data. */
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
