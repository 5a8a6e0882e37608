import { useState } from 'preact/hooks';
import { FormDialog } from '../../parts/dialog.tsx';
import { download } from '../../parts/download.ts';
import { Field, typed } from '../../parts/field.tsx';
import { toast } from '../../parts/toast.tsx';
import { t } from '../../text/text.ts';
import { type AuditFilter, exportPath } from './filter.ts';

/** Saves the entries of some days to a file. */
export function ExportDialog({ filter, onClose }: { filter: AuditFilter; onClose: () => void }) {
  const [range, setRange] = useState({ from: filter.from, to: filter.to });
  return (
    <FormDialog
      title={t('audit.export_title')}
      submitLabel={t('audit.export')}
      onClose={onClose}
      onSubmit={async () => {
        await download(exportPath(range), 'custos-audit.jsonl', 'application/x-ndjson');
        toast(t('audit.exported'));
      }}
    >
      <p class="audit-export-why">{t('audit.export_why')}</p>
      <div class="form-row">
        {(['from', 'to'] as const).map((end) => (
          <Field key={end} label={t(`audit.${end}`)}>
            <input type="date" value={range[end]} onChange={(event) => setRange({ ...range, [end]: typed(event) })} />
          </Field>
        ))}
      </div>
    </FormDialog>
  );
}
