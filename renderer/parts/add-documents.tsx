import { useState } from 'preact/hooks';
import { upload } from '../client/api.ts';
import { t } from '../text/text.ts';
import { FormDialog } from './dialog.tsx';
import type { RecordKind } from './record-head.ts';
import { type TypedFile, TypedFiles, typedFilesForm } from './typed-files.tsx';

interface AddDocumentsProps {
  kind: RecordKind;
  path: string;
  /** What a file may be said to be. */
  types: readonly string[];
  onAdded: () => void;
  onClose: () => void;
}

/** Sends further files to a record. */
export function AddDocuments({ kind, path, types, onAdded, onClose }: AddDocumentsProps) {
  const [files, setFiles] = useState<readonly TypedFile[]>([]);
  return (
    <FormDialog
      title={t('add.title')}
      submitLabel={t('add.submit')}
      disabled={files.length === 0}
      onClose={onClose}
      onSubmit={async () => {
        await upload(`${path}/documents`, typedFilesForm(kind, files));
        onAdded();
      }}
    >
      <p>{t(kind === 'kyc' ? 'add.what' : 'add.what_company')}</p>
      <TypedFiles files={files} types={types} onChange={setFiles} />
    </FormDialog>
  );
}
