import { type IncomingMessage, request } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { connectTo } from '../lib/egress.ts';
import { LIMITS } from '../lib/limits.ts';
import { hostOf } from './destination.ts';

/** An event to be sent to an allowed address. */
export interface Sending {
  url: URL;
  address: string;
  port: number;
  /** All but those that frame the message. */
  headers: Record<string, string>;
  body: string;
  /** What is left of the attempt's time. */
  timeoutMs: number;
}

/** The receiver's answer, or a code for why there was none. */
export type Answer = { status: number; retryAfter: string | undefined; kept?: KeptAnswer } | { error: SendError };

/** The part of an answer that is kept for display. */
export interface KeptAnswer {
  /** By lower-case name. */
  headers: Record<string, string>;
  /** The beginning of it, read as UTF-8. */
  body: string;
  /** Whether the body was longer. */
  truncated: boolean;
}

export type SendError = 'timeout' | 'connection_refused' | 'connection_failed' | 'tls_failed' | 'bad_answer';

/** Sends once; never rejects. */
export type Send = (sending: Sending) => Promise<Answer>;

/**
 * POSTs the body to exactly this address, whatever the name resolves to now. No proxy, no redirect, no connection reuse, TLS always verified (private
 * authorities: `NODE_EXTRA_CA_CERTS`). Keeps the start of the answer's body and waits for at most that much.
 */
export const sendOnce: Send = (sending) =>
  new Promise((resolve) => {
    let taken: (() => Answer) | null = null;
    const socket = openSocket(sending);
    const sent = request({
      createConnection: () => socket,
      method: 'POST',
      path: `${sending.url.pathname}${sending.url.search}`,
      setHost: false,
      headers: { ...sending.headers, 'content-length': Buffer.byteLength(sending.body), connection: 'close' },
    });
    const end = (answer: Answer): void => {
      clearTimeout(timer);
      resolve(taken?.() ?? answer);
      sent.destroy();
      socket.destroy();
    };
    const timer = setTimeout(() => end({ error: 'timeout' }), sending.timeoutMs);
    sent.on('error', (error: NodeJS.ErrnoException) => end({ error: sendErrorOf(error) }));
    sent.on('response', (answer) => {
      taken = take(answer, () => end({ error: 'bad_answer' }));
    });
    sent.end(sending.body);
  });

/** Returns the headers of a message, except its signature. */
export const plainHeaders = (url: URL): Record<string, string> => ({
  host: url.host,
  'content-type': 'application/json',
  'user-agent': 'Custos',
});

/**
 * Connects to exactly this address, with TLS if the URL says so. Its certificate must be for the URL's host.
 * @param ca PEM: the only authorities whose certificates count; those of this machine by default
 */
export function openSocket({ url, address, port }: Pick<Sending, 'url' | 'address' | 'port'>, ca?: string): Socket {
  const socket = connectTo(address, port);
  if (url.protocol === 'http:') return socket;
  const host = hostOf(url);
  // Verified even if the environment would switch that off for the whole process.
  const tls = connectTls({
    socket,
    host,
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca }),
    ...(isIP(host) === 0 ? { servername: host } : {}),
  });
  socket.on('error', (error) => tls.destroy(error));
  return tls;
}

/** Reads an answer to its end, or to the limit. The returned function returns what has arrived so far. */
function take(answer: IncomingMessage, end: () => void): () => Answer {
  const kept: Buffer[] = [];
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => {
    if (bytes < LIMITS.webhookAnswerKeptBytesMax) kept.push(chunk);
    bytes += chunk.length;
    if (bytes > LIMITS.webhookAnswerBytesMax) end();
  });
  answer.once('end', end);
  answer.once('error', end);
  answer.once('close', end);
  return () => ({
    status: answer.statusCode ?? 0,
    retryAfter: answer.headers['retry-after'],
    kept: {
      headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
      // Drops a character that the limit cuts in two.
      body: new TextDecoder().decode(Buffer.concat(kept).subarray(0, LIMITS.webhookAnswerKeptBytesMax), {
        stream: true,
      }),
      truncated: bytes > LIMITS.webhookAnswerKeptBytesMax,
    },
  });
}

/** Returns the code for why a connection or a request failed. */
export function sendErrorOf({ code = '' }: NodeJS.ErrnoException): SendError {
  if (code === 'ECONNREFUSED') return 'connection_refused';
  if (code.startsWith('HPE_')) return 'bad_answer';
  // The codes of OpenSSL and Node for certificates and handshakes.
  if (/^ERR_(?:SSL|TLS)|CERT|^UNABLE_TO|^HOSTNAME|SELF_SIGNED|EPROTO/.test(code)) return 'tls_failed';
  return 'connection_failed';
}
