import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Response } from 'express';
import { AppError, ERROR_KINDS } from '../lib/errors.ts';
import type { NewId } from '../lib/ids.ts';
import { LIMITS } from '../lib/limits.ts';
import { SECURITY_HEADERS } from './headers.ts';
import { cutWhenIdle } from './linger.ts';
import { headersOf, problemOf, sendProblem } from './problem.ts';
import type { ObserveRequest } from './request-log.ts';

export interface BrokenHttpDeps {
  newId: NewId;
  observe: ObserveRequest;
  /** How long the rest of what the client sends is read and discarded, in ms. Without this the answer would be lost. */
  lingerMs?: number;
}

const TIMED_OUT = 'ERR_HTTP_REQUEST_TIMEOUT';
/** Method and route in the log: unknown, because the bytes were not a request. */
const UNKNOWN = 'none';

/**
 * Answers bytes that Node cannot read as a request and that therefore reach no route. The client gets a problem with a request id, and the log
 * notes one request. No answer is possible before TLS is established or while another answer is half sent. Then the connection is closed.
 */
export function answerBrokenHttp(server: Server, { newId, observe, lingerMs = LIMITS.lingerMs }: BrokenHttpDeps): void {
  /** The last request read on each connection. Answers go out in the order of the requests. */
  // The router has already turned the response into an Express response.
  const last = new WeakMap<Duplex, { req: IncomingMessage; res: Response }>();
  /** Connections with a fault. Nothing that arrives on them afterwards is handled. */
  const broken = new WeakSet<Duplex>();
  const refuse = (socket: Duplex, error: AppError, method = UNKNOWN): void => {
    if (!socket.writable) return void socket.destroy();
    const requestId = newId('req');
    socket.end(answerOf(error, requestId));
    observe({ requestId, method, route: UNKNOWN, status: ERROR_KINDS[error.code].status, durationMs: 0 });
    // The rest is read and discarded.
    cutWhenIdle(socket, lingerMs);
    socket.resume();
  };
  server.on('request', (req, res) => void last.set(req.socket, { req, res: res as Response }));
  const answer = (socket: Duplex, cause: NodeJS.ErrnoException): void => {
    if (broken.has(socket)) return;
    broken.add(socket);
    const error = whatIsWrong(cause);
    if (error === null) return void socket.destroy();
    const exchange = last.get(socket);
    if (exchange === undefined || exchange.res.writableFinished) refuse(socket, error);
    // The fault comes after this request, so its own answer goes out first.
    else if (exchange.req.complete) exchange.res.once('finish', () => refuse(socket, error));
    else if (exchange.res.headersSent) socket.destroy();
    else {
      // Node drops a request once it is answered, so a handler that reads its body would wait forever.
      socket.once('close', () => void exchange.req.destroy());
      sendProblem(exchange.res.setHeader('Connection', 'close'), error);
    }
  };
  server.on('clientError', (cause: NodeJS.ErrnoException, socket) => {
    const before = last.get(socket);
    if (cause.code !== TIMED_OUT || (before !== undefined && !before.req.complete)) return answer(socket, cause);
    // Node checks its timeout before it reads what has arrived meanwhile. If this process was slow, the headers may already be there.
    setImmediate(() => {
      if (last.get(socket) === before) answer(socket, cause);
    });
  });
  server.on('connect', (_req, socket) => {
    socket.on('error', () => {});
    refuse(
      socket,
      new AppError(
        'method_not_allowed',
        'This server is not a proxy and does not open connections. Send the request to the target server.',
      ),
      'CONNECT',
    );
  });
}

/** Returns null if no one can be answered. */
function whatIsWrong({ code = '' }: NodeJS.ErrnoException): AppError | null {
  switch (code) {
    case TIMED_OUT:
      return new AppError('request_timeout', 'The request did not arrive in time. Send it again.');
    case 'HPE_HEADER_OVERFLOW':
      return new AppError(
        'headers_too_large',
        `The headers are larger than ${LIMITS.headersBytesMax} bytes. Send fewer.`,
      );
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new AppError('body_too_large', 'The chunk extensions are too large. Send the body without them.');
    default:
      return code.startsWith('HPE_')
        ? new AppError('malformed_http', `This is not HTTP/1.1 (${code}). Send an HTTP/1.1 request.`)
        : null;
  }
}

function answerOf(error: AppError, requestId: string): string {
  const { status } = ERROR_KINDS[error.code];
  const body = JSON.stringify({ ...problemOf(error), instance: '/', request_id: requestId });
  const headers: Record<string, string | number> = {
    ...SECURITY_HEADERS,
    ...headersOf(error),
    ...(status === 405 && { Allow: '' }),
    'Request-Id': requestId,
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
