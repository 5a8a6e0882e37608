import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { answerBrokenHttp } from '../../../server/api/broken-http.ts';
import { HTTP_OPTIONS } from '../../../server/lib/http-options.ts';

const HEADERS_MS = 100;
const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

/** A server that blocks for this long whenever a client connects. */
async function startServer(busyMs: number) {
  const server = createServer(
    { ...HTTP_OPTIONS, headersTimeout: HEADERS_MS, connectionsCheckingInterval: HEADERS_MS / 4 },
    (_req, res) => res.end('taken'),
  );
  answerBrokenHttp(server, { newId: (kind) => `${kind}_1`, observe: () => {}, lingerMs: 50 });
  server.on('connection', () => {
    const end = performance.now() + busyMs;
    while (performance.now() < end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    send: (sent: string): Promise<string> => {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      socket.write(sent);
      return text(socket);
    },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

it('headers that came in time are taken, however late the appliance itself looks', async () => {
  await using server = await startServer(3 * HEADERS_MS);
  expect(await server.send(REQUEST)).toMatch(/^HTTP\/1.1 200 .*taken$/s);
});

it('headers that do not come in time are answered 408, on a busy appliance too', async () => {
  for (const busyMs of [0, 3 * HEADERS_MS]) {
    await using server = await startServer(busyMs);
    expect(await server.send(REQUEST.slice(0, 20))).toMatch(/^HTTP\/1.1 408 .*request_timeout/s);
  }
});
