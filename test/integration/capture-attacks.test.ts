import { request } from 'node:http';
import { expect, it } from 'vitest';
import { RULES } from '../../models/liveness/rules.ts';
import { wrongClaims } from '../../server/api/capture-page.ts';
import type { CaptureChallenge } from '../../server/contract/capture-page.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { getVerification } from '../../server/verifications/store.ts';
import {
  type Answer,
  type Batch,
  createSession,
  Device,
  type Frame,
  frameOf,
  Head,
  switchCaptureOn,
  tokenOf,
} from '../support/capture.ts';
import { type TestClock, testClock } from '../support/clock.ts';
import { fakeFile } from '../support/fake-engines.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** A challenge in which the first move was told, and the device that runs it. */
interface Scene {
  server: TestServer;
  base: string;
  clock: TestClock;
  device: Device;
  head: Head;
  told: CaptureChallenge;
  /** The nonce and frames of the last batch before `told`. */
  former: { nonce: string; frames: Frame[] };
}

/** Continues a challenge with these changes. */
const send = ({ device, told, head }: Scene, change: Partial<Batch> = {}) => {
  const { challenge_id, nonce, counter, move } = told;
  return device.send({ challenge_id, nonce, counter, frames: change.frames ?? head.frames(move), ...change });
};

const framesAt = (times: readonly number[], jpeg = () => frameOf()): Frame[] =>
  times.map((ms) => ({ ms, jpeg: jpeg() }));

/** Frames once more, with times that go on. */
const againAt = (frames: readonly Frame[], head: Head): Frame[] => {
  const times = head.frames(null, frames.length).map(({ ms }) => ms);
  return frames.map(({ jpeg }, i) => ({ jpeg, ms: times[i] as number }));
};

/** Another session of the same appliance, as far as `scene` is. */
const another = ({ server, base, clock }: Scene) => play(server, base, clock);

/** What an attacker does, by the name of the attack, and what must be the answer: a reason for the failed attempt, or a problem. */
const ATTACKS: Record<string, [expected: string, attack: (scene: Scene) => Promise<Answer<object>>]> = {
  'a nonce that was used': ['protocol', (scene) => send(scene, { nonce: scene.former.nonce })],
  'a made-up nonce': ['protocol', (scene) => send(scene, { nonce: 'a'.repeat(32) })],
  'a skipped counter': ['protocol', (scene) => send(scene, { counter: scene.told.counter + 1 })],
  'a repeated counter': ['protocol', (scene) => send(scene, { counter: scene.told.counter - 1 })],
  "another session's challenge": [
    'protocol',
    async (scene) => {
      const { told } = await another(scene);
      return send(scene, { challenge_id: told.challenge_id, nonce: told.nonce, counter: told.counter });
    },
  ],
  'frames of an earlier batch': [
    'repeated_frame',
    (scene) => send(scene, { frames: againAt(scene.former.frames, scene.head) }),
  ],
  'frames of an earlier attempt': [
    'repeated_frame',
    async (scene) => {
      const { challenge_id, nonce, counter } = (await scene.device.begin()).body;
      scene.clock.advance(1_000);
      const frames = scene.former.frames.map(({ jpeg }, i) => ({ jpeg, ms: 100 * (i + 1) }));
      return scene.device.send({ challenge_id, nonce, counter, frames });
    },
  ],
  'frames of another session': [
    'repeated_frame',
    async (scene) => {
      const { former } = await another(scene);
      return send(scene, { frames: againAt(former.frames, scene.head) });
    },
  ],
  'a frozen frame': [
    'frozen_frame',
    (scene) => {
      const jpeg = frameOf();
      return send(scene, { frames: scene.head.frames(null).map(({ ms }) => ({ jpeg, ms })) });
    },
  ],
  'a frozen head in frames that differ': [
    'repeated_frame',
    async (scene) => {
      const still = (i: number) => fakeFile({ faces: [0], head: { heightPx: 241 }, lines: [String(i)] });
      return send(scene, { frames: scene.head.frames(null).map(({ ms }, i) => ({ jpeg: still(i), ms })) });
    },
  ],
  'frames left out while the head moves on': [
    'frames_missing',
    (scene) => {
      const { head, told } = scene;
      head.ms += 2 * RULES.gapMs;
      scene.clock.advance(2 * RULES.gapMs);
      const turned = { yaw: told.move === 'right' ? -40 : 40 };
      return send(scene, { frames: framesAt([head.ms], () => frameOf(turned)) });
    },
  ],
  'page times that run backwards': [
    'protocol',
    (scene) => {
      const frames = scene.head.frames(null);
      return send(scene, { frames, times: frames.map(({ ms }) => ms).reverse() });
    },
  ],
  'page times that stand still': [
    'protocol',
    (scene) => {
      const frames = scene.head.frames(null);
      return send(scene, { frames, times: frames.map(() => scene.head.ms) });
    },
  ],
  'page times that run faster than the clock': [
    'protocol',
    (scene) => {
      const first = scene.head.ms + LIMITS.capturePageAheadMs;
      return send(scene, { frames: framesAt([1, 2, 3].map((i) => first + 100 * i)) });
    },
  ],
  'a batch that comes late': [
    'protocol',
    (scene) => {
      const frames = scene.head.frames(null);
      scene.clock.advance(LIMITS.captureBatchLateMs + 1);
      return send(scene, { frames });
    },
  ],
  'a long silence': [
    'time_over',
    (scene) => {
      scene.clock.advance(LIMITS.captureBatchGapMs + 1);
      scene.head.ms += LIMITS.captureBatchGapMs + 1;
      return send(scene);
    },
  ],
  'frames after the time of the challenge': [
    'time_over',
    (scene) => {
      scene.clock.advance(LIMITS.captureChallengeMs);
      scene.head.ms += LIMITS.captureChallengeMs;
      return send(scene);
    },
  ],
  'more frames than a camera takes': [
    'too_many_frames',
    async (scene) => {
      let answer: Answer<CaptureChallenge> = { status: 200, body: scene.told, cookie: null };
      for (let i = 0; i < 12 && answer.body.state !== 'failed'; i++) {
        const { nonce, counter } = answer.body;
        scene.clock.advance(13);
        const times = Array.from({ length: 12 }, () => {
          scene.head.ms += 1;
          return scene.head.ms;
        });
        answer = await send(scene, { nonce, counter, frames: framesAt(times) });
      }
      return answer;
    },
  ],
  'too many frames in one batch': [
    'malformed_body',
    (scene) => send(scene, { frames: scene.head.frames(null, LIMITS.captureBatchFramesMax + 1) }),
  ],
  'a frame that is too large': [
    'file_too_large',
    (scene) => {
      const jpeg = Buffer.concat([frameOf(), Buffer.alloc(LIMITS.captureFrameBytesMax, ' ')]);
      return send(scene, { frames: [{ jpeg, ms: scene.head.ms + 1 }] });
    },
  ],
  'more times than frames': [
    'protocol',
    (scene) => {
      const frames = scene.head.frames(null);
      return send(scene, { frames, times: [...frames.map(({ ms }) => ms), scene.head.ms + 1] });
    },
  ],
  'a frame of another size': [
    'protocol',
    (scene) => send(scene, { frames: framesAt([scene.head.ms + 1], () => fakeFile({ width: 320, height: 240 })) }),
  ],
  'a frame that is no JPEG': [
    'protocol',
    (scene) => send(scene, { frames: framesAt([scene.head.ms + 1], () => fakeFile({}, 'png')) }),
  ],
  'two batches at once': [
    'protocol',
    async (scene) => {
      const { challenge_id, nonce, counter, move } = scene.told;
      const [one, two] = [scene.head.frames(move), scene.head.frames(move)];
      const both = [one, two].map((frames) => scene.device.send({ challenge_id, nonce, counter, frames }));
      const answers = await Promise.all(both);
      return answers.find(({ body }) => body.state === 'failed') as Answer<CaptureChallenge>;
    },
  ],
  'an upload in the place of frames': ['state_conflict', ({ device }) => device.picture('/c/picture/face', frameOf())],
  'no cookie': ['unauthorized', (scene) => send({ ...scene, device: new Device(scene.base) })],
  'a made-up cookie': [
    'unauthorized',
    (scene) => {
      const device = new Device(scene.base);
      device.cookie = `custos_capture=${'a'.repeat(43)}`;
      return send({ ...scene, device });
    },
  ],
  'the cookie twice': [
    'unauthorized',
    (scene) => {
      const device = new Device(scene.base);
      device.cookie = `${scene.device.cookie}; ${scene.device.cookie}`;
      return send({ ...scene, device });
    },
  ],
  "another session's cookie": ['protocol', async (scene) => send({ ...scene, device: (await another(scene)).device })],
  "the operator's key in the place of the cookie": [
    'unauthorized',
    ({ server, base }) =>
      new Device(base).ask('GET', '/c/session', { headers: { authorization: `Bearer ${server.key}` } }),
  ],
  'a page of another site': [
    'cross_site_request',
    ({ device }) => device.ask('POST', '/c/challenge', { headers: { 'sec-fetch-site': 'cross-site' } }),
  ],
  'a request without a page': [
    'cross_site_request',
    ({ device }) => device.ask('POST', '/c/challenge', { headers: { 'sec-fetch-site': 'none' } }),
  ],
  'a second device with the token': [
    'unauthorized',
    async ({ server, base }) => {
      const created = await createSession(server);
      await new Device(base).post('/c/claim', { token: tokenOf(created) });
      return new Device(base).post('/c/claim', { token: tokenOf(created) });
    },
  ],
  'the pairing code after the token': [
    'unauthorized',
    async ({ server, base }) => {
      const created = await createSession(server);
      await new Device(base).post('/c/claim', { token: tokenOf(created) });
      return new Device(base).post('/c/claim', { pairing_code: created.pairing_code });
    },
  ],
  'an expired link': [
    'unauthorized',
    async ({ server, base, clock }) => {
      const created = await createSession(server);
      clock.advance(LIMITS.captureClaimMs);
      return new Device(base).post('/c/claim', { token: tokenOf(created) });
    },
  ],
  'a pairing code as a token': [
    'unauthorized',
    async ({ server, base }) =>
      new Device(base).post('/c/claim', { token: (await createSession(server)).pairing_code }),
  ],
  'guessed pairing codes': [
    'rate_limited',
    async ({ base }) => {
      const device = new Device(base);
      for (let guess = 0; guess < LIMITS.captureClaimsPerMinute; guess++)
        await device.post('/c/claim', { pairing_code: String(guess).padStart(8, '0') });
      return device.post('/c/claim', { pairing_code: '00000000' });
    },
  ],
  'a device that no operator confirmed': [
    'state_conflict',
    async ({ server, base }) => {
      const device = new Device(base);
      await device.post('/c/claim', { token: tokenOf(await createSession(server)) });
      return device.begin();
    },
  ],
  'the former device of a new link': [
    'unauthorized',
    async (scene) => {
      const { id } = ((await (await scene.server.fetch('/v1/capture-sessions')).json()) as { data: [{ id: string }] })
        .data[0];
      await scene.server.fetch(`/v1/capture-sessions/${id}/renew-link`, { method: 'POST' });
      return send(scene);
    },
  ],
  'a challenge after an operator was asked for': [
    'state_conflict',
    async (scene) => {
      await scene.device.post('/c/attended', { reason: 'other' });
      return send(scene);
    },
  ],
  'another host name': ['misdirected_host', ({ base }) => askRaw(base, '/c/session', 'evil.example')],
  "a route of '/v1'": ['not_found', ({ device }) => device.ask('GET', '/v1/capture-sessions')],
  'a route of the console': ['not_found', ({ device }) => device.ask('GET', '/session')],
};

/** `fetch` does not let a page choose the Host header. */
function askRaw(base: string, path: string, host: string): Promise<Answer<object>> {
  return new Promise((resolve, reject) => {
    const sent = request(`${base}${path}`, { headers: { host } }, async (answer) => {
      let text = '';
      for await (const chunk of answer.setEncoding('utf8')) text += chunk;
      resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text), cookie: null });
    });
    sent.on('error', reject).end();
  });
}

async function play(server: TestServer, base: string, clock: TestClock): Promise<Scene> {
  const device = new Device(base);
  await device.reachCapturing(await createSession(server));
  const head = new Head(clock.advance);
  const { challenge_id, nonce, counter } = (await device.begin()).body;
  const frames = head.frames(null);
  const told = (await device.send({ challenge_id, nonce, counter, frames })).body;
  expect(told).toMatchObject({ state: 'move', moves_done: 0, counter: 1 });
  return { server, base, clock, device, head, told, former: { nonce, frames } };
}

it.each(Object.entries(ATTACKS).map(([name, it]) => [name, ...it] as const))(
  'refuses %s',
  async (_name, expected, attack) => {
    const clock = testClock();
    await using server = await startTestServer({ clock, list: false });
    const base = await switchCaptureOn(server);
    const scene = await play(server, base, clock);
    const { status, body } = (await attack(scene)) as Answer<Partial<CaptureChallenge>>;
    if (status === 200) expect(body).toMatchObject({ state: 'failed', reason: expected });
    else expect(body.code).toBe(expected);
    const steps = server.appliance.db.prepare('SELECT steps FROM capture_sessions').pluck().all() as string[];
    for (const text of steps) expect(text).not.toContain('captured');
    // What broke the protocol ends the attempt: the right batch comes too late.
    if (body.challenge_id === scene.told.challenge_id) expect((await send(scene)).body.code).toBe('state_conflict');
  },
);

it('tells the record, and not the applicant, that another face made the moves', async () => {
  const clock = testClock();
  await using server = await startTestServer({ clock, list: false });
  const scene = await play(server, await switchCaptureOn(server), clock);
  const { device, head, told } = scene;
  await device.document();
  const swapped = head.frames(told.move, 12).map(({ ms, jpeg }) => {
    return { ms, jpeg: Buffer.from(jpeg.toString('latin1').replace('"faces":[0]', '"faces":[1.5]'), 'latin1') };
  });
  const after = (await send(scene, { frames: swapped })).body;
  expect(await head.follow(device, after)).toMatchObject({ state: 'done', reason: null });
  expect((await device.post('/c/submit')).body.state).toBe('done');
  const id = server.appliance.db.prepare('SELECT id FROM verifications').pluck().get() as string;
  const selfie = getVerification(server.appliance, id, true)?.documents.at(-1);
  expect(selfie?.liveness?.proof).toMatchObject({ verdict: 'suspected', reasons: ['another_face'] });
});

it('counts an attempt in which frames were left out: else an attacker could leave them out and try for ever', async () => {
  const clock = testClock();
  await using server = await startTestServer({ clock, list: false });
  const scene = await play(server, await switchCaptureOn(server), clock);
  await (ATTACKS['frames left out while the head moves on'] ?? expect.fail())[1](scene);
  expect((await scene.device.view()).body.steps.at(-1)).toMatchObject({
    attempts_left: LIMITS.captureAttemptsMax - 1,
    last_error: 'frames_missing',
  });
});

it('knows at least 20 kinds of attacks', () => {
  expect(Object.keys(ATTACKS).length).toBeGreaterThanOrEqual(20);
});

it('limits wrong claims of all addresses together', () => {
  const clock = testClock();
  const wrong = wrongClaims(clock);
  for (let i = 0; i < LIMITS.captureWrongClaimsPerMinute; i++) wrong.count();
  expect(wrong.refuseTooMany).toThrow('Too many wrong links or pairing codes');
  clock.advance(60_000);
  wrong.refuseTooMany();
});

it('limits each device and, far above it, the address that an office shares', async () => {
  await using server = await startTestServer({ list: false });
  const base = await switchCaptureOn(server);
  const tablets: Device[] = [];
  for (let i = 0; i <= LIMITS.captureClaimsPerMinute; i++) {
    const tablet = new Device(base);
    const { status } = await tablet.post('/c/claim', { token: tokenOf(await createSession(server)) });
    expect(status).toBe(200);
    tablets.push(tablet);
  }
  const [first, second] = tablets as [Device, Device];
  const send = async (device: Device) => (await device.picture('/c/picture/document_1', Buffer.of())).body.code;
  for (let i = 0; i < LIMITS.capturePicturesPerMinute; i++) expect(await send(first)).toBe('state_conflict');
  expect([await send(first), await send(second)]).toEqual(['rate_limited', 'state_conflict']);
  // Made-up cookies: each counts as another device, and all of them as one address.
  const left = LIMITS.capturePicturesPerMinute * LIMITS.captureSessionsPerAddress - LIMITS.capturePicturesPerMinute - 2;
  const forger = new Device(base);
  for (let i = 0; i < left; i++) {
    forger.cookie = `custos_capture=${i}`;
    expect(await send(forger)).toBe('unauthorized');
  }
  expect([await send(forger), await send(second)]).toEqual(['rate_limited', 'rate_limited']);
});
