import { useCallback } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { DropZone } from '../../parts/drop-zone.tsx';
import { COMPANY_DOCUMENT_TYPES, type CompanyDocumentType } from '../../parts/files/company-documents.ts';
import { FileCard, Refusals } from '../../parts/files/file-card.tsx';
import { ACCEPT, FILES_MAX, usePageDrop } from '../../parts/files/media.ts';
import { Field, Options, typed } from '../../parts/form.tsx';
import { Section } from '../../parts/page.tsx';
import { t } from '../../text/text.ts';
import { typeLabel } from '../../text/words.ts';
import type { CompanyDraft } from './company-draft.ts';
import type { CompanyFile } from './company-files.ts';

interface DocumentsProps {
  draft: CompanyDraft;
  disabled: boolean;
}

/** Documents of the company, with their files or announced before they come. */
export function Documents({ draft, disabled }: DocumentsProps) {
  const { files, created } = draft;
  // What comes while the files are sent would be sent by nobody.
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
          created.value === null && (
            <Button icon="plus" onClick={() => files.announce()}>
              {t('create.announce')}
            </Button>
          )
        }
      />
      <Refusals items={files.refused.value} />
      {list.length > 0 && (
        <ul class="file-cards" aria-label={t('field.documents')}>
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
