import { expect, it } from 'vitest';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { seededRandom, testSeed } from '../support/random.ts';
import { rounds } from '../support/rounds.ts';
import { startTestServer } from '../support/server.ts';
import { send, submit } from './drive.ts';
import { openStream } from './streams.ts';

const clean = { files: cardAndSelfie(), applicant: ANNA };
const CREATED = rounds(20, 8);
const EVENTS = 3 * CREATED;

it(
  'the feed and the stream go on behind a cursor without gap or double, wherever they are cut, while events come',
  inWholeRunAlone('1 s'),
  async () => {
    const seed = testSeed();
    console.info(`event cursors: CUSTOS_TEST_SEED=${seed}`);
    const random = seededRandom(seed);
    await using server = await startTestServer();
    const creating = (async () => {
      for (let i = 0; i < CREATED; i++) await submit(server, clean);
    })();

    const readFeed = async (): Promise<string[]> => {
      const ids: string[] = [];
      while (ids.length < EVENTS) {
        const limit = 1 + Math.floor(random() * 7);
        const after = ids.length === 0 ? '' : `&starting_after=${ids.at(-1)}`;
        const { body } = await send(server, `/v1/events?limit=${limit}${after}`);
        ids.push(...body.data.map(({ id }: { id: string }) => id));
      }
      return ids;
    };
    const readStream = async (): Promise<string[]> => {
      const ids: string[] = [];
      while (ids.length < EVENTS) {
        const lastEventId = ids.at(-1);
        // A stream without a cursor begins with new events, so the first one comes from the feed.
        if (lastEventId === undefined) {
          const { body } = await send(server, '/v1/events?limit=1');
          ids.push(...body.data.map(({ id }: { id: string }) => id));
          continue;
        }
        const stream = await openStream(server, '/v1/events/stream', { lastEventId });
        const count = Math.min(EVENTS - ids.length, 1 + Math.floor(random() * 9));
        ids.push(...(await stream.take(count)).map(({ id }) => String(id)));
        stream.close();
      }
      return ids;
    };
    const [fed, streamed] = await Promise.all([readFeed(), readStream(), creating]);
    await server.settle();
    const stored = server.appliance.db.prepare('SELECT id FROM events ORDER BY seq').pluck().all();
    expect(stored).toHaveLength(EVENTS);
    expect(fed).toEqual(stored);
    expect(streamed).toEqual(stored);
  },
);
