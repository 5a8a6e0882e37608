import { useMemo, useState } from 'preact/hooks';
import type { KybVerificationAnswer } from '../../../server/contract/kyb-verification.ts';
import { can } from '../../client/session.ts';
import { CheckList } from '../../parts/check-list.tsx';
import { Decide } from '../../parts/decide.tsx';
import { COMPANY_DOCUMENT_TYPES } from '../../parts/files/company-documents.ts';
import { isRunning, matteringOf } from '../../parts/record-head.ts';
import { RecordPage } from '../../parts/record-page.tsx';
import { Requested } from '../../parts/requested.tsx';
import { Timeline } from '../../parts/timeline.tsx';
import { toast } from '../../parts/toast.tsx';
import { useRecord } from '../../parts/use-record.ts';
import { place } from '../../router.ts';
import { t } from '../../text/text.ts';
import { companyAgain } from '../create-company/again.ts';
import { About } from './about.tsx';
import { AddDocuments } from './add-documents.tsx';
import { Documents } from './documents.tsx';
import { allFindings, findingPlace, otherChecks } from './findings.ts';
import { Hits } from './hits.tsx';
import { OwnershipSection } from './ownership.tsx';
import './page.css';
import { namesOf } from './parties.ts';
import { People } from './people.tsx';
import { RegistrySection } from './registry.tsx';
import { Risk } from './risk.tsx';

/** The verification of a company: who owns it, who acts for it, what registers and lists say, and the decision. */
export default function CompanyPage() {
  const path = `/v1/kyb/verifications/${place.value.params['id']}`;
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
        <AddDocuments
          path={path}
          type={adding.type}
          onClose={() => setAdding(null)}
          onAdded={() => {
            toast(t('add.done'));
            reload();
          }}
        />
      )}
    </>
  );
}

type DocumentType = KybVerificationAnswer['documents'][number]['type'];

interface BodyProps {
  record: KybVerificationAnswer;
  path: string;
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
        <div class="company-columns">
          {documents}
          <About record={record} />
        </div>
        {timeline}
      </>
    );
  }
  return (
    <>
      <div class="company-top">
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
      <div class="company-columns">
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
