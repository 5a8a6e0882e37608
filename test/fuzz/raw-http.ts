import { connect, type Socket } from 'node:net';

/** One HTTP/1.1 answer as received over the wire. */
export interface RawAnswer {
  status: number;
  /** By lower-case name. If a name occurs several times, the last value. */
  headers: Record<string, string>;
  body: Buffer;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** The complete answers at the start of the received bytes, including interim ones (1xx). */
export function readAnswers(received: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = received;
  for (;;) {
    const end = rest.indexOf(HEAD_END);
    if (end < 0) return answers;
    const [first = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]);
    if (!status) throw new Error('what came is no HTTP');
    const headers = Object.fromEntries(lines.map(headerOf));
    const found = bodyOf(rest.subarray(end + HEAD_END.length), status, headers);
    if (!found) return answers;
    answers.push({ status, headers, body: found.body });
    rest = rest.subarray(end + HEAD_END.length + found.bytes);
  }
}

function headerOf(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

/** Null: it is not complete yet. */
function bodyOf(rest: Buffer, status: number, headers: RawAnswer['headers']): { body: Buffer; bytes: number } | null {
  if (status < 200 || status === 204 || status === 304) return { body: Buffer.alloc(0), bytes: 0 };
  if (headers['transfer-encoding'] === 'chunked') return chunkedBody(rest);
  const length = Number(headers['content-length'] ?? 0);
  return rest.length < length ? null : { body: rest.subarray(0, length), bytes: length };
}

function chunkedBody(rest: Buffer): { body: Buffer; bytes: number } | null {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = rest.indexOf('\r\n', at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(rest.subarray(at, lineEnd).toString('latin1'), 16);
    const next = lineEnd + 2 + size + 2;
    if (rest.length < next) return null;
    if (size === 0) return { body: Buffer.concat(parts), bytes: next };
    parts.push(rest.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = next;
  }
}

/** A connection whose bytes the test writes itself. */
export interface RawConnection extends Disposable {
  socket: Socket;
  /** The complete answers so far. */
  answers(): RawAnswer[];
  /** Resolves with the answer of this index, not counting interim ones. Resolves with null if the connection closes before that. */
  answer(index?: number): Promise<RawAnswer | null>;
  /** Resolves when either side has ended it. */
  closed: Promise<void>;
}

/** To a port of this machine, or over a socket that emits `opened` when it is open. Rejects after `timeoutMs` without an answer: the server hangs. */
export async function openRaw(to: number | Socket, timeoutMs: number, opened = 'connect'): Promise<RawConnection> {
  const socket = typeof to === 'number' ? connect({ port: to, host: '127.0.0.1' }) : to;
  const chunks: Buffer[] = [];
  let isClosed = false;
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const look of waiting) look();
  };
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    wake();
  });
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) =>
    socket.once('close', () => {
      isClosed = true;
      wake();
      resolve();
    }),
  );
  await new Promise((resolve) => socket.once(opened, resolve).once('close', resolve));
  const answers = (): RawAnswer[] => readAnswers(Buffer.concat(chunks));
  return {
    socket,
    closed,
    answers,
    answer: (index = 0) =>
      new Promise((resolve, reject) => {
        const end = (settle: () => void): void => {
          clearTimeout(timer);
          waiting.delete(look);
          settle();
        };
        const look = (): void => {
          const found = answers().filter(({ status }) => status >= 200)[index];
          if (found || isClosed) end(() => resolve(found ?? null));
        };
        const timer = setTimeout(() => end(() => reject(new Error(`no answer in ${timeoutMs} ms`))), timeoutMs);
        waiting.add(look);
        look();
      }),
    [Symbol.dispose]: () => void socket.destroy(),
  };
}
