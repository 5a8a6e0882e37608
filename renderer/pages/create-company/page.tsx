import { can } from '../../client/session.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { CountryList } from '../../parts/country-field.tsx';
import { LeaveGuard } from '../../parts/leave-guard.tsx';
import { Page } from '../../parts/page.tsx';
import { Forbidden } from '../../parts/states.tsx';
import { t } from '../../text/text.ts';
import { useDraft } from '../create/drafts.ts';
import { KindTabs, Simulate } from '../create/text-field.tsx';
import '../create/page.css';
import { recordPathOf } from '../create/again.ts';
import { Running } from '../create/running.tsx';
import { SubmitBar, submitWith } from '../create/submit-bar.tsx';
import { companyAgain } from './again.ts';
import { type CompanyDraft, createCompanyDraft } from './company-draft.ts';
import { AddressSection, CompanySection } from './company-form.tsx';
import { Documents } from './documents.tsx';
import './page.css';
import { Owners, Representatives } from './people.tsx';

/** A company to be verified: what it is, who acts for it, who owns it, its documents; then the steps as they run and the outcome. */
export default function CreateCompanyPage() {
  const { draft, reset } = useDraft('company', createCompanyDraft);
  const sending = draft.sending.value;
  if (!can('kyb:write'))
    return (
      <Page title={t('nav.create')}>
        <Forbidden />
      </Page>
    );
  return (
    <Page title={t('nav.create')} width="text" actions={sending.phase !== 'sent' && <KindTabs current="kyb" />}>
      {sending.phase === 'sent' ? (
        <Running kind="kyb" id={sending.id} onAgain={companyAgain} onAnother={reset} />
      ) : (
        <Form draft={draft} isSending={sending.phase === 'sending'} />
      )}
      <LeaveGuard active={draft.files.list.value.some(({ file }) => file !== null)} onLeave={reset} />
    </Page>
  );
}

function Form({ draft, isSending }: { draft: CompanyDraft; isSending: boolean }) {
  const id = draft.created.value;
  return (
    <form noValidate onSubmit={submitWith(draft.send)} aria-label={t('create.company_form')}>
      {id !== null && !isSending && (
        <div class="reminder">
          <span>{t('create.files_missing')}</span>
          <ButtonLink href={recordPathOf('kyb', id)}>{t('action.open_verification')}</ButtonLink>
        </div>
      )}
      <fieldset disabled={isSending || id !== null}>
        <CompanySection draft={draft} />
        <AddressSection draft={draft} />
        <Representatives draft={draft} />
        <Owners draft={draft} />
      </fieldset>
      <fieldset disabled={isSending}>
        <Documents draft={draft} disabled={isSending} />
        <Simulate chosen={draft.simulate} />
      </fieldset>
      <SubmitBar
        sending={draft.sending.value}
        isTold={isTold}
        {...(id !== null && { label: t('create.send_files') })}
      />
      <CountryList />
    </form>
  );
}

/** Values and files show what is wrong with them. */
const isTold = ({ field = '', document_index }: { field?: string; document_index?: number }): boolean =>
  document_index !== undefined || /^(?:company|representatives\[\d+\]|ubos\[\d+\])\./.test(field);
