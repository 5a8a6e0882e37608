import { useMemo, useState } from 'preact/hooks';
import type { VerificationAnswer } from '../../../server/contract/verification.ts';
import { post } from '../../client/api.ts';
import type { BodyOf } from '../../client/api-types.ts';
import { CountryField, CountryList, parseCountry } from '../../parts/country-field.tsx';
import { PERSON_DOCUMENT_TYPES } from '../../parts/files/person-files.ts';
import { Field, FormDialog, Options, typed, typing } from '../../parts/form.tsx';
import type { RecordPart } from '../../parts/record-head.ts';
import { documentLabel, fieldLabel, formatCountry, t, textFor, typeLabel } from '../../text/text.ts';
import { FIELDS } from './fields.ts';

type Ocr = VerificationAnswer['ocr'][string];

const DAYS = ['date_of_birth', 'issue_date', 'expiry_date'] as const;
const COUNTRIES = ['nationality', 'issuing_country'] as const;
type FieldName = (typeof FIELDS)[number];

type Typing = Parameters<typeof typed>[0];

const is = (names: readonly string[], name: string): boolean => names.includes(name);

interface CorrectDialogProps extends RecordPart<VerificationAnswer, 'kyc'> {
  /** The file that is shown, if it can be corrected. */
  first: string | null;
  onClose: () => void;
}

/** Returns the files whose text can be corrected: current files that are not selfies. */
export const correctable = ({ documents }: Pick<VerificationAnswer, 'documents'>): VerificationAnswer['documents'] =>
  documents.filter(({ type, replaced_by }) => type !== 'selfie' && replaced_by === null);

/** Lets a reviewer correct the text that was read from a document. Only changed fields are sent. */
export function CorrectDialog({ path, record, first, onChange, onClose }: CorrectDialogProps) {
  const documents = correctable(record);
  const [documentId, setDocumentId] = useState(first ?? documents[0]?.id ?? '');
  const document = documents.find(({ id }) => id === documentId);
  const before = useMemo(() => valuesOf(document && record.ocr[document.type], documentId), [documentId, record]);
  const [type, setType] = useState<string | null>(null);
  const [changed, setChanged] = useState<Partial<Record<FieldName, string>>>({});
  const [note, setNote] = useState('');
  const values = { ...before, ...changed };
  const fields = FIELDS.filter((name) => changed[name] !== undefined && changed[name]?.trim() !== (before[name] ?? ''));
  const isNewType = type !== null && type !== document?.type;
  const set = (name: FieldName, value: string): void => setChanged({ ...changed, [name]: value });
  const choose = (id: string): void => {
    setDocumentId(id);
    setType(null);
    setChanged({});
  };
  return (
    <FormDialog
      title={t('correct.label')}
      submitLabel={t('correct.submit')}
      disabled={(fields.length === 0 && !isNewType) || note.trim() === ''}
      onClose={onClose}
      onSubmit={async () => {
        const body = {
          document_id: documentId,
          ...(isNewType && { type }),
          fields: Object.fromEntries(fields.map((name) => [name, sentValue(name, changed[name]?.trim() ?? '')])),
          note: note.trim(),
        } as BodyOf<'POST', `${typeof path}/corrections`>;
        onChange(await post(`${path}/corrections`, body));
      }}
      done={t('correct.done')}
    >
      <p>{t('correct.what')}</p>
      <CountryList />
      {documents.length > 1 && (
        <Field label={t('correct.document')}>
          <select value={documentId} onChange={typing(choose)}>
            {documents.map((one) => (
              <option key={one.id} value={one.id}>
                {documentLabel(one)}
                {one.name ? `: ${one.name}` : ''}
              </option>
            ))}
          </select>
        </Field>
      )}
      <Field label={t('correct.type')}>
        <select value={type ?? document?.type ?? ''} onChange={typing(setType)}>
          {document?.type === 'unknown' && <option value="unknown">{typeLabel('unknown')}</option>}
          <Options of={PERSON_DOCUMENT_TYPES.filter((one) => one !== 'selfie').map((one) => [one, typeLabel(one)])} />
        </select>
      </Field>
      <div class="form-row">
        {FIELDS.map((name) => (
          <CorrectedField key={name} name={name} value={values[name] ?? ''} onChange={(value) => set(name, value)} />
        ))}
      </div>
      <Field label={t('event.note.added')} hint={t('correct.note_why')}>
        <textarea rows={2} required value={note} onInput={typing(setNote)} />
      </Field>
    </FormDialog>
  );
}

interface CorrectedFieldProps {
  name: FieldName;
  value: string;
  onChange: (value: string) => void;
}

function CorrectedField({ name, value, onChange }: CorrectedFieldProps) {
  const label = fieldLabel(name);
  if (is(COUNTRIES, name)) return <CountryField label={label} value={value} onChange={onChange} />;
  if (name === 'sex') {
    return (
      <Field label={label}>
        <select value={value} onChange={typing(onChange)}>
          <option value="" />
          <Options of={['F', 'M', 'X'].map((one) => [one, textFor(`value.${one}`) ?? one])} />
        </select>
      </Field>
    );
  }
  const shared = { value, autocomplete: 'off', onInput: (event: Typing) => onChange(typed(event)) } as const;
  return <Field label={label}>{is(DAYS, name) ? <input type="date" {...shared} /> : <input {...shared} />}</Field>;
}

/** Returns the text read from this file, as the form shows it. A value from another file of the same type is left out. */
function valuesOf(ocr: Ocr | undefined, documentId: string): Partial<Record<FieldName, string>> {
  if (!ocr) return {};
  return Object.fromEntries(
    FIELDS.flatMap((name) => {
      const own = Object.values(ocr.sources?.[name] ?? {}).filter((source) => source.document_id === documentId);
      const value = (own.find((source) => source.value === ocr[name]) ?? own[0])?.value ?? '';
      return value === '' ? [] : [[name, is(COUNTRIES, name) ? countryText(value) : value]];
    }),
  );
}

const countryText = (code: string): string => (/^[A-Z]{2}$/.test(code) ? formatCountry(code) : code);

/** Empty: the document does not contain the field. */
function sentValue(name: FieldName, value: string): string | null {
  if (value === '') return null;
  return is(COUNTRIES, name) ? (parseCountry(value) ?? value) : value;
}
