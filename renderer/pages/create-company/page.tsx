import { useCallback } from 'preact/hooks';
import { recordPath } from '../../client/queue-place.ts';
import { can } from '../../client/session.ts';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { CountryList } from '../../parts/country-field.tsx';
import { DropZone } from '../../parts/drop-zone.tsx';
import { COMPANY_DOCUMENT_TYPES, type CompanyDocumentType } from '../../parts/files/company-documents.ts';
import { FileCard, Refusals } from '../../parts/files/file-card.tsx';
import { ACCEPT, FILES_MAX, usePageDrop } from '../../parts/files/media.ts';
import { Field, Options, typed } from '../../parts/form.tsx';
import { LeaveGuard } from '../../parts/leave-guard.tsx';
import { ForbiddenPage, Page, Section } from '../../parts/page.tsx';
import { fieldLabel, t, typeLabel } from '../../text/text.ts';
import { useDraft } from '../create/drafts.ts';
import { Running } from '../create/running.tsx';
import { SubmitBar, submitWith } from '../create/submit-bar.tsx';
import { AddressFields, KindTabs, MoreFields, Simulate, TextField } from '../create/text-field.tsx';
import { companyAgain } from './again.ts';
import { type CompanyDraft, createCompanyDraft } from './company-draft.ts';
import type { CompanyFile } from './company-files.ts';
import { Owners, Representatives } from './people.tsx';
import '../create/page.css';
import './page.css';

/** Creates a company verification: the company, its representatives, its owners, its documents; then shows the running steps and the result. */
export default function CreateCompanyPage() {
  const { draft, reset } = useDraft('company', createCompanyDraft);
  const sending = draft.sending.value;
  if (!can('kyb:write')) return <ForbiddenPage title={t('nav.create')} />;
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
        <div class="reminder note warn row wrap">
          <span>{t('create.files_missing')}</span>
          <ButtonLink href={recordPath({ kind: 'kyb', id })} label={t('action.open_verification')} />
        </div>
      )}
      <fieldset disabled={isSending || id !== null}>
        <CompanySection draft={draft} />
        <Section title={fieldLabel('address')} id="address">
          <AddressFields fields={draft.fields} prefix="company.address" needed />
        </Section>
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

/** Whether the field or the file itself shows the error. */
const isTold = ({ field = '', document_index }: { field?: string; document_index?: number }): boolean =>
  document_index !== undefined || /^(?:company|representatives\[\d+\]|ubos\[\d+\])\./.test(field);

const FURTHER = ['tax_id', 'vat_number', 'lei', 'industry', 'trading_names', 'former_names'].map(
  (name) => `company.${name}`,
);

/** The company itself. Its name and country are required; its registration number identifies it reliably. */
function CompanySection({ draft: { fields } }: { draft: CompanyDraft }) {
  const field = (name: string) => ({ fields, path: `company.${name}`, label: fieldLabel(name) });
  const lines = (name: string) => {
    const { path, label } = field(name);
    return (
      <Field label={label} hint={t('create.one_a_line')} error={fields.error(path)}>
        <textarea rows={2} value={fields.value(path)} onInput={(event) => fields.set(path, typed(event))} />
      </Field>
    );
  };
  return (
    <Section title={t('kind.kyb')} id="company">
      <TextField {...field('legal_name')} needed />
      <div class="form-row">
        <TextField {...field('country')} label={t('create.registered_in')} needed />
        <TextField {...field('registration_number')} hint={t('create.registration_hint')} />
      </div>
      <div class="form-row">
        <TextField {...field('legal_form')} />
        <TextField {...field('incorporation_date')} type="date" />
      </div>
      <TextField fields={fields} path="reference" label={t('create.reference')} hint={t('create.reference_hint')} />
      <MoreFields summary={t('create.more_numbers')} fields={fields} paths={FURTHER}>
        <div class="form-row">
          <TextField {...field('tax_id')} />
          <TextField {...field('vat_number')} />
          <TextField {...field('lei')} />
        </div>
        <TextField {...field('industry')} />
        <div class="form-row">
          {lines('trading_names')}
          {lines('former_names')}
        </div>
      </MoreFields>
    </Section>
  );
}

interface DocumentsProps {
  draft: CompanyDraft;
  disabled: boolean;
}

/** The company's documents, with their files or announced in advance. */
function Documents({ draft, disabled }: DocumentsProps) {
  const { files, created } = draft;
  // A file that is added during sending would not be sent.
  const add = useCallback((more: File[]) => void (disabled || files.add(more)), [files, disabled]);
  usePageDrop(add);
  const list = files.list.value;
  return (
    <Section title={t('field.documents')} id="documents">
      <DropZone
        label={t('create.drop')}
        hint={t('create.drop_limits', { count: FILES_MAX })}
        accept={ACCEPT}
        paste
        onFiles={add}
        actions={
          created.value === null && <Button icon="plus" onClick={() => files.announce()} label={t('create.announce')} />
        }
      />
      <Refusals items={files.refused.value} />
      {list.length > 0 && (
        <ul class="file-cards stack gap-12" aria-label={t('field.documents')}>
          {list.map((one) => (
            <DocumentCard key={one.key} one={one} draft={draft} disabled={disabled} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function DocumentCard({ one, draft: { files, asking }, disabled }: DocumentsProps & { one: CompanyFile }) {
  const { key, file, media, type, fault } = one;
  return (
    <FileCard
      file={file}
      media={media}
      fault={fault}
      disabled={disabled}
      onReplace={(fresh) => void files.setFile(key, fresh)}
      onRemove={() => files.remove(key)}
    >
      <Field label={t('files.type')} error={asking.value && type === null ? t('files.type_missing') : null}>
        <select
          value={type ?? ''}
          onChange={(event) => files.setType(key, (typed(event) || null) as CompanyDocumentType | null)}
        >
          {type === null && <option value="">{t('files.choose_type')}</option>}
          <Options of={COMPANY_DOCUMENT_TYPES.map((name) => [name, typeLabel(name)])} />
        </select>
      </Field>
    </FileCard>
  );
}
