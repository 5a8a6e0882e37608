import { useRef, useState } from 'preact/hooks';
import type { CompanyDocumentsAnswer } from '../../../server/api/contract/kyb-verification.ts';
import { upload } from '../../client/api.ts';
import { IconButton } from '../../parts/button.tsx';
import { FormDialog } from '../../parts/dialog.tsx';
import { DropZone } from '../../parts/drop-zone.tsx';
import { typed } from '../../parts/field.tsx';
import {
  appendCompanyFiles,
  COMPANY_DOCUMENT_TYPES,
  type CompanyDocumentType,
} from '../../parts/files/company-documents.ts';
import { ACCEPT } from '../../parts/files/media.ts';
import { formatBytes } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { typeLabel } from '../../text/words.ts';
import { type Attempt, attemptFor, sendOnce } from '../create/sending.ts';

interface TypedFile {
  file: File;
  /** null: of no announced type. */
  type: CompanyDocumentType | null;
}

interface AddDocumentsProps {
  path: string;
  /** Of the document that is missing, if one was asked for. */
  type: CompanyDocumentType | null;
  onAdded: () => void;
  onClose: () => void;
}

/** Sends files for a company; each answers the announced document of its type. */
export function AddDocuments({ path, type: wanted, onAdded, onClose }: AddDocumentsProps) {
  const [files, setFiles] = useState<readonly TypedFile[]>([]);
  const attempt = useRef<Attempt | null>(null);
  return (
    <FormDialog
      title={t('add.title')}
      submitLabel={t('add.submit')}
      disabled={files.length === 0}
      onClose={onClose}
      onSubmit={async () => {
        // Sent again because the answer was lost they are added once.
        const about = files.map(({ file, type }) => [file.name, file.size, file.lastModified, type]);
        attempt.current = attemptFor(attempt.current, JSON.stringify(about));
        const headers = { 'Idempotency-Key': attempt.current.key };
        const form = appendCompanyFiles(new FormData(), files);
        await sendOnce(() => upload<CompanyDocumentsAnswer>(`${path}/documents`, form, { headers }));
        onAdded();
      }}
    >
      <p>{t('company.add_what')}</p>
      <DropZone
        label={t('company.add_drop')}
        accept={ACCEPT}
        paste
        onFiles={(more) => setFiles([...files, ...more.map((file) => ({ file, type: wanted }))])}
      />
      <ul class="added">
        {files.map(({ file, type }, i) => (
          <li key={`${file.name}${i}`}>
            <span>
              <bdi>{file.name}</bdi> <span class="faint">{formatBytes(file.size)}</span>
            </span>
            <select
              aria-label={t('company.add_type', { name: file.name })}
              value={type ?? ''}
              onChange={(event) => {
                const chosen = (typed(event) || null) as CompanyDocumentType | null;
                setFiles(files.map((one, at) => (at === i ? { ...one, type: chosen } : one)));
              }}
            >
              <option value="">{t('company.add_untold')}</option>
              {COMPANY_DOCUMENT_TYPES.map((one) => (
                <option key={one} value={one}>
                  {typeLabel(one)}
                </option>
              ))}
            </select>
            <IconButton
              icon="trash"
              label={t('company.add_remove', { name: file.name })}
              onClick={() => setFiles(files.filter((_, at) => at !== i))}
            />
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}
