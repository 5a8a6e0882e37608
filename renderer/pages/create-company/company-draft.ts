import { type ReadonlySignal, signal } from '@preact/signals';
import type { KybCreated } from '../../../server/contract/kyb-create.ts';
import type { CompanyDocumentsAnswer } from '../../../server/contract/kyb-verification.ts';
import { type ApiError, mode, request, upload } from '../../client/api.ts';
import { appendCompanyFiles, companyFilesSentAs } from '../../parts/files/company-documents.ts';
import { createDraft, createSender, type Draft, metadataOf, sendDraft } from '../create/drafts.ts';
import { errorsByField, type Fields, typedErrors } from '../create/fields.ts';
import { companyBody, pathOf, percentErrors } from './body.ts';
import { type CompanyFiles, createCompanyFiles } from './company-files.ts';

const PATH = '/v1/kyb/verifications';

export interface CompanyDraft extends Draft {
  representatives: Rows;
  owners: Rows;
  files: CompanyFiles;
  /** The record once it was made, though its files did not arrive; then nothing but them can be changed. */
  created: ReadonlySignal<string | null>;
}

export function createCompanyDraft(): CompanyDraft {
  const draft = createDraft();
  const { fields, sending, asking } = draft;
  const representatives = createRows(fields, 'representatives');
  const owners = createRows(fields, 'ubos');
  const files = createCompanyFiles();
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
    const send = (headers: Record<string, string>) => request<KybCreated>('POST', PATH, { body, headers });
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
      return upload<CompanyDocumentsAnswer>(`${PATH}/${id}/documents`, form, { headers, onProgress });
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
