import express from 'express';
import { describe, expect, it } from 'vitest';
import { sendDownload } from '../../../server/api/download.ts';
import { problemHandler } from '../../../server/api/problem.ts';
import { requestId } from '../../../server/api/request-id.ts';
import { createIds } from '../../../server/lib/ids.ts';
import { createLogger } from '../../../server/lib/log.ts';
import { testClock } from '../../support/clock.ts';
import { listen } from '../../support/small-server.ts';

/** Requests a file made of these pieces, which then fails or ends. */
async function ask(pieces: readonly string[], fails: boolean): Promise<{ answer: Response; ended: boolean }> {
  const logged: string[] = [];
  const clock = testClock();
  let ended = false;
  async function* made(): AsyncIterable<string> {
    try {
      yield* pieces;
      if (fails) throw new Error('the disk failed');
    } finally {
      ended = true;
    }
  }
  const app = express();
  app.use(requestId({ newId: createIds(clock) }));
  app.get('/', (_req, res) => sendDownload(res, { type: 'text/plain', name: 'file.txt' }, made()));
  app.use(problemHandler({ log: createLogger(clock, (line) => logged.push(line)) }));
  await using server = await listen(app);
  const answer = await fetch(server.base);
  const body = await answer.text().catch(() => 'cut off');
  expect(logged.length).toBe(Number(fails));
  return { answer: new Response(body, { status: answer.status, headers: answer.headers }), ended };
}

describe('a file that is made while it is sent', () => {
  it('is answered with a problem if it fails before its first piece', async () => {
    const { answer, ended } = await ask([], true);
    expect([answer.status, answer.headers.get('content-disposition'), ended]).toEqual([500, null, true]);
    expect(await answer.json()).toMatchObject({ code: 'internal' });
  });

  it('is cut off where it fails later', async () => {
    const { answer, ended } = await ask(['one', 'two'], true);
    expect([answer.status, await answer.text(), ended]).toEqual([200, 'cut off', true]);
  });

  it.each([[['one', 'two']], [[]]])('is sent whole: %j', async (pieces) => {
    const { answer, ended } = await ask(pieces, false);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="file.txt"');
    expect([answer.status, await answer.text(), ended]).toEqual([200, pieces.join(''), true]);
  });
});
