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
  /** For the rest of what is sent to be read and thrown away, as the answer would be lost otherwise. */
  lingerMs?: number;
}

const TIMED_OUT = 'ERR_HTTP_REQUEST_TIMEOUT';
/** Of neither is anything known: what was sent is no request. */
const UNKNOWN = 'none';

/**
 * What Node cannot read as a request reaches no route. It is answered by a problem all the same, with an id, and noted as one request,
 * wherever an answer is possible: not before there is TLS, and not where another answer is half sent. Then the connection is closed.
 */
export function answerBrokenHttp(server: Server, { newId, observe, lingerMs = LIMITS.lingerMs }: BrokenHttpDeps): void {
  /** The last request that was read on each connection. Answers go out in the order of the requests. */
  // The list of routes has made the response Express's own.
  const last = new WeakMap<Duplex, { req: IncomingMessage; res: Response }>();
  /** After the first fault nothing on a connection means anything. */
  const broken = new WeakSet<Duplex>();
  const refuse = (socket: Duplex, error: AppError, method = UNKNOWN): void => {
    if (!socket.writable) return void socket.destroy();
    const requestId = newId('req');
    socket.end(answerOf(error, requestId));
    observe({ requestId, method, route: UNKNOWN, status: ERROR_KINDS[error.code].status, durationMs: 0 });
    // It is read on and not listened to.
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
    // What is wrong comes after it: its own answer goes out first.
    else if (exchange.req.complete) exchange.res.once('finish', () => refuse(socket, error));
    else if (exchange.res.headersSent) socket.destroy();
    else {
      // Node forgets a request with its answer, and whoever reads its body would wait for the rest.
      socket.once('close', () => void exchange.req.destroy());
      sendProblem(exchange.res.setHeader('Connection', 'close'), error);
    }
  };
  server.on('clientError', (cause: NodeJS.ErrnoException, socket) => {
    const before = last.get(socket);
    if (cause.code !== TIMED_OUT || (before !== undefined && !before.req.complete)) return answer(socket, cause);
    // Node looks at its clock before it reads what has come meanwhile. Where this process itself was slow, the headers may be there.
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

/** Null: there is nobody to answer, or nothing that could be answered in. */
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
