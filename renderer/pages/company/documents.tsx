import { useSignal } from '@preact/signals';
import { useCallback, useMemo } from 'preact/hooks';
import type { KybVerificationAnswer } from '../../../server/contract/kyb-verification.ts';
import { upload } from '../../client/api.ts';
import { Button, Icon, IconButton } from '../../parts/button.tsx';
import { DropZone } from '../../parts/drop-zone.tsx';
import {
  appendCompanyFiles,
  COMPANY_DOCUMENT_TYPES,
  type CompanyDocumentType,
  companyFilesSentAs,
} from '../../parts/files/company-documents.ts';
import { Refusals } from '../../parts/files/file-card.tsx';
import { ACCEPT, usePageDrop } from '../../parts/files/media.ts';
import { FindingList } from '../../parts/finding-list.tsx';
import { FormDialog, Options, typed } from '../../parts/form.tsx';
import { Section } from '../../parts/page.tsx';
import type { RecordPart } from '../../parts/record-head.ts';
import { Pill, type Tone } from '../../parts/values.tsx';
import type { Lit } from '../../parts/viewer/picture.ts';
import { Viewer } from '../../parts/viewer/viewer.tsx';
import { fieldLabel, formatBytes, formatDay, isolated, t, typeLabel } from '../../text/text.ts';
import { createSender } from '../create/drafts.ts';
import { createCompanyFiles } from '../create-company/company-files.ts';

type CompanyDocument = KybVerificationAnswer['documents'][number];

const TONES: Readonly<Record<CompanyDocument['status'], Tone>> = {
  missing: 'warn',
  received: 'busy',
  processed: 'good',
  rejected: 'bad',
};

interface DocumentsProps extends RecordPart<KybVerificationAnswer, 'kyb'> {
  /** Missing: nothing can be added. */
  onAdd?: (type: CompanyDocumentType | null) => void;
}

/** Shows the company's documents: their pictures, and the company data found on them. */
export function Documents({ path, record: { documents }, mattering, onAdd }: DocumentsProps) {
  const lit = useSignal<Lit | null>(null);
  const viewed = documents.flatMap(({ id, type, name, pages }) =>
    id === null
      ? []
      : [{ id, label: name ? `${typeLabel(type)} · ${name}` : typeLabel(type), pages, turn: 0, boxes: [] }],
  );
  return (
    <Section
      title={t('company.documents')}
      id="documents"
      actions={onAdd && <Button icon="upload" onClick={() => onAdd(null)} label={t('add.title')} />}
    >
      {documents.length === 0 && <p class="faint">{t('company.no_documents')}</p>}
      <div class={viewed.length > 0 ? 'company-documents stack' : ''}>
        {viewed.length > 0 && <Viewer path={path} documents={viewed} lit={lit} />}
        <ul class="document-list">
          {documents.map((document, i) => (
            <li key={document.id ?? `missing${i}`}>
              <header class="row wrap">
                <h3>
                  {document.id === null ? (
                    typeLabel(document.type)
                  ) : (
                    <button
                      type="button"
                      class="field-link bare"
                      onClick={() => {
                        lit.value = { document: document.id ?? '', key: '', go: true };
                      }}
                    >
                      {typeLabel(document.type)}
                    </button>
                  )}
                </h3>
                <Pill tone={TONES[document.status]}>{t(`company.document.${document.status}`)}</Pill>
                {document.status === 'missing' && onAdd && (
                  <Button look="quiet" onClick={() => onAdd(document.type)} label={t('action.add')} />
                )}
              </header>
              <p class="small faint">{aboutOf(document)}</p>
              <Matches matches={document.matches} />
              <FindingList findings={document.findings} mattering={mattering} />
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}

function aboutOf({ name, size_bytes: size, dated, announced }: CompanyDocument): string {
  return [
    name && isolated(name),
    size !== null && formatBytes(size),
    dated !== null && t('company.dated', { day: formatDay(dated) }),
    !announced && t('company.not_announced'),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Shows what was looked for on the document. */
function Matches({ matches }: Pick<CompanyDocument, 'matches'>) {
  const looked = Object.entries(matches).filter(([, found]) => found !== null);
  if (looked.length === 0) return null;
  return (
    <ul class="matches">
      {looked.map(([field, found]) => (
        <li key={field} class={found ? 'verdict good' : 'verdict bad'}>
          <Icon name={found ? 'check' : 'alert'} />
          {t(found ? 'company.found_on' : 'company.not_found_on', { field: fieldLabel(field) })}
        </li>
      ))}
    </ul>
  );
}

interface AddDocumentsProps extends RecordPart<KybVerificationAnswer, 'kyb'> {
  /** The type of the missing document, if one was requested. */
  type: CompanyDocumentType | null;
  onClose: () => void;
}

/** Adds files to a company; each fills the announced document of its type. */
export function AddDocuments({ path, type: wanted, onReload, onClose }: AddDocumentsProps) {
  const files = useMemo(createCompanyFiles, []);
  const add = useCallback((more: File[]) => void files.add(more, wanted), [files, wanted]);
  usePageDrop(add);
  const list = files.list.value;
  const send = useMemo(createSender, []);
  return (
    <FormDialog
      title={t('add.title')}
      submitLabel={t('add.submit')}
      disabled={list.length === 0}
      onClose={onClose}
      onSubmit={() => {
        const form = appendCompanyFiles(new FormData(), list);
        // If they are sent again because the answer was lost, they are added once.
        return send(companyFilesSentAs(list), (headers) => upload(`${path}/documents`, form, { headers }));
      }}
      done={t('add.done')}
      onDone={onReload}
    >
      <p>{t('company.add_what')}</p>
      <DropZone label={t('company.add_drop')} accept={ACCEPT} paste onFiles={add} />
      <Refusals items={files.refused.value} />
      <ul class="added breaks">
        {list.map(({ key, file, type }) => (
          <li key={key}>
            <span>
              <bdi>{file?.name}</bdi> <span class="faint">{formatBytes(file?.size ?? 0)}</span>
            </span>
            <select
              aria-label={t('company.add_type', { name: file?.name ?? '' })}
              value={type ?? ''}
              onChange={(event) => files.setType(key, (typed(event) || null) as CompanyDocumentType | null)}
            >
              <option value="">{t('company.add_untold')}</option>
              <Options of={COMPANY_DOCUMENT_TYPES.map((one) => [one, typeLabel(one)])} />
            </select>
            <IconButton
              icon="trash"
              label={t('company.add_remove', { name: file?.name ?? '' })}
              onClick={() => files.remove(key)}
            />
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}
