import { EventSourceParserStream } from 'eventsource-parser/stream';

const RESULT_EVENT = /^(?:kyb\.)?verification\.(?:completed|failed|needs_review)$/;
const WAIT_TIMEOUT_MS = 180_000;

export interface Upload {
  name: string;
  file: Buffer;
  mediaType: 'image/jpeg' | 'application/pdf';
  type: 'national_id' | 'passport' | 'selfie';
  side?: 'front' | 'back';
}

export interface CreateRequest {
  applicant: { first_name?: string; last_name?: string; dob?: string };
  uploads: Upload[];
  metadata?: Record<string, unknown>;
}

/** The body that creates a company, as far as the demonstration and the measurements need it. */
export interface CreateCompany {
  company: {
    legal_name: string;
    country: string;
    registration_number?: string;
    incorporation_date?: string;
    address: { line1?: string; city?: string; postal_code?: string; country: string };
  };
  representatives?: { first_name: string; last_name: string; role: string; dob?: string }[];
  ubos?: { first_name?: string; last_name?: string; dob?: string; ownership_percent: number }[];
  metadata?: Record<string, unknown>;
}

/** The outcome of a verification of either kind. */
export type RetrievedResult = Pick<RetrievedVerification, 'id' | 'status' | 'errors'>;

/** The parts of a retrieved verification that the demonstration and the measurements use. */
export interface RetrievedVerification {
  id: string;
  status: 'pending' | 'processing' | 'completed' | 'failed' | 'needs_review';
  errors: { code: string; message: string }[];
  /** The fields read, by document type. */
  ocr: Record<string, { first_name?: string; last_name?: string }>;
  face_match: { score: number | null; passed: boolean | null };
}

/** A client of one appliance, with one key. Every call throws if the appliance breaks the contract. */
export interface VerificationClient {
  /** POSTs the multipart form; returns the id. */
  create(request: CreateRequest): Promise<string>;
  retrieve(id: string): Promise<RetrievedVerification>;
  /** Follows the verification's stream of events to its result, then retrieves it. */
  waitForResult(id: string): Promise<RetrievedVerification>;
  /** Verifies a company: POSTs it, follows its stream of events to its result, then retrieves it. */
  verifyCompany(company: CreateCompany): Promise<RetrievedResult>;
  /** Imports a watchlist from a file on the appliance's machine. */
  importList(path: string, code: string, name: string): Promise<void>;
  /** Imports a register of companies in the same way; it holds all companies of a country. */
  importRegister(path: string, code: string, name: string, country: string): Promise<void>;
}

export function createClient(base: string, key: string): VerificationClient {
  const headers = { authorization: `Bearer ${key}` };
  const get = async <T>(path: string): Promise<T> => expectStatus(await fetch(`${base}${path}`, { headers }), 200);
  const postJson = async <T>(path: string, value: unknown): Promise<T> => {
    const json = { ...headers, 'content-type': 'application/json' };
    const answer = await fetch(`${base}${path}`, { method: 'POST', headers: json, body: JSON.stringify(value) });
    return expectStatus(answer, 201);
  };
  const followToResult = async <T>(path: string): Promise<T> => {
    const signal = AbortSignal.timeout(WAIT_TIMEOUT_MS);
    await readUntilResult(await fetch(`${base}${path}/stream`, { headers, signal }));
    return get(path);
  };
  return {
    create: async (request) => {
      const { contentType, body } = toMultipart(request);
      const typed = { ...headers, 'content-type': contentType };
      const answer = await fetch(`${base}/v1/verifications`, { method: 'POST', headers: typed, body });
      return (await expectStatus<{ id: string }>(answer, 201)).id;
    },
    retrieve: (id) => get(`/v1/verifications/${id}`),
    waitForResult: (id) => followToResult(`/v1/verifications/${id}`),
    verifyCompany: async (company) => {
      const { id } = await postJson<{ id: string }>('/v1/kyb/verifications', company);
      return followToResult(`/v1/kyb/verifications/${id}`);
    },
    importList: async (path, code, name) => {
      await postJson('/v1/watchlists', { paths: [path], code, name });
    },
    importRegister: async (path, code, name, country) => {
      await postJson('/v1/registries', { paths: [path], code, name, complete_for: [country] });
    },
  };
}

export interface MultipartBody {
  contentType: string;
  body: Uint8Array<ArrayBuffer>;
}

const BOUNDARY = 'custos-specimen-boundary';

/** The form as the customer describes it: JSON parts with their content type, one `documents[]` part per file. */
export function toMultipart({ applicant, uploads, metadata }: CreateRequest): MultipartBody {
  const items = uploads.map(({ name, type, side }) => ({ name, type, ...(side ? { side } : {}) }));
  const parts = [
    jsonPart('applicant', applicant),
    jsonPart('documents_meta', { items }),
    ...(metadata ? [jsonPart('metadata', metadata)] : []),
    part('name="consent"', 'text/plain', Buffer.from('true')),
    ...uploads.map(({ name, file, mediaType }) => part(`name="documents[]"; filename="${name}"`, mediaType, file)),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ];
  return { contentType: `multipart/form-data; boundary=${BOUNDARY}`, body: new Uint8Array(Buffer.concat(parts)) };
}

function jsonPart(name: string, value: unknown): Buffer {
  return part(`name="${name}"`, 'application/json', Buffer.from(JSON.stringify(value)));
}

function part(disposition: string, contentType: string, content: Buffer): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${contentType}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n')]);
}

/** Reads server-sent events until one names a result, then leaves the stream. Throws if the stream ends before. */
async function readUntilResult(answer: Response): Promise<void> {
  if (answer.status !== 200 || !answer.body) throw new Error(`the stream was answered with ${answer.status}`);
  const events = answer.body
    .pipeThrough<string>(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>)
    .pipeThrough(new EventSourceParserStream());
  for await (const { event } of events as unknown as AsyncIterable<{ event?: string }>) {
    if (RESULT_EVENT.test(event ?? '')) return;
  }
  throw new Error('the stream of events ended before the result');
}

async function expectStatus<T>(answer: Response, status: number): Promise<T> {
  const text = await answer.text();
  if (answer.status !== status) throw new Error(`the appliance answered ${answer.status}: ${text}`);
  return JSON.parse(text) as T;
}
