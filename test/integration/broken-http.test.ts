import { connect as connectTls } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../server/lib/limits.ts';
import { openRaw, type RawAnswer, type RawConnection } from '../fuzz/raw-http.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { FRONT_DESK, switchOn } from '../support/office.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { send } from './drive.ts';

const ANSWER_MS = 20_000;
const HOST = 'Host: 127.0.0.1\r\n';
const POST = `POST /v1/screenings HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n`;

interface Broken {
  sent: string;
  status: number;
  code: string;
}

/** What the test sends, and the expected answer. Each answer closes its connection. */
const BROKEN: Record<string, Broken> = {
  'no HTTP at all': { sent: 'hello\r\n\r\n', status: 400, code: 'malformed_http' },
  'TLS on a port without it': {
    sent: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    status: 400,
    code: 'malformed_http',
  },
  'a method that nobody knows': { sent: `FETCH / HTTP/1.1\r\n${HOST}\r\n`, status: 400, code: 'malformed_http' },
  'another version': { sent: `GET / HTTP/3.7\r\n${HOST}\r\n`, status: 400, code: 'malformed_http' },
  'a header without a colon': { sent: `GET / HTTP/1.1\r\n${HOST}nothing\r\n\r\n`, status: 400, code: 'malformed_http' },
  'a zero byte in a header': { sent: `GET / HTTP/1.1\r\n${HOST}A: \0\r\n\r\n`, status: 400, code: 'malformed_http' },
  'a blank before the colon': { sent: `GET / HTTP/1.1\r\n${HOST}A : 1\r\n\r\n`, status: 400, code: 'malformed_http' },
  'a folded header': {
    sent: `${POST}Content-Length: 2\r\nX-A: 1\r\n\tTransfer-Encoding: chunked\r\n\r\n{}`,
    status: 400,
    code: 'malformed_http',
  },
  'no host': { sent: 'GET /healthz HTTP/1.1\r\n\r\n', status: 400, code: 'malformed_http' },
  'no host, HTTP/1.0': { sent: 'GET /healthz HTTP/1.0\r\n\r\n', status: 421, code: 'misdirected_host' },
  'two lengths': {
    sent: `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    status: 400,
    code: 'malformed_http',
  },
  'two lengths in one': { sent: `${POST}Content-Length: 2, 3\r\n\r\n{}`, status: 400, code: 'malformed_http' },
  'a negative length': { sent: `${POST}Content-Length: -1\r\n\r\n`, status: 400, code: 'malformed_http' },
  'a length and pieces': {
    sent: `${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    status: 400,
    code: 'malformed_http',
  },
  'pieces and a length': {
    sent: `${POST}Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n`,
    status: 400,
    code: 'malformed_http',
  },
  'pieces that are not the last coding': {
    sent: `${POST}Transfer-Encoding: chunked, gzip\r\n\r\n`,
    status: 400,
    code: 'malformed_http',
  },
  // Its head is complete, so the caller is checked before the body.
  'pieces of another writing': {
    sent: `${POST}Transfer-Encoding: xchunked\r\n\r\n`,
    status: 401,
    code: 'unauthorized',
  },
  'a line feed alone': { sent: `GET /healthz HTTP/1.1\n${HOST}\n\n`, status: 400, code: 'malformed_http' },
  'headers that are too large': {
    sent: `GET / HTTP/1.1\r\n${HOST}A: ${'a'.repeat(LIMITS.headersBytesMax)}\r\n\r\n`,
    status: 431,
    code: 'headers_too_large',
  },
  'a path that is too long': {
    sent: `GET /${'a'.repeat(LIMITS.headersBytesMax)} HTTP/1.1\r\n${HOST}\r\n`,
    status: 431,
    code: 'headers_too_large',
  },
  'a call to connect elsewhere': {
    sent: `CONNECT example.org:443 HTTP/1.1\r\n${HOST}\r\n`,
    status: 405,
    code: 'method_not_allowed',
  },
  'an expectation': {
    sent: `GET /healthz HTTP/1.1\r\n${HOST}Expect: the-moon\r\n\r\n`,
    status: 417,
    code: 'expectation_failed',
  },
};

/** The last answer before the connection is closed, and whether it is closed. */
async function exchange(connection: RawConnection, sent: string): Promise<RawAnswer | undefined> {
  connection.socket.write(Buffer.from(sent, 'latin1'));
  await connection.answer();
  return connection.answers().at(-1);
}

function expectProblem(answer: RawAnswer | undefined, { status, code }: Pick<Broken, 'status' | 'code'>): void {
  expect(answer?.status).toBe(status);
  expect(answer?.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  const id = answer?.headers['request-id'];
  expect(id).toMatch(/^req_[0-9a-z]{26}$/);
  expect(answer?.headers['x-content-type-options']).toBe('nosniff');
  const body = JSON.parse(String(answer?.body));
  expect(body).toMatchObject({ type: `/problems/${code}`, status, code, request_id: id, errors: [{ code }] });
  expect(body.detail).toMatch(/\.$/);
}

const rawOf = (server: TestServer): Promise<RawConnection> => openRaw(Number(new URL(server.baseUrl).port), ANSWER_MS);

describe('what is no HTTP, or none that is taken', () => {
  it('is answered by a problem, noted as a request, and harms nobody', async () => {
    await using server = await startTestServer({ list: false });
    for (const [what, broken] of Object.entries(BROKEN)) {
      using connection = await rawOf(server);
      const answer = await exchange(connection, broken.sent);
      expect(answer, what).toBeDefined();
      try {
        expectProblem(answer, broken);
      } catch (error) {
        throw new Error(`${what}: ${answer?.status} ${answer?.body}`, { cause: error });
      }
      const id = answer?.headers['request-id'] ?? 'none';
      await expect
        .poll(() => server.logged.filter((line) => line.includes('"event":"request"') && line.includes(id)).length)
        .toBe(1);
    }
    expect(await send(server, '/healthz')).toMatchObject({ status: 200 });
    const { text } = await send(server, '/metrics');
    expect(text).toMatch(/custos_http_requests_total\{method="none",route="none",status="400"\} \d\d/);
    expect(text).toContain('custos_http_requests_total{method="CONNECT",route="none",status="405"} 1');
    expect(server.logged.join('\n')).not.toContain('example.org');
  });

  it('is answered behind the answer to a whole request before it', async () => {
    await using server = await startTestServer({ list: false });
    using connection = await rawOf(server);
    connection.socket.write(`GET /healthz HTTP/1.1\r\n${HOST}\r\nhello\r\n\r\n`);
    expect((await connection.answer(0))?.status).toBe(200);
    expectProblem((await connection.answer(1)) ?? undefined, { status: 400, code: 'malformed_http' });
    await connection.closed;
  });

  it('is answered by its own request where that was read as far as the body', async () => {
    await using server = await startTestServer({ list: false });
    using connection = await rawOf(server);
    const auth = `Authorization: Bearer ${server.key}\r\n`;
    connection.socket.write(`${POST}${auth}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\nnothing\r\n`);
    const answer = (await connection.answer()) ?? undefined;
    expectProblem(answer, { status: 400, code: 'malformed_http' });
    expect(JSON.parse(String(answer?.body))).toMatchObject({ instance: '/v1/screenings' });
    await connection.closed;
    const id = answer?.headers['request-id'] ?? 'none';
    await expect.poll(() => server.logged.filter((line) => line.includes(id)).length).toBe(1);
  });

  it('does not read what follows a refused request as a request', async () => {
    await using server = await startTestServer({ list: false });
    using connection = await rawOf(server);
    const hidden = `GET /healthz HTTP/1.1\r\n${HOST}\r\n`;
    connection.socket.write(`${POST}Content-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`);
    await connection.closed;
    expect(connection.answers().map(({ status }) => status)).toEqual([400]);
  });

  it('keeps the connection where an upgrade is asked for, and answers the request', async () => {
    await using server = await startTestServer({ list: false });
    using connection = await rawOf(server);
    connection.socket.write(`GET /healthz HTTP/1.1\r\n${HOST}Connection: upgrade\r\nUpgrade: websocket\r\n\r\n`);
    expect((await connection.answer())?.status).toBe(200);
    connection.socket.write(`GET /healthz HTTP/1.1\r\n${HOST}\r\n`);
    expect((await connection.answer(1))?.status).toBe(200);
  });

  it('answers HTTP/1.0, and closes', async () => {
    await using server = await startTestServer({ list: false });
    using connection = await rawOf(server);
    connection.socket.write(`GET /healthz HTTP/1.0\r\n${HOST}\r\n`);
    expect((await connection.answer())?.status).toBe(200);
    await connection.closed;
  });

  it('looks at every header, however many there are', async () => {
    await using server = await startTestServer({ list: false });
    using connection = await rawOf(server);
    connection.socket.write(`GET /healthz HTTP/1.1\r\n${HOST}${'a:\r\n'.repeat(2_500)}Host: evil.example\r\n\r\n`);
    expectProblem((await connection.answer()) ?? undefined, { status: 421, code: 'misdirected_host' });
  });

  it(
    'gives those up who send their headers byte by byte, in the time of their limit',
    inWholeRunAlone('1 s'),
    async () => {
      await using server = await startTestServer({
        list: false,
        http: { headersTimeout: 200, connectionsCheckingInterval: 50 },
      });
      using slow = await rawOf(server);
      const head = `GET /healthz HTTP/1.1\r\n${HOST}A: ${'a'.repeat(10_000)}`;
      let at = 0;
      const drip = setInterval(() => slow.socket.write(head[at++] ?? ''), 20);
      try {
        expectProblem((await slow.answer()) ?? undefined, { status: 408, code: 'request_timeout' });
        expect((await slow.answer())?.headers['retry-after']).toBe('1');
      } finally {
        clearInterval(drip);
      }
    },
  );
});

describe('the same from the office network', () => {
  it('is answered by a problem where there is TLS, and by nothing where there is none', async () => {
    await using server = await startTestServer({ list: false, machine: FRONT_DESK });
    const port = await switchOn(server.appliance.lan);
    for (const [what, broken] of Object.entries(BROKEN)) {
      const socket = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false });
      using connection = await openRaw(socket, ANSWER_MS, 'secureConnect');
      const answer = await exchange(connection, broken.sent);
      expect(answer?.status, what).toBe(broken.status);
      expectProblem(answer, broken);
    }
    using plain = await openRaw(port, ANSWER_MS);
    plain.socket.write(`GET /healthz HTTP/1.1\r\n${HOST}\r\n`);
    await plain.closed;
    expect(plain.answers()).toEqual([]);
  });
});
