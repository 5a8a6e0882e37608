import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express, { type Router } from 'express';
import { EngineError, type EngineFailure } from '../../../models/ports.ts';
import { createKey, type KeyDeps } from '../../../server/access/keys.ts';
import type { Scope } from '../../../server/access/scopes.ts';
import { createGuard, type Guard } from '../../../server/api/guard.ts';
import { securityHeaders } from '../../../server/api/headers.ts';
import { hostAllowList } from '../../../server/api/hosts.ts';
import { lingerOnRefusal } from '../../../server/api/linger.ts';
import { NOTHING_BESIDE } from '../../../server/api/present-record.ts';
import { notFoundHandler, problemHandler } from '../../../server/api/problem.ts';
import { requestId } from '../../../server/api/request-id.ts';
import { type RequestFacts, requestLog } from '../../../server/api/request-log.ts';
import { type VerificationsDeps, verificationsRouter } from '../../../server/api/verifications.ts';
import type { AppError } from '../../../server/lib/errors.ts';
import { createIds, type NewId } from '../../../server/lib/ids.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { createLogger, type Logger } from '../../../server/lib/log.ts';
import { beginUpload, newRecord } from '../../../server/vault/staging.ts';
import type { IdempotencyClaim, KeptAnswer } from '../../../server/verifications/idempotency.ts';
import type { ListQuery } from '../../../server/verifications/store.ts';
import type { SubmitInput } from '../../../server/verifications/submit.ts';
import type { Verification } from '../../../server/verifications/types.ts';
import { memoryDatabase } from '../../support/database.ts';

/** A JPEG's first bytes and nothing that a decoder could use: the engines of these tests are fakes. */
export const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(60, 7)]);
export const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
export const PDF = Buffer.from('%PDF-1.7 nothing more');

/** A fake of the records: what the real store promises, in memory. */
export interface FakeStore {
  submitted: SubmitInput[];
  records: Verification[];
  queries: ListQuery[];
  hasMore: boolean;
  kept: Map<string, KeptAnswer & { fingerprint: string }>;
  /** Waited for before a submission ends. */
  gate: Promise<void>;
  failWith: AppError | null;
}

/** What the fake engines answer. */
export interface FakeEngines {
  imageFailure: EngineFailure | null;
  /** Bytes that an image needs before its header can be read. */
  headerAtBytes: number;
  pdf: { pageCount: number; encrypted: boolean } | EngineFailure;
}

export interface Rig {
  base: string;
  server: Server;
  store: FakeStore;
  engines: FakeEngines;
  access: KeyDeps;
  newId: NewId;
  nowMs: number;
  log: string[];
  observed: RequestFacts[];
  secret(scopes?: readonly Scope[] | 'all', livemode?: boolean): string;
  /** Files of uploads that are still there. */
  leftovers(): Promise<string[]>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface RigOptions {
  requestsPerMinute?: number;
  createsPerMinute?: number;
  screeningsPerMinute?: number;
  uploadTimeoutMs?: number;
  lingerMs?: number;
  allowedHosts?: string[];
  /** Further routers, mounted before the fallback. */
  routers?: (parts: { guard: Guard; access: KeyDeps; log: Logger }) => Router[];
}

/** The HTTP layer over fakes of the records and the engines, listening on a free port. */
export async function startRig(options: RigOptions = {}): Promise<Rig> {
  const folder = await mkdtemp(join(tmpdir(), 'custos-rig-'));
  const db = memoryDatabase();
  const rig = { nowMs: 1_700_000_000_000, log: [] as string[], observed: [] as RequestFacts[] } as Rig;
  const clock = { now: () => rig.nowMs };
  const newId = createIds(clock);
  const log = createLogger(clock, (line) => rig.log.push(line));
  const access: KeyDeps = { db, clock, newId, pepper: Buffer.alloc(32, 9), audit: { append: () => {} } };
  const guard = createGuard({
    access: { ...access, secondFactorRoles: () => [] },
    requestsPerMinute: options.requestsPerMinute ?? 10_000,
    createsPerMinute: options.createsPerMinute ?? 10_000,
    screeningsPerMinute: options.screeningsPerMinute ?? 10_000,
  });
  rig.store = fakeStore();
  rig.engines = { imageFailure: null, headerAtBytes: 0, pdf: { pageCount: 1, encrypted: false } };
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(requestId({ newId }));
  app.use(requestLog({ log, observe: (facts) => rig.observed.push(facts) }));
  app.use(
    securityHeaders,
    hostAllowList({ host: '127.0.0.1', allowedHosts: options.allowedHosts ?? [] }, () => false),
  );
  app.use(lingerOnRefusal(options.lingerMs ?? LIMITS.lingerMs));
  app.use(verificationsRouter(verificationDeps(rig, guard, folder, newId, options)));
  for (const router of options.routers?.({ guard, access, log }) ?? []) app.use(router);
  app.use(notFoundHandler);
  app.use(problemHandler({ log }));
  rig.server = createServer(app);
  await new Promise<void>((resolve) => rig.server.listen(0, '127.0.0.1', resolve));
  rig.base = `http://127.0.0.1:${(rig.server.address() as AddressInfo).port}`;
  rig.access = access;
  rig.newId = newId;
  rig.secret = (scopes = 'all', livemode = true) =>
    createKey(access, { label: 'test', livemode, scopes, actor: 'test' }).secret;
  rig.leftovers = () => readdir(folder, { recursive: true });
  rig[Symbol.asyncDispose] = async () => {
    rig.server.closeAllConnections();
    await new Promise((resolve) => rig.server.close(resolve));
    db.close();
    await rm(folder, { recursive: true, force: true });
  };
  return rig;
}

function fakeStore(): FakeStore {
  return {
    submitted: [],
    records: [],
    queries: [],
    hasMore: false,
    kept: new Map(),
    gate: Promise.resolve(),
    failWith: null,
  };
}

const keptName = ({ actorId, method, path, key }: IdempotencyClaim) => [actorId, method, path, key].join(' ');

function verificationDeps(
  rig: Rig,
  guard: Guard,
  folder: string,
  newId: NewId,
  options: RigOptions,
): VerificationsDeps {
  return {
    guard,
    erase: () => () => {},
    beside: () => NOTHING_BESIDE,
    beginUploadInto: () => beginUpload(folder, newId, newRecord('ver', newId)),
    addDocuments: async () => ({ status: 201, body: '{}', replayed: false }),
    engines: fakeEngines(rig),
    judgeWebhookUrl: async (url) => (url.includes('allowed') ? 'allowed' : 'refused'),
    beginUpload: () => beginUpload(folder, newId, newRecord('ver', newId)),
    async submit(input) {
      await rig.store.gate;
      if (rig.store.failWith) throw rig.store.failWith;
      rig.store.submitted.push(input);
      const record = recordOf(input, rig.nowMs);
      rig.store.records.unshift(record);
      const answer = input.respond(record);
      if (input.idempotency) {
        const fingerprint = input.idempotency.fingerprint.toString('hex');
        rig.store.kept.set(keptName(input.idempotency), { ...answer, sameFingerprint: true, fingerprint });
      }
      return { ...answer, replayed: false };
    },
    findIdempotent(claim) {
      const kept = rig.store.kept.get(keptName(claim));
      return kept ? { ...kept, sameFingerprint: kept.fingerprint === claim.fingerprint.toString('hex') } : null;
    },
    get: (id, livemode) => rig.store.records.find((record) => record.id === id && record.livemode === livemode) ?? null,
    list(query) {
      rig.store.queries.push(query);
      return { data: rig.store.records.slice(0, query.limit), hasMore: rig.store.hasMore };
    },
    ocr: () => ({}),
    ...(options.uploadTimeoutMs === undefined ? {} : { uploadTimeoutMs: options.uploadTimeoutMs }),
  };
}

function fakeEngines(rig: Rig): VerificationsDeps['engines'] {
  const unused = () => Promise.reject(new Error('not used at creation'));
  return {
    image: {
      async inspect(head) {
        if (rig.engines.imageFailure) throw new EngineError(rig.engines.imageFailure, 'fake');
        if (head.length < rig.engines.headerAtBytes) throw new EngineError('bad_input', 'fake');
        return { format: 'jpeg', width: 1000, height: 700, pages: 1 };
      },
      decode: unused,
      show: unused,
    },
    pdf: {
      async inspect() {
        if (typeof rig.engines.pdf === 'string') throw new EngineError(rig.engines.pdf, 'fake');
        return rig.engines.pdf;
      },
      render: unused,
      text: unused,
    },
  };
}

function recordOf(input: SubmitInput, nowMs: number): Verification {
  return {
    id: input.session.verificationId,
    livemode: input.livemode,
    corrections: [],
    faceChoices: [],
    status: 'pending',
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    step: null,
    submission: input.submission,
    documents: input.documents.map(({ file, name, type, side }, position) => ({
      id: file.documentId,
      position,
      mediaType: file.mediaType ?? 'image/jpeg',
      sizeBytes: file.sizeBytes,
      name,
      type,
      side,
      sha256: file.sha256,
    })),
    results: {},
    decision: null,
  };
}

export interface FormPart {
  name: string;
  value: string | Buffer;
  fileName?: string;
  type?: string;
}

/** A multipart body byte for byte, so that a test decides about every header of a part. */
export function multipart(parts: FormPart[], boundary = 'rig-boundary'): { body: Buffer; type: string } {
  const chunks = parts.flatMap(({ name, value, fileName, type }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n${
        type === undefined ? '' : `Content-Type: ${type}\r\n`
      }\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
  return {
    body: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
  };
}

export const file = (value: Buffer = JPEG, name = 'documents[]'): FormPart => ({
  name,
  value,
  fileName: 'a.jpg',
  type: 'image/jpeg',
});
export const json = (name: string, value: unknown): FormPart => ({
  name,
  value: JSON.stringify(value),
  type: 'application/json',
});

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any;
}

/** Posts a form to `/v1/verifications`. */
export async function post(
  rig: Rig,
  secret: string,
  parts: FormPart[],
  headers: Record<string, string> = {},
  boundary?: string,
): Promise<Answer> {
  const { body, type } = multipart(parts, boundary);
  return call(rig, secret, '/v1/verifications', {
    method: 'POST',
    body: new Uint8Array(body),
    headers: { 'Content-Type': type, ...headers },
  });
}

export async function call(rig: Rig, secret: string | null, path: string, init: RequestInit = {}): Promise<Answer> {
  const auth: Record<string, string> = secret === null ? {} : { Authorization: `Bearer ${secret}` };
  const response = await fetch(rig.base + path, { ...init, headers: { ...auth, ...(init.headers as object) } });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null };
}
