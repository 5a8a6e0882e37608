import { type Signal, signal } from '@preact/signals';
import type { Created } from '../../../server/contract/create.ts';
import { type ApiError, mode, upload } from '../../client/api.ts';
import { appendFiles, createPersonFiles, faultOf, type PersonFiles, sentAs } from '../../parts/files/person-files.ts';
import { createDraft, createSender, type Draft, metadataOf, sendDraft } from './drafts.ts';
import { errorsByField, nested, typedErrors } from './fields.ts';

export type Consent = 'given' | 'refused' | 'not_asked';

export interface PersonDraft extends Draft {
  files: PersonFiles;
  consent: Signal<Consent>;
  /** Ends the sending; what was begun stays. */
  cancel(): void;
}

export function createPersonDraft(): PersonDraft {
  const draft = createDraft();
  const { fields, sending, asking } = draft;
  const consent = signal<Consent>('not_asked');
  const files = createPersonFiles(() => consent.peek() === 'given');
  const sendUnderKey = createSender();
  let abort: AbortController | null = null;

  const isReady = (): boolean => {
    const wrong = typedErrors(fields.values.peek());
    fields.setErrors(wrong);
    const list = files.list.peek();
    asking.value = list.length === 0 || list.some(({ type }) => type === null);
    return !asking.value && Object.keys(wrong).length === 0 && list.every((one) => faultOf(one) === null);
  };
  /** The text parts of the request. */
  const partsOf = (): Record<string, string> => {
    const applicant = nested(fields.values.peek(), 'applicant');
    const metadata = metadataOf(draft);
    return {
      ...(Object.keys(applicant).length > 0 && { applicant: JSON.stringify(applicant) }),
      ...(consent.peek() !== 'not_asked' && { consent: String(consent.peek() === 'given') }),
      ...(Object.keys(metadata).length > 0 && { metadata: JSON.stringify(metadata) }),
    };
  };
  const submit = async (signal: AbortSignal): Promise<string> => {
    const [parts, list] = [partsOf(), files.list.peek()];
    const onProgress = (share: number): void => {
      sending.value = { phase: 'sending', share };
    };
    const { id } = await sendUnderKey([mode.peek(), parts, sentAs(list)], (headers) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(parts)) form.append(name, value);
      appendFiles(form, list);
      return upload<Created>('/v1/verifications', form, { headers, signal, onProgress });
    });
    files.clear();
    return id;
  };
  const tellFaults = (error: ApiError): void => {
    fields.setErrors(errorsByField(error));
    const faults = error.problem.errors.flatMap(({ document_index, code, message }) =>
      document_index === undefined ? [] : [[document_index, { code, message }] as const],
    );
    files.mark(new Map(faults));
  };
  return {
    ...draft,
    files,
    consent,
    cancel: () => abort?.abort(),
    async send() {
      if (sending.peek().phase !== 'editing') return;
      sending.value = { phase: 'sending', share: null };
      abort = new AbortController();
      const { signal } = abort;
      // What the appliance is still looking at may get its type by that.
      await files.settled();
      if (signal.aborted || !isReady()) sending.value = { phase: 'editing', error: null };
      else
        await sendDraft(
          draft,
          () => submit(signal),
          tellFaults,
          () => signal.aborted,
        );
    },
  };
}
