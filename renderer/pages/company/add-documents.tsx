import { useCallback, useMemo } from 'preact/hooks';
import type { CompanyDocumentsAnswer } from '../../../server/contract/kyb-verification.ts';
import { upload } from '../../client/api.ts';
import { IconButton } from '../../parts/button.tsx';
import { DropZone } from '../../parts/drop-zone.tsx';
import {
  appendCompanyFiles,
  COMPANY_DOCUMENT_TYPES,
  type CompanyDocumentType,
  companyFilesSentAs,
} from '../../parts/files/company-documents.ts';
import { Refusals } from '../../parts/files/file-card.tsx';
import { ACCEPT, usePageDrop } from '../../parts/files/media.ts';
import { FormDialog, Options, typed } from '../../parts/form.tsx';
import { formatBytes, t } from '../../text/text.ts';
import { typeLabel } from '../../text/words.ts';
import { createSender } from '../create/drafts.ts';
import { createCompanyFiles } from '../create-company/company-files.ts';

interface AddDocumentsProps {
  path: string;
  /** Of the document that is missing, if one was asked for. */
  type: CompanyDocumentType | null;
  onAdded: () => void;
  onClose: () => void;
}

/** Sends files for a company; each answers the announced document of its type. */
export function AddDocuments({ path, type: wanted, onAdded, onClose }: AddDocumentsProps) {
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
      onSubmit={async () => {
        const form = appendCompanyFiles(new FormData(), list);
        // Sent again because the answer was lost they are added once.
        await send(companyFilesSentAs(list), (headers) =>
          upload<CompanyDocumentsAnswer>(`${path}/documents`, form, { headers }),
        );
        onAdded();
      }}
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
