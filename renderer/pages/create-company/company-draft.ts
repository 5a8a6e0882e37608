import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { KybCreated } from '../../../server/contract/kyb-create.ts';
import type { CompanyDocumentsAnswer } from '../../../server/contract/kyb-verification.ts';
import { ApiError, request, upload } from '../../client/api.ts';
import { mode } from '../../client/mode.ts';
import { appendCompanyFiles } from '../../parts/files/company-documents.ts';
import { createFields, errorsByField, type Fields, typedErrors } from '../create/fields.ts';
import type { Outcome } from '../create/person-draft.ts';
import { type Attempt, attemptFor, editing, type Sending, sendOnce } from '../create/sending.ts';
import { companyBody, pathOf, percentErrors } from './body.ts';
import { type CompanyFiles, createCompanyFiles } from './company-files.ts';
import { createRows, type Rows } from './rows.ts';

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
