import type { ComponentChildren } from 'preact';
import { formatBytes } from '../text/format.ts';
import { t } from '../text/text.ts';
import { typeLabel } from '../text/words.ts';
import { IconButton } from './button.tsx';
import { DropZone } from './drop-zone.tsx';
import { typed } from './field.tsx';
import type { RecordKind } from './record-head.ts';
import './typed-files.css';

export interface TypedFile {
  file: File;
  /** Empty: the appliance is to tell. */
  type: string;
}

interface TypedFilesProps {
  files: readonly TypedFile[];
  types: readonly string[];
  hint?: ComponentChildren;
  onChange: (files: readonly TypedFile[]) => void;
}

/** Files that are to be sent, each with its type. */
export function TypedFiles({ files, types, hint, onChange }: TypedFilesProps) {
  return (
    <>
      <DropZone
        label={t('add.drop')}
        hint={hint}
        accept="image/jpeg,image/png,application/pdf"
        paste
        onFiles={(more) => onChange([...files, ...more.map((file) => ({ file, type: '' }))])}
      />
      <ul class="added">
        {files.map(({ file, type }, i) => (
          <li key={`${file.name}${i}`}>
            <span>
              <bdi>{file.name}</bdi> <span class="faint">{formatBytes(file.size)}</span>
            </span>
            <select
              aria-label={t('add.type', { name: file.name })}
              value={type}
              onChange={(event) => {
                const chosen = typed(event);
                onChange(files.map((one, at) => (at === i ? { ...one, type: chosen } : one)));
              }}
            >
              <option value="">{t('add.found')}</option>
              {types.map((one) => (
                <option key={one} value={one}>
                  {typeLabel(one)}
                </option>
              ))}
            </select>
            <IconButton
              icon="trash"
              label={t('add.remove', { name: file.name })}
              onClick={() => onChange(files.filter((_, at) => at !== i))}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The files as a form that the appliance takes; types only where one was chosen. A person's file needs one where another has one. */
export function typedFilesForm(kind: RecordKind, files: readonly TypedFile[]): FormData {
  const form = new FormData();
  if (files.some(({ type }) => type !== '')) {
    const items = files.map(({ type }) => (type === '' && kind === 'kyb' ? {} : { type: type || 'other' }));
    form.append('documents_meta', JSON.stringify({ items }));
  }
  for (const { file } of files) form.append('documents[]', file, file.name);
  return form;
}
