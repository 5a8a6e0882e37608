import { readdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express, { Router } from 'express';
import { EngineError, type EngineFailure, type Engines } from '../../../models/ports.ts';
import { createKey } from '../../../server/access/keys.ts';
import { createGuard, type Guard } from '../../../server/api/guard.ts';
import { securityHeaders } from '../../../server/api/headers.ts';
import { hostAllowList } from '../../../server/api/hosts.ts';
import { createOnce } from '../../../server/api/idempotency.ts';
import { lingerOnRefusal } from '../../../server/api/linger.ts';
import { mount } from '../../../server/api/mount.ts';
import { notFoundHandler, problemHandler } from '../../../server/api/problem.ts';
import { requestId } from '../../../server/api/request-id.ts';
import { requestLog } from '../../../server/api/request-log.ts';
import { verificationHandlers } from '../../../server/api/verifications.ts';
import type { Appliance } from '../../../server/appliance/appliance.ts';
import type { RequestFacts } from '../../../server/appliance/metrics.ts';
import { ROUTES } from '../../../server/contract/routes.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { createLogger } from '../../../server/lib/log.ts';
import { listVerifications } from '../../../server/verifications/store.ts';
import type { Verification } from '../../../server/verifications/types.ts';
import type { Scope } from '../../../server/vocabulary/scopes.ts';
import { fakeEngines } from '../../support/fake-engines.ts';
import { startTestServer } from '../../support/server.ts';

/** The first bytes of a JPEG without decodable content: these tests use fake engines. */
export const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(60, 7)]);
export const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
export const PDF = Buffer.from('%PDF-1.7 nothing more');

/** The answers of the fake engines. */
export interface RigEngines {
  imageFailure: EngineFailure | null;
  /** Bytes of an image that are needed before its header can be read. */
  headerAtBytes: number;
  pdf: { pageCount: number; encrypted: boolean } | EngineFailure;
}

export interface Rig {
  base: string;
  server: Server;
  engines: RigEngines;
  appliance: Appliance;
  nowMs: number;
  log: string[];
  observed: RequestFacts[];
  secret(scopes?: readonly Scope[] | 'all', livemode?: boolean): string;
  /** The records created since the last call of `forget`, newest first. */
  records(): Verification[];
  forget(): void;
  /** Upload files that still exist. */
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
  routers?: (parts: { guard: Guard; appliance: Appliance }) => Router[];
}

const PER_MINUTE = 10_000;

/** The routes of people's verifications on a complete appliance that processes none of them. It listens on a free port. */
export async function startRig(options: RigOptions = {}): Promise<Rig> {
  const rig = { nowMs: 1_700_000_000_000, log: [] as string[], observed: [] as RequestFacts[] } as Rig;
  rig.engines = { imageFailure: null, headerAtBytes: 0, pdf: { pageCount: 1, encrypted: false } };
  const clock = { now: () => rig.nowMs };
  const whole = await startTestServer({ engines: rigEngines(rig), clock, list: false, start: false });
  const { appliance } = whole;
  const { requestsPerMinute = PER_MINUTE, createsPerMinute = PER_MINUTE, screeningsPerMinute = PER_MINUTE } = options;
  const guard = createGuard({ access: appliance.access, requestsPerMinute, createsPerMinute, screeningsPerMinute });
  const log = createLogger(clock, (line) => rig.log.push(line));
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(requestId({ newId: appliance.newId }));
  app.use(requestLog({ log, observe: (facts) => rig.observed.push(facts) }));
  app.use(
    securityHeaders,
    hostAllowList({ host: '127.0.0.1', allowedHosts: options.allowedHosts ?? [] }, () => false),
  );
  app.use(lingerOnRefusal(options.lingerMs ?? LIMITS.lingerMs));
  const { createVerification, listVerifications: list, getVerification, addDocuments } = ROUTES;
  const rows = { createVerification, listVerifications: list, getVerification, addDocuments };
  const { uploadTimeoutMs } = options;
  const timed = { ...appliance, ...(uploadTimeoutMs === undefined ? {} : { uploadTimeoutMs }) };
  app.use(mount(Router(), guard, rows, verificationHandlers(timed, createOnce(timed))));
  for (const router of options.routers?.({ guard, appliance }) ?? []) app.use(router);
  app.use(notFoundHandler);
  app.use(problemHandler({ log }));
  rig.server = createServer(app);
  await new Promise<void>((resolve) => rig.server.listen(0, '127.0.0.1', resolve));
  rig.base = `http://127.0.0.1:${(rig.server.address() as AddressInfo).port}`;
  rig.appliance = timed;
  rig.secret = (scopes = 'all', livemode = true) =>
    createKey(appliance.access, { label: 'test', livemode, scopes, actor: 'test' }).secret;
  const all = (): Verification[] =>
    [true, false].flatMap((livemode) => listVerifications(appliance, { livemode, limit: 1000 }).data);
  const forgotten = new Set<string>();
  rig.records = () => all().filter(({ id }) => !forgotten.has(id));
  rig.forget = () => {
    for (const { id } of all()) forgotten.add(id);
  };
  rig.leftovers = () => readdir(join(appliance.config.dataDir, 'incoming'), { recursive: true });
  rig[Symbol.asyncDispose] = async () => {
    rig.server.closeAllConnections();
    await new Promise((resolve) => rig.server.close(resolve));
    await whole[Symbol.asyncDispose]();
  };
  return rig;
}

function rigEngines(rig: Rig): Engines {
  const engines = fakeEngines();
  return {
    ...engines,
    image: {
      ...engines.image,
      async inspect(head) {
        if (rig.engines.imageFailure) throw new EngineError(rig.engines.imageFailure, 'fake');
        if (head.length < rig.engines.headerAtBytes) throw new EngineError('bad_input', 'fake');
        return { format: 'jpeg', width: 1000, height: 700, pages: 1 };
      },
    },
    pdf: {
      ...engines.pdf,
      async inspect() {
        if (typeof rig.engines.pdf === 'string') throw new EngineError(rig.engines.pdf, 'fake');
        return rig.engines.pdf;
      },
    },
  };
}

export interface FormPart {
  name: string;
  value: string | Buffer;
  fileName?: string;
  type?: string;
}

/** A multipart body, byte for byte, so that a test controls every header of a part. */
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
