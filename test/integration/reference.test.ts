import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { LIMITS } from '../../server/lib/limits.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** A request of a client with a cache of its own; `fetch` requests a new copy even if it has one. */
async function get(server: TestServer, path: string, headers: Record<string, string>) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(`${server.baseUrl}${path}`, { headers }, resolve).on('error', reject).end();
  });
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

it.each(['/v1/openapi.json', '/docs'])(
  '%s is compressed for clients that accept it, and sent once',
  inWholeRunAlone('1 s'),
  async (path) => {
    await using server = await startTestServer({ list: false });
    const plain = await get(server, path, {});
    const packed = await get(server, path, { 'accept-encoding': 'gzip' });
    expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([undefined, 'gzip']);
    expect(packed.body.length).toBeLessThan(plain.body.length / 4);
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
    const had = { 'accept-encoding': 'gzip', 'if-none-match': packed.headers.etag ?? '' };
    const again = await get(server, path, had);
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect((await get(server, path, { 'if-none-match': '"another"' })).status).toBe(200);
  },
);

it('one address may ask for the reference so often in a minute, and for the rest all the same', async () => {
  await using server = await startTestServer({ list: false });
  const ask = async () => (await get(server, '/v1/openapi.json', { 'if-none-match': '*' })).status;
  for (let i = 0; i < LIMITS.referenceRequestsPerMinute; i++) expect(await ask()).toBe(304);
  expect([await ask(), (await get(server, '/healthz', {})).status]).toEqual([429, 200]);
});

it('a connection that never ends its headers is closed', inWholeRunAlone('10 s'), async () => {
  await using server = await startTestServer({ list: false });
  const beganMs = performance.now();
  const socket = connect(Number(new URL(server.baseUrl).port), '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nX-'));
  await new Promise((resolve) => socket.resume().once('close', resolve));
  expect(performance.now() - beganMs).toBeGreaterThan(LIMITS.headersTimeoutMs - LIMITS.headersCheckMs);
});
