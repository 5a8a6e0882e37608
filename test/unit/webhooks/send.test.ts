import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { guardEgress } from '../../../server/lib/egress.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { plainHeaders, type Sending, sendOnce } from '../../../server/webhooks/send.ts';
import { selfSignedCertificate } from '../../support/certificate.ts';
import { tempFolder } from '../../support/folder.ts';
import { inWholeRunAlone } from '../../support/long.ts';

const SEND = new URL('../../../server/webhooks/send.ts', import.meta.url).href;
const open: Server[] = [];
const denied: string[] = [];
let unguard: () => void;
beforeEach(() => {
  denied.length = 0;
  unguard = guardEgress((host) => denied.push(host));
});
afterEach(async () => {
  unguard();
  for (const server of open.splice(0)) {
    if (server instanceof http.Server) server.closeAllConnections();
    server.close();
  }
});

async function listen<S extends Server>(server: S): Promise<number> {
  open.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const receiver = (answer: http.RequestListener): Promise<number> => listen(http.createServer(answer));

function sending(port: number, change: Partial<Sending> = {}): Sending {
  const url = new URL(`http://receiver.internal:${port}/hook/a?b=c`);
  return {
    url,
    address: '127.0.0.1',
    port,
    headers: { ...plainHeaders(url), 'webhook-id': 'evt_1' },
    body: '{"ü":1}',
    timeoutMs: 5_000,
    ...change,
  };
}

it('posts the body with the headers, the name and the path to the very address', async () => {
  const got: unknown[] = [];
  const port = await receiver(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    got.push([req.method, req.url, req.headers, Buffer.concat(chunks).toString()]);
    res.statusCode = 204;
    res.end();
  });
  expect(await sendOnce(sending(port))).toMatchObject({ status: 204, retryAfter: undefined });
  expect(got).toEqual([
    [
      'POST',
      '/hook/a?b=c',
      {
        host: `receiver.internal:${port}`,
        'content-type': 'application/json',
        'content-length': '8',
        'user-agent': 'Custos',
        'webhook-id': 'evt_1',
        connection: 'close',
      },
      '{"ü":1}',
    ],
  ]);
});

it('follows no redirect', async () => {
  let asked = 0;
  const port = await receiver((_req, res) => {
    asked += 1;
    res.writeHead(302, { location: '/elsewhere' }).end();
  });
  expect(await sendOnce(sending(port))).toMatchObject({ status: 302 });
  expect(asked).toBe(1);
});

it('tells what Retry-After asks', async () => {
  const port = await receiver((_req, res) => res.writeHead(503, { 'retry-after': '77' }).end('later'));
  expect(await sendOnce(sending(port))).toMatchObject({ status: 503, retryAfter: '77' });
});

it('keeps the headers of an answer and the beginning of its body, no letter cut in two', async () => {
  const long = `${'a'.repeat(LIMITS.webhookAnswerKeptBytesMax - 1)}é and more`;
  const port = await receiver((_req, res) => res.writeHead(422, { 'X-Why': 'no such account' }).end(long));
  expect(await sendOnce(sending(port))).toMatchObject({
    status: 422,
    kept: { headers: { 'x-why': 'no such account' }, body: long.slice(0, -'é and more'.length), truncated: true },
  });
  const exact = 'b'.repeat(LIMITS.webhookAnswerKeptBytesMax);
  const other = await receiver((_req, res) => res.end(exact));
  expect(await sendOnce(sending(other))).toMatchObject({ kept: { body: exact, truncated: false } });
});

it('reads no more of an answer than the limit', async () => {
  let written = 0;
  const port = await receiver((_req, res) => {
    const chunk = Buffer.alloc(16 * 1024);
    const more = (): void => {
      if (res.destroyed) return;
      written += chunk.length;
      res.write(chunk, () => setImmediate(more));
    };
    more();
  });
  expect(await sendOnce(sending(port))).toMatchObject({ status: 200 });
  // The data in the buffers of both sides is on top of this limit.
  expect(written).toBeLessThan(LIMITS.webhookAnswerBytesMax + 16 * 1024 * 1024);
});

it.each([
  ['never answers', () => {}],
  ['answers byte for byte', (socket: net.Socket) => void socket.write('HTTP/1.1 200 OK\r\nx: ')],
])('ends an attempt in time where the receiver %s', async (_name, behave) => {
  const port = await listen(net.createServer(behave as (socket: net.Socket) => void));
  expect(await sendOnce(sending(port, { timeoutMs: 150 }))).toEqual({ error: 'timeout' });
});

it('takes the status for the answer where the body never ends', async () => {
  const port = await receiver((_req, res) => void res.writeHead(200).write('begun'));
  expect(await sendOnce(sending(port, { timeoutMs: 150 }))).toMatchObject({ status: 200, kept: { body: 'begun' } });
});

it('tells of what is no HTTP, of a cut and of a closed port', async () => {
  const noise = await listen(net.createServer((socket) => void socket.end('hello\r\n\r\n')));
  expect(await sendOnce(sending(noise))).toEqual({ error: 'bad_answer' });
  const cut = await listen(net.createServer((socket) => void socket.destroy()));
  expect(await sendOnce(sending(cut))).toEqual({ error: 'connection_failed' });
  const closed = http.createServer();
  const port = await listen(closed);
  await new Promise((resolve) => closed.close(resolve));
  expect(await sendOnce(sending(port))).toEqual({ error: 'connection_refused' });
});

it('refuses a certificate that nobody vouches for, whatever the environment says', async () => {
  const { key, cert } = selfSignedCertificate('receiver.internal');
  let asked = 0;
  const port = await listen(
    https.createServer({ key, cert }, (_req, res) => {
      asked += 1;
      res.end();
    }) as unknown as Server,
  );
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  try {
    const url = new URL(`https://receiver.internal:${port}/`);
    expect(await sendOnce(sending(port, { url }))).toEqual({ error: 'tls_failed' });
  } finally {
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  }
  expect(asked).toBe(0);
});

it(
  'takes a certificate that an authority of NODE_EXTRA_CA_CERTS vouches for, for its own name alone',
  inWholeRunAlone('1 s'),
  async () => {
    using folder = tempFolder();
    const { key, cert } = selfSignedCertificate('receiver.internal');
    const ca = join(folder.path, 'ca.pem');
    writeFileSync(ca, cert);
    const port = await listen(https.createServer({ key, cert }, (_req, res) => void res.end()) as unknown as Server);
    const script = `const { plainHeaders, sendOnce } = await import(${JSON.stringify(SEND)});
    for (const name of ['receiver.internal', 'other.internal', '127.0.0.1']) {
      const url = new URL('https://' + name + ':${port}/');
      const { status, error } = await sendOnce({ url, address: '127.0.0.1', port: ${port}, headers: plainHeaders(url), body: '{}', timeoutMs: 5000 });
      console.log(JSON.stringify({ status, error }));
    }`;
    const args = ['--input-type=module', '-e', script];
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: ca };
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    expect(stdout.trim().split('\n')).toEqual(['{"status":200}', '{"error":"tls_failed"}', '{"error":"tls_failed"}']);
  },
);

it('passes the guard of outbound sockets for its own destination, and opens the way for nothing else', async () => {
  const answer = await sendOnce(sending(9, { address: '192.0.2.1', timeoutMs: 100 }));
  // The result depends on the network; what matters is that the guard let it through.
  expect(['timeout', 'connection_failed', 'connection_refused']).toContain((answer as { error: string }).error);
  expect(denied).toEqual([]);
  const refused = await new Promise((resolve) => net.connect(9, '192.0.2.1').once('error', resolve));
  expect(refused).toMatchObject({ code: 'ENETUNREACH' });
  expect(denied).toEqual(['192.0.2.1']);
});
