import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { KybCreated } from '../../../server/contract/kyb-create.ts';
import type { CompanyDocumentsAnswer } from '../../../server/contract/kyb-verification.ts';
import { ApiError, mode, request, upload } from '../../client/api.ts';
import { appendCompanyFiles } from '../../parts/files/company-documents.ts';
import { type Attempt, attemptFor, editing, type Sending, sendOnce } from '../create/drafts.ts';
import { createFields, errorsByField, type Fields, typedErrors } from '../create/fields.ts';
import type { Outcome } from '../create/person-draft.ts';
import { companyBody, pathOf, percentErrors } from './body.ts';
import { type CompanyFiles, createCompanyFiles } from './company-files.ts';

const PATH = '/v1/kyb/verifications';

export interface CompanyDraft {
  fields: Fields;
  representatives: Rows;
  owners: Rows;
  files: CompanyFiles;
  /** What else it is given with, beside the reference. */
  metadata: Signal<Record<string, unknown>>;
  simulate: Signal<Outcome | null>;
  sending: Signal<Sending>;
  asking: Signal<boolean>;
  /** The record once it was made, though its files did not arrive; then nothing but them can be changed. */
  created: ReadonlySignal<string | null>;
  send(): Promise<void>;
}

export function createCompanyDraft(): CompanyDraft {
  const fields = createFields();
  const representatives = createRows(fields, 'representatives');
  const owners = createRows(fields, 'ubos');
  const files = createCompanyFiles();
  const metadata = signal<Record<string, unknown>>({});
  const simulate = signal<Outcome | null>(null);
  const sending = editing();
  const asking = signal(false);
  const created = signal<string | null>(null);
  let ofRecord: Attempt | null = null;
  let ofFiles: Attempt | null = null;

  const isReady = (): boolean => {
    const values = fields.values.peek();
    const wrong = { ...typedErrors(values), ...percentErrors(values) };
    fields.setErrors(wrong);
    const list = files.list.peek();
    asking.value = list.some(({ type }) => type === null);
    return !asking.value && Object.keys(wrong).length === 0;
  };
  const make = async (): Promise<string> => {
    const body = companyBody({
      values: fields.values.peek(),
      representatives: representatives.keys.peek(),
      owners: owners.keys.peek(),
      documents: files.list.peek(),
      metadata: metadata.peek(),
      simulate: mode.peek() === 'test' ? simulate.peek() : null,
    });
    ofRecord = attemptFor(ofRecord, JSON.stringify([mode.peek(), body]));
    const headers = { 'Idempotency-Key': ofRecord.key };
    return (await sendOnce(() => request<KybCreated>('POST', PATH, { body, headers }))).id;
  };
  const sendFiles = async (id: string): Promise<void> => {
    const list = files.list.peek().filter(({ file }) => file !== null);
    if (list.length === 0) return;
    const form = (): FormData => appendCompanyFiles(new FormData(), list);
    const about = list.map(({ key, file, type }) => [key, file?.name, file?.size, file?.lastModified, type]);
    ofFiles = attemptFor(ofFiles, JSON.stringify([id, about]));
    const headers = { 'Idempotency-Key': ofFiles.key };
    const onProgress = (share: number): void => {
      sending.value = { phase: 'sending', share };
    };
    await sendOnce(() => upload<CompanyDocumentsAnswer>(`${PATH}/${id}/documents`, form(), { headers, onProgress }));
  };
  const tellFaults = (error: ApiError): void => {
    const rows = { representatives: representatives.keys.peek(), ubos: owners.keys.peek() };
    const told = Object.entries(errorsByField(error)).map(([field, text]) => [pathOf(field, rows), text]);
    fields.setErrors(Object.fromEntries(told));
    files.mark(error.problem.errors);
  };
  return {
    fields,
    representatives,
    owners,
    files,
    metadata,
    simulate,
    sending,
    asking,
    created,
    async send() {
      if (sending.peek().phase !== 'editing') return;
      if (!isReady()) {
        sending.value = { phase: 'editing', error: null };
        return;
      }
      sending.value = { phase: 'sending', share: 0 };
      try {
        const id = created.peek() ?? (await make());
        created.value = id;
        await sendFiles(id);
        files.clear();
        sending.value = { phase: 'sent', id };
      } catch (error) {
        sending.value = { phase: 'editing', error: error instanceof ApiError ? error : null };
        if (!(error instanceof ApiError)) throw error;
        tellFaults(error);
      }
    },
  };
}

/** People or owners of a company: each row has a key of its own, and its values stand under `name.key.`. */
export interface Rows {
  name: 'representatives' | 'ubos';
  keys: ReadonlySignal<readonly string[]>;
  add(): void;
  /** Owners whose share is in the removed one hold it in the company itself then. */
  remove(key: string): void;
}

export function createRows(fields: Fields, name: Rows['name']): Rows {
  const keys = signal<readonly string[]>([]);
  let last = 0;
  return {
    name,
    keys,
    add() {
      keys.value = [...keys.peek(), `r${++last}`];
    },
    remove(key) {
      keys.value = keys.peek().filter((one) => one !== key);
      fields.drop(`${name}.${key}.`);
      for (const other of keys.peek()) {
        const path = `${name}.${other}.parent`;
        if (fields.values.peek()[path] === key) fields.set(path, '');
      }
    },
  };
}
