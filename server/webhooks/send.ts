import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { connectTo } from '../lib/egress.ts';
import { LIMITS } from '../lib/limits.ts';
import { hostOf } from './destination.ts';

/** An event on its way to an address that was found allowed. */
export interface Sending {
  url: URL;
  address: string;
  port: number;
  headers: Record<string, string>;
  body: string;
  /** What is left of the attempt's time. */
  timeoutMs: number;
}

/** What the receiver answered: the status and one header. Or why it did not, as a code. */
export type Answer = { status: number; retryAfter: string | undefined } | { error: SendError };

export type SendError = 'timeout' | 'connection_refused' | 'connection_failed' | 'tls_failed' | 'bad_answer';

/** Sends once; never rejects. */
export type Send = (sending: Sending) => Promise<Answer>;

/**
 * POSTs the body to exactly this address, whatever the name means by now. No proxy, no redirect, no connection kept, TLS always
 * verified (authorities of one's own: `NODE_EXTRA_CA_CERTS`). The answer's body is thrown away, and at most so much of it is awaited.
 */
export const sendOnce: Send = (sending) =>
  new Promise((resolve) => {
    let status: Answer | null = null;
    const socket = open(sending);
    const sent = start(sending, socket);
    const end = (answer: Answer): void => {
      clearTimeout(timer);
      resolve(status ?? answer);
      sent.destroy();
      socket.destroy();
    };
    const timer = setTimeout(() => end({ error: 'timeout' }), sending.timeoutMs);
    sent.on('error', (error: NodeJS.ErrnoException) => end({ error: codeOf(error) }));
    sent.on('response', (answer) => {
      status = { status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] };
      discard(answer, () => end({ error: 'bad_answer' }));
    });
    sent.end(sending.body);
  });

function start({ url, headers, body }: Sending, socket: Socket): ClientRequest {
  return request({
    createConnection: () => socket,
    method: 'POST',
    path: `${url.pathname}${url.search}`,
    setHost: false,
    headers: {
      host: url.host,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Custos',
      connection: 'close',
      ...headers,
    },
  });
}

function open({ url, address, port }: Sending): Socket {
  const socket = connectTo(address, port);
  if (url.protocol === 'http:') return socket;
  const host = hostOf(url);
  // Verified even where the environment would switch that off for the whole process.
  const tls = connectTls({ socket, host, rejectUnauthorized: true, ...(isIP(host) === 0 ? { servername: host } : {}) });
  socket.on('error', (error) => tls.destroy(error));
  return tls;
}

function discard(answer: IncomingMessage, end: () => void): void {
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > LIMITS.webhookAnswerBytesMax) end();
  });
  answer.once('end', end);
  answer.once('error', end);
  answer.once('close', end);
}

function codeOf({ code = '' }: NodeJS.ErrnoException): SendError {
  if (code === 'ECONNREFUSED') return 'connection_refused';
  if (code.startsWith('HPE_')) return 'bad_answer';
  // What OpenSSL and Node say of certificates and handshakes.
  if (/^ERR_(?:SSL|TLS)|CERT|^UNABLE_TO|^HOSTNAME|SELF_SIGNED|EPROTO/.test(code)) return 'tls_failed';
  return 'connection_failed';
}
