import { useState } from 'preact/hooks';
import type { AddedDocumentsAnswer } from '../../../server/api/contract/person-documents.ts';
import { upload } from '../../client/api.ts';
import { FormDialog } from '../../parts/dialog.tsx';
import { DropZone } from '../../parts/drop-zone.tsx';
import { typed } from '../../parts/field.tsx';
import { formatBytes } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { typeLabel } from '../../text/words.ts';

export const DOCUMENT_TYPES = [
  'national_id',
  'passport',
  'driving_license',
  'residence_permit',
  'selfie',
  'proof_of_address',
  'other',
] as const;

interface AddDocumentsProps {
  path: string;
  onAdded: () => void;
  onClose: () => void;
}

/** Sends further files to a record that waits for a person; then its checks run again. */
export function AddDocuments({ path, onAdded, onClose }: AddDocumentsProps) {
  const [files, setFiles] = useState<readonly { file: File; type: string }[]>([]);
  return (
    <FormDialog
      title={t('add.title')}
      submitLabel={t('add.submit')}
      disabled={files.length === 0}
      onClose={onClose}
      onSubmit={async () => {
        const form = new FormData();
        if (files.some(({ type }) => type !== '')) {
          const items = files.map(({ type }) => ({ type: type || 'other' }));
          form.append('documents_meta', JSON.stringify({ items }));
        }
        for (const { file } of files) form.append('documents[]', file, file.name);
        await upload<AddedDocumentsAnswer>(`${path}/documents`, form);
        onAdded();
      }}
    >
      <p>{t('add.what')}</p>
      <DropZone
        label={t('add.drop')}
        accept="image/jpeg,image/png,application/pdf"
        paste
        onFiles={(more) => setFiles((now) => [...now, ...more.map((file) => ({ file, type: '' }))])}
      />
      <ul class="added">
        {files.map(({ file, type }, i) => (
          <li key={`${file.name}${i}`}>
            <span>
              {file.name} <span class="faint">{formatBytes(file.size)}</span>
            </span>
            <select
              aria-label={t('add.type', { name: file.name })}
              value={type}
              onChange={(event) => {
                const chosen = typed(event);
                setFiles((now) => now.map((one, at) => (at === i ? { ...one, type: chosen } : one)));
              }}
            >
              <option value="">{t('add.found')}</option>
              {DOCUMENT_TYPES.map((one) => (
                <option key={one} value={one}>
                  {typeLabel(one)}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}
