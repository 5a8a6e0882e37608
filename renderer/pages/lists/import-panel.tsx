import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { DropZone } from '../../parts/drop-zone.tsx';
import { Choice } from '../../parts/form.tsx';
import { submitting } from '../../parts/states.tsx';
import { formatBytes, t } from '../../text/text.ts';
import type { Dataset, Kind } from './dataset.ts';
import { ImportFields } from './import-fields.tsx';
import { type Draft, EMPTY_IMPORT, fieldsFor, guessTogether, isPack } from './import-form.ts';
import type { Imports } from './use-imports.ts';

interface ImportPanelProps {
  kind: Kind;
  datasets: readonly Dataset[];
  imports: Imports;
  /** What is about to be sent. */
  drafts: readonly Draft[];
  onFiles: (files: readonly File[]) => void;
}

/** Takes files by drop; what is known of them can be corrected before they are sent. */
export function ImportPanel(props: ImportPanelProps) {
  const { kind, datasets, drafts, onFiles } = props;
  if (drafts.length > 0) return <DraftForm key={drafts.map(({ file }) => file.name).join('/')} {...props} />;
  return (
    <div class={datasets.length > 0 ? 'import-drop low' : 'import-drop'}>
      <DropZone label={t(`${kind}.drop`)} hint={t(`${kind}.drop_hint`)} onFiles={onFiles} />
    </div>
  );
}

function DraftForm({ kind, datasets, imports, drafts, onFiles }: ImportPanelProps) {
  const files = drafts.map(({ file }) => file);
  const [form, setForm] = useState(drafts[0]?.form ?? EMPTY_IMPORT);
  const [together, setTogether] = useState(() => guessTogether(files.map(({ name }) => name)));
  const apart = files.length > 1 && !together;
  const send = (): void => {
    if (!apart) void imports.send(files, fieldsFor(form, drafts));
    else {
      const { acceptSmaller, allowOlder } = form;
      for (const draft of drafts) {
        void imports.send([draft.file], fieldsFor({ ...draft.form, acceptSmaller, allowOlder }, [draft]));
      }
    }
    onFiles([]);
  };
  return (
    <form class="section import-draft" aria-label={t('lists.import')} onSubmit={submitting(() => send())}>
      <ul class="import-files">
        {files.map((file) => (
          <li key={file.name}>
            <span>{file.name}</span> <span class="faint small">{formatBytes(file.size)}</span>
          </li>
        ))}
      </ul>
      {files.length > 1 && (
        <Choice
          class="import-apart"
          label={t('lists.several')}
          options={[
            [true, t(`${kind}.together`)],
            [false, t(`${kind}.apart`)],
          ]}
          chosen={together}
          onChoose={setTogether}
        />
      )}
      <ImportFields
        kind={kind}
        datasets={datasets}
        form={form}
        heading={drafts[0]?.heading ?? null}
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
