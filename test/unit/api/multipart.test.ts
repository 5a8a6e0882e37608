import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, expect, it } from 'vitest';
import { bodyDeadline } from '../../../server/api/body-deadline.ts';
import { receiveMultipart } from '../../../server/api/multipart.ts';
import { requestId } from '../../../server/api/request-id.ts';
import { AppError } from '../../../server/lib/errors.ts';
import { createIds } from '../../../server/lib/ids.ts';
import { testClock } from '../../support/clock.ts';
import { inWholeRunAlone, isWholeRun } from '../../support/long.ts';

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

async function listen(app: express.Express): Promise<number> {
  const server = createServer(app).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as AddressInfo).port;
}

const START = '--X\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n';

/** Starts a form and sends a piece of its file `pieces` times, every `everyMs`. The form never ends. */
function drip(port: number, pieces: number, everyMs: number): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=X' };
    const asked = request({ port, method: 'POST', path: '/', headers }, async (answer) => {
      clearInterval(timer);
      let text = '';
      for await (const chunk of answer) text += chunk;
      resolve({ status: answer.statusCode ?? 0, text });
    });
    asked.on('error', reject);
    asked.write(START);
    let sent = 0;
    const timer = setInterval(() => {
      if (sent++ < pieces) asked.write('x');
    }, everyMs);
  });
}

const SLOW: [string, number, string][] = [
  ['nothing comes for too long', 3, 'after 200'],
  ['it goes on for too long', Number.POSITIVE_INFINITY, 'after 1000'],
];
it.each(isWholeRun() ? SLOW : SLOW.slice(0, 1))('a form is given up where %s', async (_what, pieces, told) => {
  const app = express();
  app.post('/', async (req, res) => {
    try {
      await receiveMultipart(req, res, {
        storage: {
          _handleFile: (_req, file) => void file.stream.resume().on('error', () => {}),
          _removeFile: (_req, _file, done) => done(null),
        },
        refuseFile: () => null,
        limits: {},
        bodyBytesMax: 1_000_000,
        tooLarge: () => new AppError('body_too_large', 'too large'),
        timeoutMs: 1_000,
        idleMs: 200,
        tooSlow: (afterMs) => new AppError('request_timeout', `after ${afterMs}`),
        nameless: () => new AppError('invalid_request', 'nameless'),
      });
      res.send('whole');
    } catch (error) {
      res.send(error instanceof AppError ? error.message : 'another error');
    }
  });
  expect((await drip(await listen(app), pieces, 20)).text).toBe(told);
});

it(
  'a body that does not come is answered 408, and not on the paths with clocks of their own',
  inWholeRunAlone('1 s'),
  async () => {
    for (const except of [[], ['/']]) {
      const app = express();
      app.use(requestId({ newId: createIds(testClock()) }), bodyDeadline(60, except));
      app.post('/', (_req, res) => void setTimeout(() => res.headersSent || res.send('late'), 300));
      const { status, text } = await drip(await listen(app), 1, 10);
      if (except.length > 0) expect([status, text]).toEqual([200, 'late']);
      else expect([status, JSON.parse(text).code]).toEqual([408, 'request_timeout']);
    }
  },
);
