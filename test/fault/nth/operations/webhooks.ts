import { expect } from 'vitest';
import { createCompany, LEAST_COMPANY, sendJson } from '../../../integration/drive.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { aside } from '../gate.ts';
import { oneMore } from '../once-more.ts';
import type { Operation, Rig } from '../rig.ts';

const PATH = '/v1/webhook-endpoints';
const TURNS_MAX = 2_000;

const pendingOf = ({ server }: Rig): number =>
  aside(
    () =>
      server.appliance.db
        .prepare("SELECT count(*) FROM webhook_deliveries WHERE state = 'pending'")
        .pluck()
        .get() as number,
  );

/** Sends what is due, and what becomes due through the test's failures, until nothing waits. */
async function deliver(rig: Rig): Promise<void> {
  const { webhooks } = rig.server.appliance;
  webhooks.start(Number(new URL(rig.server.baseUrl).port));
  for (let turn = 0; turn < TURNS_MAX && pendingOf(rig) > 0; turn++) {
    webhooks.wake();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

export const WEBHOOKS: readonly Operation[] = [
  {
    name: 'deliver a webhook',
    alone: true,
    silent: true,
    lasting: 5,
    async prepare(rig) {
      const receiver = await startReceiver();
      const made = await sendJson(rig.server, PATH, { url: receiver.url });
      expect(made.status, made.text).toBe(201);
      await createCompany(rig.server, { company: LEAST_COMPANY });
      return {
        async run() {
          await deliver(rig);
          return 'done';
        },
        async verify() {
          await deliver(rig);
          expect(pendingOf(rig)).toBe(0);
          const states = rig.server.appliance.db.prepare('SELECT DISTINCT state FROM webhook_deliveries').pluck().all();
          expect(states).toEqual(['delivered']);
          expect(receiver.taken().size).toBe(1);
          await receiver[Symbol.asyncDispose]();
        },
      };
    },
  },
  {
    name: 'make an endpoint for webhooks',
    async prepare(rig) {
      const body = { url: 'http://127.0.0.1:9/hook' };
      const { db } = rig.server.appliance;
      // The number of endpoints in a mode is limited.
      db.exec('DELETE FROM webhook_endpoints');
      return {
        run: () => sendJson(rig.server, PATH, body),
        verify: oneMore(rig, { webhook_endpoints: 1 }, { orTwice: true }),
      };
    },
  },
  {
    name: 'allow an origin for webhook_url',
    async prepare(rig) {
      const body = { origin: 'http://127.0.0.1:9' };
      rig.server.appliance.db.exec('DELETE FROM webhook_origins');
      return {
        run: () => sendJson(rig.server, '/v1/webhook-origins', body),
        verify: oneMore(rig, { webhook_origins: 1 }),
      };
    },
  },
];
