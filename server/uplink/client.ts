import { createHash, X509Certificate } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { isIP } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { EgressLog } from '../audit/egress-log.ts';
import { connectTo } from '../lib/egress.ts';
import { LIMITS } from '../lib/limits.ts';
import { addressOf } from '../security-log/destination.ts';
import { ReceiverFailure } from '../security-log/outlet.ts';
import { connectionErrorOf } from '../security-log/stream.ts';
import type { Lookup } from '../webhooks/destination.ts';
import { ContactFailure, HUB_PROBLEMS, type HubProblem } from './failure.ts';

/** One connection to the hub, kept open for several requests. Each rejects with `ContactFailure`. */
export interface HubClient extends Disposable {
  /** POSTs JSON, or bytes, and returns the JSON of the answer. */
  post(path: string, body: object | Buffer): Promise<unknown>;
  /** Yields a file from a byte on. */
  get(path: string, from: number): AsyncGenerator<Buffer>;
}

export interface ClientDeps {
  egress: Pick<EgressLog, 'note'>;
  lookup: Lookup;
}

export interface Trust {
  /** PEM: the only authority whose certificates count. */
  ca: string;
  /** The branch's certificate with its key, PEM. */
  client: { certificate: string; key: string } | null;
}

interface Place {
  host: string;
  port: number;
}

/** Connects to the first address that answers. Rejects with `ContactFailure`. */
export async function connectToHub(deps: ClientDeps, addresses: readonly string[], trust: Trust): Promise<HubClient> {
  return firstOf(addresses, async (place) => clientOf(place, await openTls(deps, place, trust), trust, deps));
}

/**
 * Returns the PEM of the authority with this fingerprint, which the hub sends along with its certificate. Nothing else is sent before the fingerprint
 * fits. Rejects with `ContactFailure`.
 */
export async function fetchAuthority(deps: ClientDeps, addresses: readonly string[], sha256: string): Promise<string> {
  return firstOf(addresses, async (place) => {
    const socket = await openTls(deps, place, null);
    const chain = chainOf(socket);
    socket.destroy();
    const found = chain.find(({ raw }) => createHash('sha256').update(raw).digest('hex') === sha256);
    if (found === undefined) throw new ContactFailure('certificate_untrusted');
    return found.toString();
  });
}

function chainOf(socket: TLSSocket): X509Certificate[] {
  const chain: X509Certificate[] = [];
  let peer = socket.getPeerCertificate(true);
  while (peer?.raw && chain.length < LIMITS.lanChainMax) {
    chain.push(new X509Certificate(peer.raw));
    if (peer.issuerCertificate === peer) break;
    peer = peer.issuerCertificate;
  }
  return chain;
}

async function firstOf<T>(addresses: readonly string[], work: (place: Place) => Promise<T>): Promise<T> {
  let failure: unknown = new ContactFailure('connection_failed');
  for (const address of addresses) {
    const { hostname, port } = new URL(address);
    try {
      return await work({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 443) });
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** `trust`: null to look at the chain only. */
async function openTls(deps: ClientDeps, { host, port }: Place, trust: Trust | null): Promise<TLSSocket> {
  const address = await addressOf({ host, port }, deps, ['local', 'public']).catch((error: unknown) => {
    if (error instanceof ReceiverFailure)
      throw new ContactFailure(error.code as ContactFailure['code'], { cause: error });
    throw error;
  });
  deps.egress.note({ host: address, port, allowed: true, why: 'hub' });
  const socket = connectTo(address, port);
  const tls = connectTls({
    socket,
    host,
    minVersion: 'TLSv1.3',
    rejectUnauthorized: trust !== null,
    ...(trust && { ca: trust.ca }),
    ...(trust?.client && { cert: trust.client.certificate, key: trust.client.key }),
    ...(isIP(host) === 0 ? { servername: host } : {}),
  });
  socket.on('error', (error) => tls.destroy(error));
  // Who uses the connection sees each error. Between two uses it would end the process.
  tls.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => tls.destroy(codeError('ETIMEDOUT')), LIMITS.hubConnectTimeoutMs);
    const end = (error?: NodeJS.ErrnoException): void => {
      clearTimeout(timer);
      if (error === undefined) resolve();
      else reject(failureOf(error));
    };
    tls.once('secureConnect', () => end());
    tls.once('error', end);
    tls.once('close', () => end(codeError('ECONNRESET')));
  });
  return tls;
}

const codeError = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code });

function failureOf(error: NodeJS.ErrnoException): ContactFailure {
  if (error instanceof ContactFailure) return error;
  if (error.code === 'ETIMEDOUT') return new ContactFailure('timeout', { cause: error });
  const code = connectionErrorOf(error);
  return new ContactFailure(code === 'socket_missing' ? 'connection_failed' : (code as ContactFailure['code']), {
    cause: error,
  });
}

function clientOf(place: Place, first: TLSSocket, trust: Trust, deps: ClientDeps): HubClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let fresh: TLSSocket | null = first;
  agent.createConnection = (_options, callback) => {
    if (fresh !== null) {
      const socket = fresh;
      fresh = null;
      return socket;
    }
    // The hub has closed the connection between two requests.
    openTls(deps, place, trust).then(
      (socket) => callback?.(null, socket),
      (error: Error) => callback?.(error, first),
    );
    return undefined;
  };
  const ask = (
    method: string,
    path: string,
    headers: Record<string, string | number>,
    body: Buffer,
  ): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const asked = request({ agent, method, path: `/hub/v1${path}`, host: place.host, port: place.port, headers });
      asked.setTimeout(LIMITS.hubAnswerTimeoutMs, () => asked.destroy(codeError('ETIMEDOUT')));
      asked.once('error', (error: NodeJS.ErrnoException) => reject(failureOf(error)));
      asked.once('response', resolve);
      asked.end(body);
    });
  return {
    async post(path, body) {
      const isBytes = Buffer.isBuffer(body);
      const bytes = isBytes ? body : Buffer.from(JSON.stringify(body));
      const headers = {
        'content-type': isBytes ? 'application/octet-stream' : 'application/json',
        'content-length': bytes.length,
      };
      const answer = await ask('POST', path, headers, bytes);
      const value = await readAnswer(answer);
      const status = answer.statusCode ?? 0;
      if (status >= 200 && status < 300) return value;
      throw problemOf(value, answer);
    },
    async *get(path, from) {
      const answer = await ask('GET', path, from > 0 ? { range: `bytes=${from}-` } : {}, Buffer.of());
      if (answer.statusCode !== (from > 0 ? 206 : 200)) throw problemOf(await readAnswer(answer), answer);
      try {
        for await (const chunk of answer as AsyncIterable<Buffer>) yield chunk;
      } catch (cause) {
        throw failureOf(cause as NodeJS.ErrnoException);
      }
    },
    [Symbol.dispose]() {
      agent.destroy();
      first.destroy();
    },
  };
}

async function readAnswer(answer: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > LIMITS.jsonBodyBytesMax) throw new ContactFailure('bad_answer');
      chunks.push(chunk);
    }
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
  } catch (cause) {
    throw cause instanceof ContactFailure ? cause : new ContactFailure('bad_answer', { cause });
  }
}

/** Returns the failure that a problem document names. */
function problemOf(value: unknown, answer: IncomingMessage): ContactFailure {
  const members = (value ?? {}) as Record<string, unknown>;
  const items = Array.isArray(members['errors']) ? (members['errors'] as { code?: unknown }[]) : [];
  const codes = [members['code'], ...items.map(({ code }) => code)];
  const known = codes.find((code): code is HubProblem => HUB_PROBLEMS.includes(code as HubProblem));
  const isExpired = codes.includes('certificate_expired');
  const seconds = Number(answer.headers['retry-after']);
  return new ContactFailure(known ?? (isExpired ? 'certificate_expired' : 'bad_answer'), {
    members,
    retryAfterMs: Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : null,
  });
}
