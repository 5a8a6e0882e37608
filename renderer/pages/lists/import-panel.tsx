import type { RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { TRUST_KIND_NAMES } from '../../../server/vocabulary/trust-kinds.ts';
import { Button } from '../../parts/button.tsx';
import { DropZone } from '../../parts/drop-zone.tsx';
import { Check, Choice, Field, Options, typed, typing } from '../../parts/form.tsx';
import { submitting } from '../../parts/page.tsx';
import { unknownCountries } from '../../text/country-codes.ts';
import { formatBytes, t } from '../../text/text.ts';
import type { Dataset, Kind } from './dataset.ts';
import { type Draft, EMPTY_IMPORT, fieldsFor, guessTogether, type ImportForm, isPack } from './import-form.ts';
import type { Imports } from './use-imports.ts';

interface ImportPanelProps {
  kind: Kind;
  datasets: readonly Dataset[];
  imports: Imports;
  /** The files to be sent. */
  drafts: readonly Draft[];
  onFiles: (files: readonly File[]) => void;
}

/** Accepts dropped files; what was recognised can be corrected before sending. */
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
  const isWhole = !apart && !files.some(({ name }) => isPack(name));
  const more = useRef<HTMLDetailsElement>(null);
  const [showsUnknown, setShowsUnknown] = useState(false);
  const unknown = isWhole ? unknownCountries(form.completeFor) : [];
  const send = (): void => {
    if (unknown.length > 0) {
      // Otherwise the error is hidden.
      if (more.current) more.current.open = true;
      setShowsUnknown(true);
      return;
    }
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
      <ul class="import-files breaks">
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
        isWhole={isWhole}
        more={more}
        unknown={showsUnknown ? unknown : []}
        onCountriesLeft={() => setShowsUnknown(true)}
        onChange={setForm}
      />
      <div class="actions">
        <Button look="primary" type="submit" icon="upload" label={t('lists.import')} />
        <Button look="quiet" onClick={() => onFiles([])} label={t('action.cancel')} />
      </div>
    </form>
  );
}

interface ImportFieldsProps {
  kind: Kind;
  datasets: readonly Dataset[];
  form: ImportForm;
  /** The column names of a table. */
  heading: readonly string[] | null;
  /** Whether it is one complete list, which has more options than whether it may be smaller or older. */
  isWhole: boolean;
  more: RefObject<HTMLDetailsElement | null>;
  /** Words in the field of the countries that are not codes. */
  unknown: readonly string[];
  onCountriesLeft: () => void;
  onChange: (form: ImportForm) => void;
}

/** Value of the option for a new list. No code contains a star. */
const OTHER = '*';

/** Options of an import; none is required if the format is known. */
function ImportFields({ kind, datasets, form, heading, isWhole, onChange, ...props }: ImportFieldsProps) {
  const { more, unknown, onCountriesLeft } = props;
  const set = (change: Partial<ImportForm>): void => onChange({ ...form, ...change });
  return (
    <>
      {isWhole && (
        <div class="form-row">
          <WhichDataset kind={kind} datasets={datasets} form={form} onChange={set} />
          {kind === 'trust' && (
            <Field label={t('trust.kind')} hint={t('trust.kind_hint')}>
              <select value={form.trustKind} onChange={(event) => set({ trustKind: typed(event) })}>
                <option value="">{t('lists.by_content')}</option>
                <Options of={TRUST_KIND_NAMES.map((name) => [name, t(`trust.kind.${name}`)])} />
              </select>
            </Field>
          )}
          <Field label={t('lists.published_at')} hint={t('lists.published_hint')}>
            <input type="date" value={form.publishedAt} onInput={(event) => set({ publishedAt: typed(event) })} />
          </Field>
        </div>
      )}
      <details class="import-more" ref={more}>
        <summary>{t('label.more')}</summary>
        {isWhole && (
          <div class="form-row">
            <Field label={t('lists.age_max')} hint={t(`${kind}.age_max_hint`)}>
              <input
                type="number"
                min="1"
                max="3650"
                value={form.ageDaysMax}
                onInput={(event) => set({ ageDaysMax: typed(event) })}
              />
            </Field>
            {kind === 'register' && (
              <Field
                label={t('register.complete_for')}
                hint={t('register.complete_hint')}
                error={unknown.length > 0 ? t('register.complete_unknown', { words: unknown.join(', ') }) : null}
              >
                <input
                  placeholder="LU, FR"
                  value={form.completeFor}
                  onInput={(event) => set({ completeFor: typed(event) })}
                  onChange={onCountriesLeft}
                />
              </Field>
            )}
            {kind !== 'trust' && (
              <Field label={t('lists.columns')} hint={<ColumnsHint heading={heading} />}>
                <textarea
                  rows={3}
                  spellcheck={false}
                  placeholder={t(`${kind}.columns_example`)}
                  value={form.columns}
                  onInput={(event) => set({ columns: typed(event) })}
                />
              </Field>
            )}
          </div>
        )}
        {kind !== 'trust' && (
          <>
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
          </>
        )}
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
      <Field label={t(`${kind}.which`)} hint={t('lists.which_hint')}>
        <select value={naming ? OTHER : form.code} onChange={typing(choose)}>
          <option value="">{t('lists.by_content')}</option>
          <Options of={datasets.map(({ code, name }) => [code, t('lists.version_of', { name })])} />
          <option value={OTHER}>{t(`${kind}.new`)}</option>
        </select>
      </Field>
      {naming && (
        <>
          <Field label={t('field.name')}>
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

function ColumnsHint({ heading }: Pick<ImportFieldsProps, 'heading'>) {
  return (
    <>
      {t('lists.columns_hint')}
      {heading && <div>{t('lists.columns_has', { columns: heading.join(', ') })}</div>}
    </>
  );
}
