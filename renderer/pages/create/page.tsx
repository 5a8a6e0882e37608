import { can } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { CountryList } from '../../parts/country-field.tsx';
import { PersonFilesSection } from '../../parts/files/person-files-section.tsx';
import { SourceFilesSection } from '../../parts/files/source-files.tsx';
import { Radios } from '../../parts/form.tsx';
import { LeaveGuard } from '../../parts/leave-guard.tsx';
import { ForbiddenPage, Page, Section } from '../../parts/page.tsx';
import { fieldLabel, t } from '../../text/text.ts';
import { useStartCapture } from '../captures/start.tsx';
import { personAgain } from './again.ts';
import { type Consent, createPersonDraft, metadataOf, type PersonDraft, useDraft } from './drafts.ts';
import { nested } from './fields.ts';
import { Running } from './running.tsx';
import { SubmitBar, submitWith } from './submit-bar.tsx';
import { AddressFields, KindTabs, MoreFields, Simulate, TextField } from './text-field.tsx';
import './page.css';

/** Creates a person's verification: documents and selfie, personal data; then shows the running steps and the result. */
export default function CreatePage() {
  const { draft, reset } = useDraft('person', createPersonDraft);
  const sending = draft.sending.value;
  const capture = useStartCapture({ subject: subjectOf(draft), onCreated: reset });
  if (!can('kyc:write')) return <ForbiddenPage title={t('nav.create')} />;
  return (
    <Page
      title={t('nav.create')}
      width={sending.phase === 'sent' ? 'text' : 'wide'}
      actions={
        sending.phase !== 'sent' && (
          <>
            <KindTabs current="kyc" />
            <Button icon="camera" onClick={capture.ask} label={t('capture.start')} />
          </>
        )
      }
    >
      {sending.phase === 'sent' ? (
        <Running kind="kyc" id={sending.id} onAgain={personAgain} onAnother={reset} />
      ) : (
        <Form draft={draft} isSending={sending.phase === 'sending'} onChallenge={capture.ask} />
      )}
      {capture.dialogs}
      <LeaveGuard
        active={draft.files.list.value.length + draft.sources.list.value.length > 0}
        onLeave={() => {
          draft.cancel();
          reset();
        }}
      />
    </Page>
  );
}

/** The session gets what was typed; the applicant agrees and captures on their own page. */
function subjectOf(draft: PersonDraft): Parameters<typeof useStartCapture>[0]['subject'] {
  const applicant = nested(draft.fields.values.value, 'applicant');
  const metadata = metadataOf(draft);
  return {
    kind: 'verification',
    data: {
      ...(Object.keys(applicant).length > 0 && { applicant }),
      ...(Object.keys(metadata).length > 0 && { metadata }),
    },
    hasFiles: draft.files.list.value.length > 0,
  };
}

interface FormProps {
  draft: PersonDraft;
  isSending: boolean;
  /** The operator wants the proof of a live person instead of a selfie. */
  onChallenge: () => void;
}

function Form({ draft, isSending, onChallenge }: FormProps) {
  return (
    <form class="create columns" noValidate onSubmit={submitWith(draft.send)} aria-label={t('create.person_form')}>
      <fieldset class="create-files" disabled={isSending}>
        <PersonFilesSection
          files={draft.files}
          disabled={isSending}
          asking={draft.asking.value}
          onChallenge={onChallenge}
        />
        <SourceFilesSection sources={draft.sources} disabled={isSending} />
      </fieldset>
      <div class="create-side">
        <fieldset disabled={isSending}>
          <ConsentSection draft={draft} />
          <ApplicantSection draft={draft} />
          <Simulate chosen={draft.simulate} />
        </fieldset>
        <SubmitBar sending={draft.sending.value} notes={notesOf(draft)} isTold={isTold} onCancel={draft.cancel} />
      </div>
      <CountryList />
    </form>
  );
}

/** Whether the field or the file itself shows the error. */
const isTold = ({ field, document_index }: { field?: string; document_index?: number }): boolean =>
  document_index !== undefined || field?.startsWith('applicant.') === true;

/** Returns notes on what the verification cannot check without further files. */
function notesOf({ files }: PersonDraft): string[] {
  const list = files.list.value;
  if (list.length === 0 || list.some(({ type }) => type === null)) return [];
  const hasSelfie = list.some(({ type }) => type === 'selfie');
  const hasIdentity = list.some(({ type }) => type !== 'selfie' && type !== 'proof_of_address' && type !== 'other');
  return [...(hasIdentity ? [] : [t('create.no_identity')]), ...(hasSelfie ? [] : [t('create.no_selfie')])];
}

const CONSENTS: readonly Consent[] = ['given', 'refused', 'not_asked'];

const CONTACT = ['applicant.email', 'applicant.phone', 'applicant.address'];

/** The person's data; all of it is optional. */
function ApplicantSection({ draft: { fields } }: { draft: PersonDraft }) {
  const field = (name: string) => ({ fields, path: `applicant.${name}`, label: fieldLabel(name) });
  return (
    <Section title={t('create.applicant')} id="applicant">
      <p class="hint applicant-hint">{t('create.applicant_hint')}</p>
      <div class="form-row">
        <TextField {...field('first_name')} />
        <TextField {...field('last_name')} />
      </div>
      <div class="form-row">
        <TextField {...field('dob')} hint={t('create.dob_hint')} />
        <TextField {...field('nationality')} />
      </div>
      <TextField fields={fields} path="reference" label={t('create.reference')} hint={t('create.reference_hint')} />
      <MoreFields summary={t('create.contact')} fields={fields} paths={CONTACT}>
        <TextField {...field('email')} type="email" />
        <TextField {...field('phone')} type="tel" hint={t('create.phone_hint')} />
        <AddressFields fields={fields} prefix="applicant.address" />
      </MoreFields>
    </Section>
  );
}

/** Consent to compare faces. */
function ConsentSection({ draft: { consent, files } }: { draft: PersonDraft }) {
  return (
    <Section title={t('create.consent')} id="consent">
      <fieldset>
        <legend class="hint">{t('create.consent_hint')}</legend>
        <Radios
          name="consent"
          options={CONSENTS.map((one) => [one, t(`create.consent_${one}`)])}
          chosen={consent.value}
          onChoose={(one) => {
            consent.value = one;
            if (one === 'given') files.lookAgain();
          }}
        />
      </fieldset>
    </Section>
  );
}
