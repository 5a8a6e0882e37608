import { expect } from 'vitest';
import { must } from '../../../../server/lib/assert.ts';
import { type Receiver, startReceiver, verified } from '../../../support/receiver.ts';
import { until } from '../caller.ts';
import type { Scenario } from '../scenario.ts';
import { createKeys, PEOPLE_PATH, person } from './records.ts';

const ENDPOINTS = '/v1/webhook-endpoints';
const KINDS = ['created', 'processing', 'completed'].map((state) => `verification.${state}`);

/** From storing the event to storing its delivery; the receiver keeps running. */
export const deliver: Scenario = {
  name: 'deliver webhooks',
  kills: { share: 1, whole: 14 },
  momentsMin: 20,
  works: true,
  begin(world) {
    const keyOf = createKeys();
    let receiver: Receiver | undefined;
    let endpoint = { id: '', secret: '' };
    let id = '';
    /** Kills so far: each may have caused a second sending of what was in transit. */
    let kills = 0;
    return {
      async open() {
        receiver = await startReceiver();
        const url = receiver.url.replace('127.0.0.1', 'receiver.internal');
        endpoint = await world.call(ENDPOINTS, { body: { url } });
      },
      async before(call, at) {
        ({ id } = await call<{ id: string }>(PEOPLE_PATH, { body: person(), key: keyOf(at, 'create') }));
      },
      async operate(call) {
        await until<{ data: { status: string }[] }>(
          call,
          `${PEOPLE_PATH}/${id}`,
          (record) => (record as unknown as { status: string }).status === 'completed',
        );
        const path = `${ENDPOINTS}/${endpoint.id}/deliveries?limit=${KINDS.length}`;
        await until<{ data: { state: string }[] }>(call, path, ({ data }) =>
          data.every(({ state }) => state === 'delivered'),
        );
      },
      async check() {
        kills += 1;
        await world.settle();
        const { received, taken } = must(receiver, 'it was started');
        const events = world.rows('SELECT id, kind FROM events WHERE subject_id = ? ORDER BY seq', id) as [
          string,
          string,
        ][];
        expect(events.map(([, kind]) => kind)).toEqual(KINDS);
        for (const [event] of events) expect(taken().has(event), `${event} arrived`).toBe(true);
        expect(world.rows("SELECT 1 FROM webhook_deliveries WHERE state <> 'delivered'")).toEqual([]);
        for (const one of received) {
          expect(verified(endpoint.secret, one)).toEqual(one.event);
          expect(one.headers['webhook-id']).toBe(one.event.id);
        }
        // A second arrival is allowed only if the process was killed between sending and recording.
        const again = received.length - taken().size;
        expect(again).toBeLessThanOrEqual(kills * KINDS.length);
      },
      close: async () => receiver?.[Symbol.asyncDispose](),
    };
  },
};
