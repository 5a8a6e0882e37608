import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import express, { type Express, type Request, type Response } from 'express';
import { describe, expect, test } from 'vitest';
import { sendBytes } from '../../../server/api/download.ts';
import { inTurn, type TurnLimits } from '../../../server/api/in-turn.ts';
import { LIMITS as PRODUCT } from '../../../server/lib/limits.ts';
import { selfSignedCertificate } from '../../support/certificate.ts';
import { inWholeRunAlone } from '../../support/long.ts';

/** The tests of slow readers use times that are 30 times shorter than the product's. */
const LONGER = 30;
const LIMITS: TurnLimits = {
  requestsOfConnectionMax: 4,
  requestsOfLoopMax: 32,
  unreadMs: 300,
  unreadBytesMax: 64 * 1024 * 1024,
};
/** More than the buffers of two system sockets hold. */
const LARGE = Buffer.alloc(24 * 1024 * 1024, 'x');
const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

interface Served extends AsyncDisposable {
  server: Server;
  /** A connection that is not read from yet. */
  open(): Promise<Socket>;
}

async function serve(routes: (app: Express) => void, limits: Partial<TurnLimits> = {}, tls = false): Promise<Served> {
  const app = express();
  const turns = inTurn({ ...LIMITS, ...limits });
  app.use(turns.take);
  routes(app);
  const server = tls ? createTlsServer(selfSignedCertificate('localhost'), app) : createServer(app);
  turns.watch(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    server,
    async open() {
      const plain = connect(port, '127.0.0.1');
      const socket = tls ? connectTls({ socket: plain, rejectUnauthorized: false }) : plain;
      socket.on('error', () => {});
      await once(socket, tls ? 'secureConnect' : 'connect');
      return socket;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The data received until the connection ends, or until `end` was received. */
async function readAll(socket: Socket, end?: string): Promise<string> {
  let text = '';
  for await (const part of socket) {
    text += String(part);
    if (end !== undefined && text.includes(end)) break;
  }
  return text;
}

const countOpen = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));

const isCut = (socket: Socket): Promise<unknown> => once(socket.resume(), 'close');

describe.each([
  ['HTTP', false],
  ['TLS', true],
])('%s', (_name, tls) => {
  test('requests that come together are answered one after the other, in their order', async () => {
    let now = 0;
    let most = 0;
    await using at = await serve(
      (app) =>
        app.get('/:number', async (req, res) => {
          now += 1;
          most = Math.max(most, now);
          await sleep(5);
          now -= 1;
          res.send(`answer ${req.params['number']}.`);
        }),
      {},
      tls,
    );
    const socket = await at.open();
    socket.write(['1', '2', '3', '4'].map((number) => get(`/${number}`)).join(''));
    const text = await readAll(socket, 'answer 4.');
    expect(text.match(/answer \d/g)).toEqual(['answer 1', 'answer 2', 'answer 3', 'answer 4']);
    expect(most).toBe(1);
  });

  test('who sends more requests than may wait is cut off before another one is begun, and the rest is not even read', async () => {
    let [begun, made] = [0, 0];
    const begin = (app: Express): unknown =>
      app.get('/', () => {
        begun += 1;
      });
    await using at = await serve(begin, {}, tls);
    at.server.on('request', () => {
      made += 1;
    });
    const socket = await at.open();
    socket.write(get('/').repeat(1_100));
    await isCut(socket);
    expect([begun, made]).toEqual([1, LIMITS.requestsOfConnectionMax + 1]);
  });

  test(
    'who reads nothing of an answer is cut off, and others are answered meanwhile',
    tls ? inWholeRunAlone('1 s') : {},
    async () => {
      await using at = await serve((app) => app.get('/', (_req, res) => void res.send(LARGE)), {}, tls);
      const silent = await at.open();
      silent.pause().write(get('/'));
      await sleep(50);
      const other = await at.open();
      other.write('GET /missing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      expect(await readAll(other)).toMatch(/^HTTP\/1\.1 404/);
      await expect.poll(() => countOpen(at.server)).toBe(0);
    },
  );

  test(
    'who reads slowly gets all of it: 15 MB at 64 kB a second, thirty times as fast',
    inWholeRunAlone('16 s'),
    async () => {
      const file = Buffer.alloc(15_000_000, 'x');
      const bytesPerMs = 64 * LONGER;
      await using at = await serve(
        (app) => app.get('/', (_req, res) => void sendBytes(res, file)),
        { unreadMs: PRODUCT.unreadMs / LONGER },
        tls,
      );
      const slow = await at.open();
      slow.pause().write(get('/'));
      const beganMs = performance.now();
      let bytes = 0;
      while (bytes < file.length && !slow.closed) {
        // The system accepts up to 2 MB of an answer at once, and then nothing for a while.
        await sleep(10);
        const due = Math.round((performance.now() - beganMs) * bytesPerMs) - bytes;
        const part = slow.read(Math.min(Math.max(1, due), slow.readableLength)) as Buffer | null;
        bytes += part?.length ?? 0;
      }
      expect(bytes).toBeGreaterThanOrEqual(file.length);
      expect(performance.now() - beganMs).toBeGreaterThan((file.length / bytesPerMs) * 0.9);
    },
  );

  test('an answer that takes long to make is not taken for one that nobody reads', inWholeRunAlone('1 s'), async () => {
    const makingMs = 3 * LIMITS.unreadMs;
    const make = (app: Express): unknown =>
      app.get('/', (_req, res) => void sleep(makingMs).then(() => res.send('made at last')));
    await using at = await serve(make, {}, tls);
    const socket = await at.open();
    socket.write(get('/'));
    expect(await readAll(socket, 'made at last')).toContain('200 OK');
  });
});

test('where all answers that nobody reads are too much together, the connection with the most of them is cut off', async () => {
  const limits = { unreadMs: 60_000, unreadBytesMax: LARGE.length / 2 };
  await using at = await serve((app) => {
    app.get('/large', (_req, res) => void res.send(LARGE));
    app.get('/small', (_req, res) => void res.send('small'));
  }, limits);
  const silent = await at.open();
  silent.pause().write(get('/large'));
  const other = await at.open();
  await sleep(50);
  expect(await countOpen(at.server)).toBe(2);
  other.write(get('/small'));
  expect(await readAll(other, 'small')).toContain('200 OK');
  await isCut(silent);
});

test('of many who ask at once, some are begun in one turn of the event loop, then the newest first, and none that has gone', async () => {
  const { take } = inTurn({ ...LIMITS, requestsOfLoopMax: 3 });
  const order: number[] = [];
  const answers = Array.from({ length: 9 }, (_, i) => {
    const res = Object.assign(new EventEmitter(), { destroyed: false });
    const req = { socket: Object.assign(new EventEmitter(), { writableLength: 0 }) };
    take(req as unknown as Request, res as unknown as Response, () => order.push(i));
    return res;
  });
  expect(order).toEqual([0, 1, 2]);
  (answers[7] as { destroyed: boolean }).destroyed = true;
  await nextTurn();
  expect(order).toEqual([0, 1, 2, 8, 6]);
  await nextTurn();
  expect(order).toEqual([0, 1, 2, 8, 6, 5, 4, 3]);
  await nextTurn();
  await nextTurn();
  take({ socket: new EventEmitter() } as unknown as Request, new EventEmitter() as unknown as Response, () =>
    order.push(9),
  );
  expect(order.at(-1)).toBe(9);
});
