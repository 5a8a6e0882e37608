import { signal } from '@preact/signals';
import type { KybCreateBody } from '../../../server/contract/kyb-create.ts';
import { type ApiError, mode, request, upload } from '../../client/api.ts';
import { appendCompanyFiles, companyFilesSentAs } from '../../parts/files/company-documents.ts';
import { t } from '../../text/text.ts';
import { createDraft, createSender, metadataOf, sendDraft } from '../create/drafts.ts';
import { errorsByField, type Fields, nested, typedErrors } from '../create/fields.ts';
import { type CompanyFile, createCompanyFiles } from './company-files.ts';

const PATH = '/v1/kyb/verifications';

export type CompanyDraft = ReturnType<typeof createCompanyDraft>;

export function createCompanyDraft() {
  const draft = createDraft();
  const { fields, sending, asking } = draft;
  const representatives = createRows(fields, 'representatives');
  const owners = createRows(fields, 'ubos');
  const files = createCompanyFiles();
  /** The record, if it was created but its files did not arrive. Then only the files can change. */
  const created = signal<string | null>(null);
  const sendRecord = createSender();
  const sendFilesUnderKey = createSender();

  const isReady = (): boolean => {
    const values = fields.values.peek();
    const wrong = { ...typedErrors(values), ...percentErrors(values) };
    fields.setErrors(wrong);
    asking.value = files.list.peek().some(({ type }) => type === null);
    return !asking.value && Object.keys(wrong).length === 0;
  };
  const make = async (): Promise<string> => {
    const body = companyBody({
      values: fields.values.peek(),
      representatives: representatives.keys.peek(),
      owners: owners.keys.peek(),
      documents: files.list.peek(),
      metadata: metadataOf(draft),
    });
    const send = (headers: Record<string, string>) => request('POST', PATH, { body, headers });
    return (await sendRecord([mode.peek(), body], send)).id;
  };
  const sendFiles = async (id: string): Promise<void> => {
    const list = files.list.peek().filter(({ file }) => file !== null);
    if (list.length === 0) return;
    const onProgress = (share: number): void => {
      sending.value = { phase: 'sending', share };
    };
    await sendFilesUnderKey([id, companyFilesSentAs(list)], (headers) => {
      const form = appendCompanyFiles(new FormData(), list);
      return upload(`${PATH}/${id}/documents`, form, { headers, onProgress });
    });
  };
  const submit = async (): Promise<string> => {
    const id = created.peek() ?? (await make());
    created.value = id;
    await sendFiles(id);
    files.clear();
    return id;
  };
  const tellFaults = (error: ApiError): void => {
    const rows = { representatives: representatives.keys.peek(), ubos: owners.keys.peek() };
    const told = Object.entries(errorsByField(error)).map(([field, text]) => [pathOf(field, rows), text]);
    fields.setErrors(Object.fromEntries(told));
    files.mark(error.problem.errors);
  };
  return {
    ...draft,
    representatives,
    owners,
    files,
    created,
    async send() {
      if (sending.peek().phase !== 'editing') return;
      if (isReady()) await sendDraft(draft, submit, tellFaults);
      else sending.value = { phase: 'editing', error: null };
    },
  };
}

export type Rows = ReturnType<typeof createRows>;

/** Rows for people or owners of a company. Each row has a key, and its values are stored under `name.key.`. */
export function createRows(fields: Fields, name: 'representatives' | 'ubos') {
  const keys = signal<readonly string[]>([]);
  let last = 0;
  return {
    name,
    keys,
    add() {
      keys.value = [...keys.peek(), `r${++last}`];
    },
    /** Owners whose share was in the removed company now hold it in the verified company itself. */
    remove(key: string) {
      keys.value = keys.peek().filter((one) => one !== key);
      fields.drop(`${name}.${key}.`);
      for (const other of keys.peek()) {
        const path = `${name}.${other}.parent`;
        if (fields.values.peek()[path] === key) fields.set(path, '');
      }
    },
  };
}

type Values = Readonly<Record<string, string>>;

interface CompanyInput {
  values: Values;
  /** Keys of the rows, in order. */
  representatives: readonly string[];
  owners: readonly string[];
  documents: readonly Pick<CompanyFile, 'file' | 'type'>[];
  metadata: Record<string, unknown>;
}

/** Whether an owner is a company; an owner is a person by default. */
export const isCompanyOwner = (values: Values, key: string): boolean => values[`ubos.${key}.kind`] === 'company';

const OF_PERSONS = ['first_name', 'last_name', 'dob', 'birth_date', 'nationality'];
const OF_COMPANIES = ['legal_name', 'registration_number', 'lei'];
const PERCENT = /^\d{1,3}(?:[.,]\d+)?$/;

/** Returns the request body; the appliance reports what is missing. */
export function companyBody(input: CompanyInput): KybCreateBody {
  const { values, representatives, owners, documents, metadata } = input;
  const { trading_names, former_names, ...company } = nested(values, 'company');
  const announced = documents.map(({ file, type }) => ({ type, ...(file && { name: file.name }) }));
  const body = {
    company: {
      address: {},
      ...company,
      ...linesOf('trading_names', trading_names),
      ...linesOf('former_names', former_names),
    },
    ...(representatives.length > 0 && {
      representatives: representatives.map((key) => nested(values, `representatives.${key}`)),
    }),
    ...(owners.length > 0 && { ubos: owners.map((key) => ownerOf(values, key, owners)) }),
    ...(announced.length > 0 && { documents: announced }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
  return body as unknown as KybCreateBody;
}

/** Splits names, one per line. */
function linesOf(name: string, text: unknown): Record<string, string[]> {
  const lines = typeof text === 'string' ? text.split('\n').map((line) => line.trim()) : [];
  const filled = lines.filter((line) => line !== '');
  return filled.length > 0 ? { [name]: filled } : {};
}

function ownerOf(values: Values, key: string, owners: readonly string[]): Record<string, unknown> {
  const { kind: _, parent, ownership_percent: percent, ...about } = nested(values, `ubos.${key}`);
  for (const name of isCompanyOwner(values, key) ? OF_PERSONS : OF_COMPANIES) delete about[name];
  const owned = owners.indexOf(String(parent ?? ''));
  return {
    ...about,
    ...(typeof percent === 'string' && { ownership_percent: Number(percent.replace(',', '.')) }),
    ...(owned >= 0 && isCompanyOwner(values, owners[owned] ?? '') && { parent: owned }),
  };
}

/** Returns errors for shares that are not numbers. */
export function percentErrors(values: Values): Record<string, string> {
  const wrong = Object.entries(values).filter(
    ([path, value]) => path.endsWith('.ownership_percent') && value.trim() !== '' && !PERCENT.test(value.trim()),
  );
  return Object.fromEntries(wrong.map(([path]) => [path, t('invalid.ownership_percent')]));
}

/** Returns the form's path for a field in an error. Rows are identified by key instead of index, and a list of names is one field. */
export function pathOf(field: string, rows: Readonly<Record<string, readonly string[]>>): string {
  const [, lines] = /^(company\.(?:trading|former)_names)\[\d+\]/.exec(field) ?? [];
  if (lines) return lines;
  return field.replace(/^(\w+)\[(\d+)\]/, (whole, name: string, place: string) => {
    const key = rows[name]?.[Number(place)];
    return key === undefined ? whole : `${name}.${key}`;
  });
}

/** Returns the owners in which `key` can hold a share: companies whose own share does not lead back to it. */
export function parentChoices(values: Values, owners: readonly string[], key: string): string[] {
  const leadsBack = (start: string): boolean => {
    let at: string | undefined = start;
    for (let steps = 0; at && steps <= owners.length; steps++) {
      if (at === key) return true;
      at = values[`ubos.${at}.parent`];
    }
    return false;
  };
  return owners.filter((one) => isCompanyOwner(values, one) && !leadsBack(one));
}
