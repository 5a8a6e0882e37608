import { useState } from 'preact/hooks';
import { nowMs } from '../../client/clock.ts';
import { Button } from '../../parts/button.tsx';
import { DropZone } from '../../parts/drop-zone.tsx';
import { formatBytes } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import type { Dataset, Kind } from './dataset.ts';
import { guessDataset, guessDay, guessTogether, isPack, tellsItsDay } from './guess.ts';
import { ImportFields } from './import-fields.tsx';
import { EMPTY_IMPORT, fieldsOf, type ImportForm } from './import-form.ts';
import type { Imports } from './use-imports.ts';

interface ImportPanelProps {
  kind: Kind;
  datasets: readonly Dataset[];
  imports: Imports;
  /** Files that are about to be sent. */
  files: readonly File[];
  onFiles: (files: readonly File[]) => void;
}

/** Takes files by drop; what is known of them can be corrected before they are sent. */
export function ImportPanel({ kind, datasets, imports, files, onFiles }: ImportPanelProps) {
  if (files.length === 0) {
    return (
      <div class="import-drop">
        <DropZone label={t(`${kind}.drop`)} hint={t(`${kind}.drop_hint`)} onFiles={onFiles} />
      </div>
    );
  }
  return <Draft key={files.map(({ name }) => name).join('/')} {...{ kind, datasets, imports, files, onFiles }} />;
}

function Draft({ kind, datasets, imports, files, onFiles }: ImportPanelProps) {
  const [form, setForm] = useState<ImportForm>(() => guessForm(files, datasets));
  const [together, setTogether] = useState(() => guessTogether(files.map(({ name }) => name)));
  const apart = files.length > 1 && !together;
  const send = (): void => {
    if (!apart) void imports.send(files, fieldsOf(form, isPack(files[0]?.name ?? '')));
    else {
      for (const file of files) {
        const own = { ...guessForm([file], datasets), acceptSmaller: form.acceptSmaller, allowOlder: form.allowOlder };
        void imports.send([file], fieldsOf(own, isPack(file.name)));
      }
    }
    onFiles([]);
  };
  return (
    <form
      class="section import-draft"
      aria-label={t('lists.import')}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <ul class="import-files">
        {files.map((file) => (
          <li key={file.name}>
            <span>{file.name}</span> <span class="faint small">{formatBytes(file.size)}</span>
          </li>
        ))}
      </ul>
      {files.length > 1 && (
        <fieldset class="choice import-apart">
          <legend class="unseen">{t('lists.several')}</legend>
          <button type="button" aria-pressed={together} onClick={() => setTogether(true)}>
            {t(`${kind}.together`)}
          </button>
          <button type="button" aria-pressed={!together} onClick={() => setTogether(false)}>
            {t(`${kind}.apart`)}
          </button>
        </fieldset>
      )}
      <ImportFields
        kind={kind}
        datasets={datasets}
        form={form}
        isWhole={!apart && !files.some(({ name }) => isPack(name))}
        onChange={setForm}
      />
      <div class="actions">
        <Button look="primary" type="submit" icon="upload">
          {t('lists.import')}
        </Button>
        <Button look="quiet" onClick={() => onFiles([])}>
          {t('action.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** What the names of the files tell. What the files tell themselves is left to the appliance. */
function guessForm(files: readonly File[], datasets: readonly Dataset[]): ImportForm {
  const name = files[0]?.name ?? '';
  const known = guessDataset(name, datasets);
  return {
    ...EMPTY_IMPORT,
    ...(known && { code: known.code, name: known.name }),
    publishedAt: tellsItsDay(name) ? '' : (guessDay(name, today()) ?? ''),
  };
}

const today = (): string => new Date(nowMs()).toISOString().slice(0, 10);
