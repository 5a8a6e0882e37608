import { useMemo, useState } from 'preact/hooks';
import type { KybVerificationAnswer } from '../../../server/api/contract/kyb-verification.ts';
import { can } from '../../client/session.ts';
import { Assignment } from '../../parts/assignment.tsx';
import { CheckList } from '../../parts/check-list.tsx';
import { Decide } from '../../parts/decide.tsx';
import { ErasedRecord } from '../../parts/erased-record.tsx';
import { COMPANY_DOCUMENT_TYPES } from '../../parts/files/company-documents.ts';
import { NextRecord } from '../../parts/next-record.tsx';
import { NoRecord } from '../../parts/no-record.tsx';
import { Page } from '../../parts/page.tsx';
import { StatusPill } from '../../parts/pill.tsx';
import { Item, RecordActions } from '../../parts/record-actions.tsx';
import { isRunning, reasonsOf } from '../../parts/record-head.ts';
import { RecordProgress } from '../../parts/record-progress.tsx';
import { KYB_STEPS } from '../../parts/record-steps.ts';
import { Requested } from '../../parts/requested.tsx';
import { Loaded } from '../../parts/states.tsx';
import { Ago } from '../../parts/time.tsx';
import { Timeline } from '../../parts/timeline.tsx';
import { toast } from '../../parts/toast.tsx';
import { useRecord } from '../../parts/use-record.ts';
import { place } from '../../router.ts';
import { t } from '../../text/text.ts';
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
  const state = record.state.value;
  const data = state.status === 'ready' ? state.data : null;
  if (state.status === 'error' && ['erased', 'not_found'].includes(state.error.code)) {
    return (
      <Page title={t('company.title')} width="text">
        {state.error.code === 'erased' ? <ErasedRecord path={path} /> : <NoRecord />}
      </Page>
    );
  }
  const reload = (): void => void record.reload();
  return (
    <Page
      title={t('company.title')}
      heading={data && <bdi>{data.company.legal_name}</bdi>}
      intro={data && <Intro record={data} path={path} onChange={record.set} />}
      actions={
        data && (
          <>
            <RecordActions<KybVerificationAnswer>
              kind="kyb"
              path={path}
              record={data}
              onChange={record.set}
              onErased={reload}
              requestTypes={COMPANY_DOCUMENT_TYPES}
            >
              {can('kyb:write') && (
                <Item icon="upload" label={t('add.title')} onClick={() => setAdding({ type: null })} />
              )}
            </RecordActions>
            <NextRecord id={data.id} />
          </>
        )
      }
    >
      <Loaded of={record}>
        {(shown) => (
          <>
            {isRunning(shown) && (
              <RecordProgress status={shown.status} steps={KYB_STEPS} progress={progress.value ?? shown.progress} />
            )}
            <Body
              record={shown}
              path={path}
              onChange={record.set}
              onReload={reload}
              onAdd={(type) => setAdding({ type })}
            />
          </>
        )}
      </Loaded>
      {adding && (
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
    </Page>
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
  const mattering = useMemo(() => new Set(reasonsOf(record).map(({ code }) => code)), [record]);
  const names = useMemo(() => namesOf(record), [record]);
  const where = findingPlace(record, names);
  const people = <People path={path} record={record} onChange={onReload} />;
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

function Intro({ record, path, onChange }: Pick<BodyProps, 'record' | 'path' | 'onChange'>) {
  return (
    <div class="record-intro">
      <StatusPill status={record.status} />
      <span>
        {t('record.created')} <Ago at={record.created_at} />
      </span>
      <Assignment<KybVerificationAnswer> kind="kyb" path={path} record={record} onChange={onChange} />
    </div>
  );
}
