import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { VerificationAnswer } from '../../../server/contract/verification.ts';
import { upload } from '../../client/api.ts';
import { can } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { Decide, Requested } from '../../parts/decide.tsx';
import { appendFiles, canSend, createPersonFiles, PERSON_DOCUMENT_TYPES } from '../../parts/files/person-files.ts';
import { PersonFilesSection } from '../../parts/files/person-files-section.tsx';
import { appendSources, createSourceFiles, SourceFilesSection } from '../../parts/files/source-files.tsx';
import { CheckList, CheckPill, FindingList } from '../../parts/finding-list.tsx';
import { FormDialog } from '../../parts/form.tsx';
import { HitCard, SearchedLists } from '../../parts/hit-card.tsx';
import { Section } from '../../parts/page.tsx';
import { isRunning, type RecordPart, recordName } from '../../parts/record-head.ts';
import { RecordPage } from '../../parts/record-page.tsx';
import { Timeline } from '../../parts/timeline.tsx';
import { factList, metadataFacts } from '../../parts/values.tsx';
import type { Lit } from '../../parts/viewer/picture.ts';
import { Viewer } from '../../parts/viewer/viewer.tsx';
import { documentLabel, fieldLabel, type SaidFinding, t } from '../../text/text.ts';
import { useStartCapture } from '../captures/start.tsx';
import { personAgain } from '../create/again.ts';
import { Authenticity } from './authenticity.tsx';
import { Faces } from './faces.tsx';
import { FieldTables } from './field-table.tsx';
import { Liveness } from './liveness.tsx';
import { viewedDocuments } from './viewed.ts';
import './page.css';

type Part = RecordPart<VerificationAnswer, 'kyc'>;

/** Shows a person's verification: the pictures, the values read, the findings, and the decision. */
export default function VerificationPage() {
  const [adding, setAdding] = useState(false);
  return (
    <RecordPage<VerificationAnswer, 'kyc'>
      kind="kyc"
      title={t('record.person')}
      headingOf={(shown) => recordName(shown) || t('record.person')}
      onAgain={personAgain}
      requestTypes={PERSON_DOCUMENT_TYPES}
      onAddOf={({ status }) => (status === 'needs_review' && can('kyc:write') ? () => setAdding(true) : null)}
    >
      {(part) => (
        <>
          <Body {...part} />
          {adding && <AddDocuments {...part} onClose={() => setAdding(false)} />}
        </>
      )}
    </RecordPage>
  );
}

/** Shows what the decision needs next to the pictures, and further details below. */
function Body(part: Part) {
  const { path, record, mattering } = part;
  const lit = useSignal<Lit | null>(null);
  // Its dialogs stay when the documents have come and nothing is requested any more.
  const capture = useStartCapture({ subject: { kind: 'requested', id: record.id } });
  const where = findingPlace(record);
  // Faces and lists have their own sections.
  const { watchlists, ...otherChecks } = record.checks;
  const { consistency, document_validity: validity } = otherChecks;
  // With a proof it has a section too.
  const { liveness, ...checksWithoutLiveness } = otherChecks;
  const { authenticity, ...others } = liveness.proof ? checksWithoutLiveness : otherChecks;
  const listed = authenticity.sources.length > 0 ? others : { ...others, authenticity };
  const matters = (checks: readonly { findings: { code: string }[] }[]): number =>
    checks.some(({ findings }) => findings.some(({ code }) => mattering.has(code))) ? 0 : 1;
  const fields = {
    section: <FieldTables key="fields" {...part} lit={lit} />,
    rank: matters([consistency, validity]),
  };
  const looked = [
    { section: <Faces key="faces" {...part} />, rank: matters([record.face_match]) },
    { section: <Authenticity key="authenticity" {...part} />, rank: matters([authenticity]) },
    { section: <Liveness key="liveness" {...part} />, rank: matters([liveness]) },
    { section: <Hits key="hits" {...part} />, rank: matters([watchlists]) },
  ];
  // Sections with problems come first.
  const sections = [fields, ...(isRunning(record) ? [] : looked)].toSorted((a, b) => a.rank - b.rank);
  // A decision on a hit, or an assignment, does not change the record itself.
  const said = watchlists.hits.map(({ decision }) => decision?.decided_at);
  const version = JSON.stringify([record.updated_at, record.status, record.assignment, said]);
  return (
    <div class="record stack">
      <div class="record-decide">
        <Decide {...part} findings={allFindings(record)} where={where} version={version} />
        <Requested
          review={record.review}
          actions={
            record.status === 'needs_review' &&
            can('kyc:write') && <Button icon="camera" onClick={capture.ask} label={t('capture.start')} />
          }
        />
        {capture.dialogs}
      </div>
      <div class="record-pictures">
        <Viewer path={path} documents={viewedDocuments(record)} lit={lit} />
      </div>
      <div class="record-words">
        {sections.map(({ section }) => section)}
        {!isRunning(record) && <CheckList checks={listed} mattering={mattering} where={where} />}
        <Applicant record={record} />
        <Timeline path={path} version={version} canWrite={can('kyc:review')} />
      </div>
    </div>
  );
}

/** Shows further submitted data: contact data, the consent, the client's own metadata. */
function Applicant({ record }: { record: VerificationAnswer }) {
  const { applicant, consent, metadata, policy_version: policy } = record;
  return (
    <Section title={t('applicant.title')} id="applicant">
      {factList([
        [t('label.verification'), <code key="id">{record.id}</code>],
        [fieldLabel('email'), applicant.email],
        [fieldLabel('phone'), applicant.phone],
        [
          t('applicant.consent'),
          t(consent === null ? 'applicant.not_asked' : consent ? 'applicant.yes' : 'applicant.no'),
        ],
        [t('applicant.policy'), policy === null ? null : String(policy)],
        ...metadataFacts(metadata),
      ])}
    </Section>
  );
}

/** Adds files to a record that needs review; then its checks run again. */
function AddDocuments({ path, record, onReload, onClose }: Part & { onClose: () => void }) {
  // Whether faces may be detected.
  const files = useMemo(() => createPersonFiles(() => record.consent !== false), []);
  const sources = useMemo(createSourceFiles, []);
  const [list, ofSources] = [files.list.value, sources.list.value];
  return (
    <FormDialog
      title={t('add.title')}
      submitLabel={t('add.submit')}
      wide
      disabled={list.length === 0 ? ofSources.length === 0 : !canSend(list)}
      onClose={onClose}
      onSubmit={() => {
        const form = new FormData();
        if (list.length > 0) appendFiles(form, list);
        appendSources(form, ofSources);
        return upload(`${path}/documents`, form);
      }}
      done={t('add.done')}
      onDone={onReload}
    >
      <p>{t('add.what')}</p>
      <PersonFilesSection files={files} asking={false} />
      <SourceFilesSection sources={sources} />
    </FormDialog>
  );
}

type Finding = VerificationAnswer['face_match']['findings'][number];

/** Returns all findings of a record's checks. */
function allFindings({ checks, face_match: match }: VerificationAnswer): Finding[] {
  return [...Object.values(checks), match].flatMap(({ findings }) => findings);
}

/** Returns where a finding was made: the file's name, and a link to another record that it mentions. */
function findingPlace({ documents }: VerificationAnswer) {
  return (finding: SaidFinding & { document_id?: string; document_index?: number }): ComponentChildren => {
    const document = documents.find(({ id }, i) => id === finding.document_id || i === finding.document_index);
    const other = finding.evidence?.['verification'];
    if (!document && typeof other !== 'string') return null;
    return (
      <>
        {document && documentLabel(document)}{' '}
        {typeof other === 'string' && <a href={`/verifications/${other}`}>{t('findings.open_other')}</a>}
      </>
    );
  };
}

/** Shows the hits with explanations, and the lists that were searched. */
function Hits({ path, record, mattering, onReload }: Part) {
  const check = record.checks.watchlists;
  // The same name in capital letters, as on a document, counts as one name.
  const names = check.searched.map(({ name }) => name);
  const plain = names.map((name) => name.toLowerCase());
  const asked = names.filter((_, i) => plain.indexOf(plain[i] ?? '') === i).join(' / ');
  return (
    <Section
      title={t('check.watchlists')}
      id="hits"
      actions={<CheckPill check={check} mattering={mattering} ran={names.length > 0} />}
    >
      {check.hits.length === 0 && check.passed && <p class="faint">{t('hits.none')}</p>}
      {check.hits.map((hit) => (
        <HitCard
          key={hit.id}
          hit={hit}
          asked={asked || null}
          decide={can('kyc:review') && { path: `${path}/hits/${encodeURIComponent(hit.id)}`, onDecided: onReload }}
        />
      ))}
      <FindingList findings={check.findings.filter(({ code }) => !code.startsWith('hit_'))} mattering={mattering} />
      <SearchedLists lists={check.lists} searched={names.length > 0} />
    </Section>
  );
}
