import { useState } from 'preact/hooks';
import { Check, Field, Options, typed, typing } from '../../parts/form.tsx';
import { t } from '../../text/text.ts';
import type { Dataset, Kind } from './dataset.ts';
import type { ImportForm } from './import-form.ts';

interface ImportFieldsProps {
  kind: Kind;
  datasets: readonly Dataset[];
  form: ImportForm;
  /** Names of the columns, of a table. */
  heading: readonly string[] | null;
  /** Whether it is one list, of which more can be said than whether it may be smaller or older. */
  isWhole: boolean;
  onChange: (form: ImportForm) => void;
}

/** Value of the choice of a list that is not there yet. No code has a star. */
const OTHER = '*';

/** What can be said of files: nothing is needed where they are of a form that is known. */
export function ImportFields({ kind, datasets, form, heading, isWhole, onChange }: ImportFieldsProps) {
  const set = (change: Partial<ImportForm>): void => onChange({ ...form, ...change });
  return (
    <>
      {isWhole && (
        <div class="form-row">
          <WhichDataset kind={kind} datasets={datasets} form={form} onChange={set} />
          <Field label={t('lists.published_at')} hint={t('lists.published_hint')}>
            <input type="date" value={form.publishedAt} onInput={(event) => set({ publishedAt: typed(event) })} />
          </Field>
        </div>
      )}
      <details class="import-more">
        <summary>{t('label.more')}</summary>
        {isWhole && (
          <div class="form-row">
            <Field label={t('lists.age_max')} hint={t('lists.age_max_hint')}>
              <input
                type="number"
                min="1"
                max="3650"
                value={form.ageDaysMax}
                onInput={(event) => set({ ageDaysMax: typed(event) })}
              />
            </Field>
            {kind === 'register' && (
              <Field label={t('register.complete_for')} hint={t('register.complete_hint')}>
                <input
                  placeholder="LU, FR"
                  value={form.completeFor}
                  onInput={(event) => set({ completeFor: typed(event) })}
                />
              </Field>
            )}
            <Field label={t('lists.columns')} hint={<ColumnsHint kind={kind} heading={heading} />}>
              <textarea
                rows={3}
                spellcheck={false}
                placeholder={t(`${kind}.columns_example`)}
                value={form.columns}
                onInput={(event) => set({ columns: typed(event) })}
              />
            </Field>
          </div>
        )}
        <Check
          label={t('lists.accept_smaller')}
          hint={t('lists.accept_smaller_hint')}
          checked={form.acceptSmaller}
          onChange={(acceptSmaller) => set({ acceptSmaller })}
        />
        <Check
          label={t('lists.allow_older')}
          hint={t('lists.allow_older_hint')}
          checked={form.allowOlder}
          onChange={(allowOlder) => set({ allowOlder })}
        />
      </details>
    </>
  );
}

function WhichDataset({
  kind,
  datasets,
  form,
  onChange,
}: Pick<ImportFieldsProps, 'kind' | 'datasets' | 'form'> & { onChange: (change: Partial<ImportForm>) => void }) {
  const known = datasets.find(({ code }) => code === form.code);
  const [naming, setNaming] = useState(form.code !== '' && !known);
  const choose = (code: string): void => {
    setNaming(code === OTHER);
    const chosen = datasets.find((one) => one.code === code);
    onChange({ code: chosen?.code ?? '', name: chosen?.name ?? '' });
  };
  return (
    <>
      <Field label={t(`${kind}.which`)} hint={t(`${kind}.which_hint`)}>
        <select value={naming ? OTHER : form.code} onChange={typing(choose)}>
          <option value="">{t('lists.by_content')}</option>
          <Options of={datasets.map(({ code, name }) => [code, t('lists.version_of', { name })])} />
          <option value={OTHER}>{t(`${kind}.new`)}</option>
        </select>
      </Field>
      {naming && (
        <>
          <Field label={t('label.name')}>
            <input required value={form.name} onInput={(event) => onChange({ name: typed(event) })} />
          </Field>
          <Field label={t('label.code')} hint={t('lists.code_hint')}>
            <input
              required
              pattern="[a-z0-9][a-z0-9_\-]{0,63}"
              spellcheck={false}
              autocapitalize="none"
              value={form.code}
              onInput={(event) => onChange({ code: typed(event) })}
            />
          </Field>
        </>
      )}
    </>
  );
}

function ColumnsHint({ kind, heading }: Pick<ImportFieldsProps, 'kind' | 'heading'>) {
  return (
    <>
      {t(`${kind}.columns_hint`)}
      {heading && <div>{t('lists.columns_has', { columns: heading.join(', ') })}</div>}
    </>
  );
}
