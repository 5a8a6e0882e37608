import { useMemo } from 'preact/hooks';
import type { AddedDocumentsAnswer } from '../../../server/contract/person-documents.ts';
import { upload } from '../../client/api.ts';
import { FormDialog } from '../../parts/dialog.tsx';
import { appendFiles, canSend, createPersonFiles } from '../../parts/files/person-files.ts';
import { PersonFilesSection } from '../../parts/files/person-files-section.tsx';
import { t } from '../../text/text.ts';

interface AddDocumentsProps {
  path: string;
  /** Whether a face may be looked for. */
  consent: boolean;
  onAdded: () => void;
  onClose: () => void;
}

/** Sends further files to a record that waits for a person; then its checks run again. */
export function AddDocuments({ path, consent, onAdded, onClose }: AddDocumentsProps) {
  const files = useMemo(() => createPersonFiles(() => consent), []);
  const list = files.list.value;
  return (
    <FormDialog
      title={t('add.title')}
      submitLabel={t('add.submit')}
      wide
      disabled={!canSend(list)}
      onClose={onClose}
      onSubmit={async () => {
        const form = new FormData();
        appendFiles(form, list);
        await upload<AddedDocumentsAnswer>(`${path}/documents`, form);
        onAdded();
      }}
    >
      <p>{t('add.what')}</p>
      <PersonFilesSection files={files} asking={false} />
    </FormDialog>
  );
}
