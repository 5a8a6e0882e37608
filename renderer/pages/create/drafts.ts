import { effect, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { ApiError, mode, upload } from '../../client/api.ts';
import { lockedLogin, operator, operatorId } from '../../client/session.ts';
import { appendFiles, createPersonFiles, faultOf, sentAs } from '../../parts/files/person-files.ts';
import { appendSources, createSourceFiles } from '../../parts/files/source-files.tsx';
import { createFields, errorsByField, nested, typedErrors } from './fields.ts';

/** Unsent drafts, only in memory. After a lock they are still there for the same operator in the same mode, unless another operator was here. */
const drafts = new Map<string, unknown>();
/** Counts replaced drafts, so a form shows the new one. */
const round = signal(0);

type DraftKind = 'person' | 'company';
export type Outcome = 'completed' | 'failed' | 'needs_review';

/** What drafts of people and of companies share. */
export const createDraft = () => ({
  fields: createFields(),
  /** Further metadata, in addition to the reference. */
  metadata: signal<Record<string, unknown>>({}),
  /** For test data: the outcome that the appliance returns without running checks; null: it runs them. */
  simulate: signal<Outcome | null>(null),
  sending: signal<Sending>({ phase: 'editing', error: null }),
  /** Whether the form shows what is missing. */
  asking: signal(false),
});

type Begun = ReturnType<typeof createDraft>;
type Draft = Begun & { send(): Promise<void> };

/** Returns a draft's metadata. `reference` is shown in the queue, which can search for it. */
export function metadataOf({ fields, metadata, simulate }: Begun): Record<string, unknown> {
  const reference = fields.values.peek()['reference']?.trim();
  return {
    ...metadata.peek(),
    ...(reference && { internal_ref: reference }),
    ...(simulate.peek() && mode.peek() === 'test' && { simulate: simulate.peek() }),
  };
}

/** Sends a draft with `work`, which returns the record's id. After a refusal or a cancellation the form is shown again; `tell` marks the errors. */
export async function sendDraft(
  { sending }: Pick<Draft, 'sending'>,
  work: () => Promise<string>,
  tell: (error: ApiError) => void,
  isGivenUp = (): boolean => false,
): Promise<void> {
  sending.value = { phase: 'sending', share: 0 };
  try {
    sending.value = { phase: 'sent', id: await work() };
  } catch (error) {
    sending.value = { phase: 'editing', error: error instanceof ApiError ? error : null };
    if (error instanceof ApiError) tell(error);
    else if (!isGivenUp()) throw error;
  }
}

effect(() => {
  const id = operatorId.value;
  if (id !== null) forgetOthers(id);
  else if (lockedLogin.value === null) drafts.clear();
});

function forgetOthers(owner: string): void {
  for (const key of drafts.keys()) if (!key.startsWith(`${owner}/`)) drafts.delete(key);
}

const keyOf = (kind: DraftKind): string => `${operatorId.value}/${mode.value}/${kind}`;

/** Replaces the current draft. */
export function putDraft(kind: DraftKind, draft: Draft): void {
  drafts.set(keyOf(kind), draft);
  round.value++;
}

/** Returns the current operator's draft; `reset` discards it and starts a new one. */
export function useDraft<T extends Draft>(kind: DraftKind, make: () => T): { draft: T; reset: () => void } {
  const key = keyOf(kind);
  const draft = useMemo(() => {
    const kept = drafts.get(key) ?? make();
    drafts.set(key, kept);
    return kept as T;
  }, [key, round.value]);
  useEffect(
    () => () => {
      // A later visit starts a new draft; after a lock the operator sees the result.
      if (draft.sending.peek().phase === 'sent' && operator.peek()) drafts.delete(key);
    },
    [draft, key],
  );
  const reset = (): void => {
    drafts.delete(key);
    round.value++;
  };
  return { draft, reset };
}

export type Sending =
  | { phase: 'editing'; error: ApiError | null }
  /** `share`: share of the bytes sent, 0..1; null: files are still being inspected. */
  | { phase: 'sending'; share: number | null }
  | { phase: 'sent'; id: string };

/** The idempotency key of one submission. It stays the same while the content is the same, so a retry creates no second record. */
interface Attempt {
  key: string;
  /** The content sent with this key. */
  content: string;
}

export function attemptFor(last: Attempt | null, content: string): Attempt {
  return last?.content === content ? last : { key: uuid(), content };
}

const WAIT_MS = 1_500;
const WAITS_MAX = 20;

/** Sends, and waits while the same request is still in progress. Throws `ApiError`. */
export async function sendOnce<T>(send: () => Promise<T>, wait: (ms: number) => Promise<void> = sleep): Promise<T> {
  for (let waits = 0; ; waits++) {
    try {
      return await send();
    } catch (error) {
      const isRunning = error instanceof ApiError && error.code === 'idempotency_in_progress';
      if (!isRunning || waits >= WAITS_MAX) throw error;
      await wait(WAIT_MS);
    }
  }
}

/** Returns a function that sends a submission with its own idempotency key. Throws `ApiError`. */
export function createSender() {
  let attempt: Attempt | null = null;
  return <T>(content: unknown, send: (headers: Record<string, string>) => Promise<T>): Promise<T> => {
    attempt = attemptFor(attempt, JSON.stringify(content));
    const headers = { 'Idempotency-Key': attempt.key };
    return sendOnce(() => send(headers));
  };
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Version 4, RFC 9562. `crypto.randomUUID` is missing if the page came over plain http from another machine. */
function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

export type Consent = 'given' | 'refused' | 'not_asked';

export type PersonDraft = ReturnType<typeof createPersonDraft>;

export function createPersonDraft() {
  const draft = createDraft();
  const { fields, sending, asking } = draft;
  const consent = signal<Consent>('not_asked');
  const files = createPersonFiles(() => consent.peek() === 'given');
  const sources = createSourceFiles();
  const sendUnderKey = createSender();
  let abort: AbortController | null = null;

  const isReady = (): boolean => {
    const wrong = typedErrors(fields.values.peek());
    fields.setErrors(wrong);
    const list = files.list.peek();
    asking.value = list.length === 0 || list.some(({ type }) => type === null);
    return !asking.value && Object.keys(wrong).length === 0 && list.every((one) => faultOf(one) === null);
  };
  /** Returns the text parts of the request. */
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
    const ofSources = sources.list.peek();
    const told = ofSources.map(({ key, file: { size, lastModified } }) => [key, size, lastModified]);
    const { id } = await sendUnderKey([mode.peek(), parts, sentAs(list), told], (headers) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(parts)) form.append(name, value);
      appendFiles(form, list);
      appendSources(form, ofSources);
      return upload('/v1/verifications', form, { headers, signal, onProgress });
    });
    files.clear();
    sources.clear();
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
    sources,
    consent,
    /** Cancels the sending; the draft stays. */
    cancel: () => abort?.abort(),
    async send() {
      if (sending.peek().phase !== 'editing') return;
      sending.value = { phase: 'sending', share: null };
      abort = new AbortController();
      const { signal } = abort;
      // A file that is still being inspected may get its type from that.
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
