import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { CaptureListenerAnswer } from '../../../../server/contract/capture-listener.ts';
import type { OpenedCaptureSessionAnswer } from '../../../../server/contract/capture-sessions.ts';
import { must } from '../../../../server/lib/assert.ts';
import { Device, frameOf, Head, switchCaptureOn } from '../../../support/capture.ts';
import { ANNA } from '../../../support/form.ts';
import type { Call } from '../caller.ts';
import { Gone } from '../killed-child.ts';
import type { Scenario } from '../scenario.ts';
import { createKeys } from './records.ts';

const PATH = '/v1/capture-sessions';
/** 25 frames a second: the challenge takes about three seconds. */
const FRAME_MS = 40;

/** Each turn is one session from its creation to its record. What the kill left is resumed on the same device, or through a new link. */
export const captureForThemselves: Scenario = {
  name: 'capture a person',
  kills: { share: 1, whole: 20 },
  momentsMin: 300,
  begin(world) {
    const keyOf = createKeys();
    const records: string[] = [];
    let device: Device | null = null;
    const create = (call: Call, at: number) =>
      call<OpenedCaptureSessionAnswer>(PATH, { body: { applicant: ANNA }, key: keyOf(at, 'session') });
    return {
      open: async () => void (await switchCaptureOn(world.server)),
      async operate(call, at) {
        device = null;
        const { port } = await call<CaptureListenerAnswer>('/v1/system/capture');
        const created = await create(call, at);
        device = new Device(`http://127.0.0.1:${port}`);
        await orGone(captureAll(device, created));
      },
      async check(at, answered) {
        const created = await create(world.call, at);
        const { capture, db } = world.server.appliance;
        await capture.tick();
        const state = () => world.value('SELECT state FROM capture_sessions WHERE id = ?', created.id);
        if (answered) expect(state()).toBe('done');
        if (state() !== 'done') await resume(world.call, created, device);
        expect(state()).toBe('done');
        const record = db.prepare('SELECT verification_id FROM capture_sessions WHERE id = ?').pluck().get(created.id);
        records.push(record as string);
        expect(world.rows('SELECT id FROM verifications ORDER BY id').flat()).toEqual(records.toSorted());
        expect(world.server.appliance.keys.dataKeyIds()).toEqual(records.toSorted());
        await world.settle();
        expect(world.value('SELECT status FROM verifications WHERE id = ?', record)).not.toBe('processing');
      },
    };
  },
};

/** A request whose connection breaks says that the server is gone. */
async function orGone<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof TypeError ? new Gone() : error;
  }
}

async function captureAll(device: Device, created: OpenedCaptureSessionAnswer): Promise<void> {
  await device.reachCapturing(created);
  await device.document();
  const ended = await new Head((ms) => wait(ms), FRAME_MS).follow(device, (await device.begin()).body);
  expect(ended, ended.reason ?? '').toMatchObject({ state: 'done' });
  expect((await device.post('/c/submit')).body.state).toBe('done');
}

/** Goes on where the session is. A challenge begins anew: here an operator looks instead. */
async function resume(call: Call, created: OpenedCaptureSessionAnswer, former: Device | null): Promise<void> {
  const { port } = await call<CaptureListenerAnswer>('/v1/system/capture');
  let device = former;
  if (!device?.cookie || (await device.view()).status === 401) {
    device = new Device(`http://127.0.0.1:${port}`);
    const { pairing_code } = await call<OpenedCaptureSessionAnswer>(`${PATH}/${created.id}/renew-link`, {
      method: 'POST',
    });
    await device.post('/c/claim', { pairing_code });
  }
  if ((await device.view()).body.state === 'claimed') await device.consent();
  const [first] = (await device.view()).body.steps;
  if (must(first, 'there is a document').document_type === null) await device.post('/c/document', { type: 'passport' });
  if ((await device.view()).body.steps[0]?.state === 'waiting') await device.document();
  if ((await device.view()).body.steps.at(-1)?.state === 'waiting') {
    await device.post('/c/attended', { reason: 'other' });
    await device.picture('/c/picture/face', frameOf());
  }
  expect((await device.post('/c/submit')).body.state).toBe('done');
}
