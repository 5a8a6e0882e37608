import { type Signal, signal } from '@preact/signals';
import type { Created } from '../../../server/contract/create.ts';
import { ApiError, mode, upload } from '../../client/api.ts';
import {
  appendFiles,
  createPersonFiles,
  faultOf,
  type PersonFile,
  type PersonFiles,
  sentAs,
} from '../../parts/files/person-files.ts';
import { type Attempt, attemptFor, editing, type Sending, sendOnce } from './drafts.ts';
import { createFields, errorsByField, type Fields, nested, typedErrors } from './fields.ts';

export type Consent = 'given' | 'refused' | 'not_asked';
export type Outcome = 'completed' | 'failed' | 'needs_review';

export interface PersonDraft {
  fields: Fields;
  files: PersonFiles;
  consent: Signal<Consent>;
  /** What else it is given with, beside the reference. */
  metadata: Signal<Record<string, unknown>>;
  /** Of test data: what the appliance shall answer without looking; null: it looks. */
  simulate: Signal<Outcome | null>;
  sending: Signal<Sending>;
  /** Whether what is missing is told. */
  asking: Signal<boolean>;
  send(): Promise<void>;
  /** Ends the sending; what was begun stays. */
  cancel(): void;
}

export function createPersonDraft(): PersonDraft {
  const fields = createFields();
  const consent = signal<Consent>('not_asked');
  const metadata = signal<Record<string, unknown>>({});
  const files = createPersonFiles(() => consent.peek() === 'given');
  const simulate = signal<Outcome | null>(null);
  const sending = editing();
  const asking = signal(false);
  let attempt: Attempt | null = null;
  let abort: AbortController | null = null;

  const isReady = (): boolean => {
    const wrong = typedErrors(fields.values.peek());
    fields.setErrors(wrong);
    const list = files.list.peek();
    asking.value = list.length === 0 || list.some(({ type }) => type === null);
    return !asking.value && Object.keys(wrong).length === 0 && list.every((one) => faultOf(one) === null);
  };
  return {
    fields,
    files,
    consent,
    metadata,
    simulate,
    sending,
    asking,
    cancel: () => abort?.abort(),
    async send() {
      if (sending.peek().phase !== 'editing') return;
      sending.value = { phase: 'sending', share: null };
      abort = new AbortController();
      const { signal } = abort;
      // What the appliance is still looking at may get its type by that.
      await files.settled();
      if (signal.aborted || !isReady()) {
        sending.value = { phase: 'editing', error: null };
        return;
      }
      const parts = partsOf(fields, consent.peek(), simulate.peek(), metadata.peek());
      const list = files.list.peek();
      attempt = attemptFor(attempt, contentOf(parts, list));
      const { key } = attempt;
      sending.value = { phase: 'sending', share: 0 };
      try {
        const { id } = await sendOnce(() =>
          upload<Created>('/v1/verifications', formOf(parts, list), {
            headers: { 'Idempotency-Key': key },
            signal,
            onProgress: (share) => {
              sending.value = { phase: 'sending', share };
            },
          }),
        );
        files.clear();
        sending.value = { phase: 'sent', id };
      } catch (error) {
        sending.value = { phase: 'editing', error: error instanceof ApiError ? error : null };
        if (error instanceof ApiError) tellFaults(error, fields, files);
        else if (!signal.aborted) throw error;
      }
    },
  };
}

/** The text parts of the request. `reference` is what the queue shows and finds a record by. */
function partsOf(
  fields: Fields,
  consent: Consent,
  simulate: Outcome | null,
  others: Record<string, unknown>,
): Record<string, string> {
  const values = fields.values.peek();
  const applicant = nested(values, 'applicant');
  const reference = values['reference']?.trim();
  const metadata = {
    ...others,
    ...(reference && { internal_ref: reference }),
    ...(simulate && mode.peek() === 'test' && { simulate }),
  };
  return {
    ...(Object.keys(applicant).length > 0 && { applicant: JSON.stringify(applicant) }),
    ...(consent !== 'not_asked' && { consent: String(consent === 'given') }),
    ...(Object.keys(metadata).length > 0 && { metadata: JSON.stringify(metadata) }),
  };
}

function formOf(parts: Readonly<Record<string, string>>, files: readonly PersonFile[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) form.append(name, value);
  appendFiles(form, files);
  return form;
}

function contentOf(parts: Readonly<Record<string, string>>, files: readonly PersonFile[]): string {
  return JSON.stringify([mode.peek(), parts, sentAs(files)]);
}

function tellFaults(error: ApiError, fields: Fields, files: PersonFiles): void {
  fields.setErrors(errorsByField(error));
  const faults = error.problem.errors.flatMap(({ document_index, code, message }) =>
    document_index === undefined ? [] : [[document_index, { code, message }] as const],
  );
  files.mark(new Map(faults));
}
