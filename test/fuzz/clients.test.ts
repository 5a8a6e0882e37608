import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../server/lib/limits.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { type ClientTarget, startHere, startProcess } from './clients/target.ts';
import { begin, bytesOf, headOf, upload, uploadInChunks, uploadOf } from './clients/upload.ts';
import type { RawAnswer, RawConnection } from './raw-http.ts';
import { between, fuzzRun, isWholeRun } from './run.ts';
import { expectTold } from './told.ts';

const TIMEOUT_MS = 10 * 60_000;
const CREATE = { method: 'POST', path: '/v1/verifications' };
const SLOW = 20;
const MIB = 2 ** 20;
/** A large photograph whose trailing bytes mean nothing. The short run sends small ones. */
const LARGE_BYTES = isWholeRun() ? 5 * MIB : MIB / 16;
/** Less than the sum of all uploads, because uploads stream to the disk. It includes the engines, which work meanwhile. */
const UPLOADS_MIB_MAX = 400;
/** Connections left free for other clients, out of those that the appliance accepts. */
const ROOM = 20;
/** Longer than a body may take (120 s). */
const SLOW_ANSWER_MS = 240_000;

const TARGETS = [
  { where: 'in this process', start: startHere },
  ...(isWholeRun() ? [{ where: 'as a process of its own', start: startProcess }] : []),
];

describe.each(TARGETS)('an appliance $where', ({ start }) => {
  let target: ClientTarget;
  beforeAll(async () => {
    target = await start();
  });
  afterAll(() => target?.[Symbol.asyncDispose](), TIMEOUT_MS);

  it(
    'serves others while many send next to nothing, and answers those 408 in the end',
    async () => {
      const { head, body } = uploadOf(target);
      const ofHeaders = await beginMany(SLOW, () => head.subarray(0, 40), target);
      const ofBodies = await beginMany(SLOW, () => Buffer.concat([head, body.subarray(0, 150)]), target);
      await expectServed(target);
      if (!target.isProcess) return close([...ofHeaders, ...ofBodies]);
      for (const connection of ofHeaders) expect((await connection.answer())?.status).toBe(408);
      for (const connection of ofBodies) {
        const { code } = await told(await connection.answer());
        expect(code).toBe('request_timeout');
      }
      close([...ofHeaders, ...ofBodies]);
      await expectClean(target);
    },
    TIMEOUT_MS,
  );

  it('takes of many uploads at once as many as may wait, refuses the others, and loses none', {
    ...inWholeRunAlone('1 s'),
    timeout: TIMEOUT_MS,
  }, async () => {
    const count = isWholeRun() ? 100 : 40;
    const before = target.countRecords();
    const picture = Buffer.concat([target.picture, Buffer.alloc(LARGE_BYTES, ' ')]);
    const sent = bytesOf(uploadOf(target, {}, picture));
    const peakBefore = target.memoryPeak();
    const answers = await Promise.all(Array.from({ length: count }, () => upload(target, sent)));
    const peak = target.memoryPeak();
    if (peak === null || peakBefore === null) console.info('Many uploads: memory is not told here');
    else {
      const grew = Math.round((peak - peakBefore) / MIB);
      console.info(
        `Many uploads: ${count} at once of ${LARGE_BYTES / MIB} MiB, peak ${Math.round(peak / MIB)} MiB, ${grew} more`,
      );
      // If the appliance runs in this process, the data that this process sends takes up the same memory.
      if (target.isProcess) expect(grew).toBeLessThan(UPLOADS_MIB_MAX);
    }
    const codes = await Promise.all(answers.map(async (answer) => (await toldOrBusy(answer)) ?? 'taken'));
    expect(codes.filter((code) => code !== 'taken' && code !== 'queue_full')).toEqual([]);
    const taken = codes.filter((code) => code === 'taken').length;
    expect(taken).toBeGreaterThan(0);
    expect(target.countRecords() - before).toBe(taken);
    await expectClean(target);
  });

  it(
    'keeps nothing of clients that vanish in the midst of an upload',
    async () => {
      const run = fuzzRun('Vanishing clients', { share: 2, whole: 100 });
      await untilRoom(target);
      const before = target.countRecords();
      for (const { random } of run.cases) {
        const { head, body } = uploadOf(target);
        const connection = await begin(
          target,
          Buffer.concat([head, body.subarray(0, between(random, 0, body.length - 1))]),
        );
        if (random() < 0.5) await new Promise((resolve) => setImmediate(resolve));
        if (random() < 0.5) connection.socket.resetAndDestroy();
        else connection.socket.destroy();
      }
      await expectServed(target);
      await expectClean(target);
      expect(target.countRecords() - before).toBe(1);
    },
    TIMEOUT_MS,
  );

  it(
    'serves others beside very many idle connections, refuses more than it takes, and lets go of them',
    async () => {
      const { connectionsMax } = LIMITS;
      const before = target.handles();
      const idle = await beginMany(isWholeRun() ? connectionsMax - ROOM : 150, () => Buffer.alloc(0), target);
      await expectServed(target);
      if (target.isProcess) {
        const tooMany = await beginMany(2 * ROOM, () => Buffer.alloc(0), target);
        await Promise.race(tooMany.map(({ closed }) => closed));
        close(tooMany);
        // The appliance refuses clients until it has noticed that the others are gone.
        await expect.poll(() => isRead(target)).toBe(true);
        await expectServed(target);
      }
      close(idle);
      if (before === null) return console.info('Idle connections: open handles are not told here');
      await expect.poll(() => target.handles() ?? 0, { interval: 250 }).toBeLessThan(before + 20);
    },
    TIMEOUT_MS,
  );

  it(
    'answers requests that come at once one after the other',
    async () => {
      await untilRoom(target);
      const { head, body } = uploadOf(target);
      const get = headOf(target, 'GET /v1/verifications?limit=1');
      const missing = headOf(target, 'GET /v1/verifications/ver_none');
      const all = [get, missing, Buffer.concat([head, body]), missing, get];
      using connection = await begin(target, Buffer.concat(all));
      const answers = await Promise.all(all.map((_, index) => connection.answer(index)));
      expect(answers.map((answer) => answer?.status)).toEqual([200, 404, 201, 404, 200]);
    },
    TIMEOUT_MS,
  );

  it(
    'bids those continue who ask whether they may, and refuses before the body where it can',
    async () => {
      await untilRoom(target);
      const { head, body } = uploadOf(target, { Expect: '100-continue' });
      using connection = await begin(target, head);
      await expect.poll(() => connection.answers().map(({ status }) => status)).toEqual([100]);
      connection.socket.write(body);
      expect((await connection.answer())?.status).toBe(201);
      const { head: tooLong } = uploadOf(target, { Expect: '100-continue', 'Content-Length': '999999999' });
      using refused = await begin(target, tooLong);
      expect((await told(await refused.answer())).code).toBe('body_too_large');
      const { head: nobody } = uploadOf(target, { Expect: '100-continue', Authorization: 'Bearer nobody' });
      using unknown = await begin(target, nobody);
      expect((await told(await unknown.answer())).code).toBe('unauthorized');
    },
    TIMEOUT_MS,
  );

  it(
    'takes a body in pieces with trailers behind it, which mean nothing',
    async () => {
      await untilRoom(target);
      expect((await uploadInChunks(target))?.status).toBe(201);
    },
    TIMEOUT_MS,
  );

  it(
    'stores nothing of uploads that meet a full disk half way',
    async () => {
      await untilRoom(target);
      const { fillDisk } = target;
      if (!fillDisk) return console.info('Full disk: only where the appliance runs in this process');
      const before = target.countRecords();
      const { head, body } = uploadOf(target);
      const begun = await beginMany(SLOW, () => Buffer.concat([head, body.subarray(0, 100)]), target);
      fillDisk(true);
      for (const { socket } of begun) socket.write(body.subarray(100));
      const codes = await Promise.all(begun.map(async (connection) => toldOrBusy(await connection.answer())));
      fillDisk(false);
      close(begun);
      expect(new Set(codes)).toEqual(new Set(['disk_full']));
      expect(target.countRecords()).toBe(before);
      await expectServed(target);
      await expectClean(target);
    },
    TIMEOUT_MS,
  );
});

function beginMany(count: number, bytes: () => Buffer, target: ClientTarget): Promise<RawConnection[]> {
  return Promise.all(Array.from({ length: count }, () => begin(target, bytes(), SLOW_ANSWER_MS)));
}

function close(connections: readonly RawConnection[]): void {
  for (const connection of connections) connection[Symbol.dispose]();
}

async function isRead(target: ClientTarget): Promise<boolean> {
  using reader = await begin(target, headOf(target, 'GET /v1/verifications?limit=1'));
  return (await reader.answer())?.status === 200;
}

/** Another client can still read, and can still create a verification. */
async function expectServed(target: ClientTarget): Promise<void> {
  expect(await isRead(target)).toBe(true);
  await untilRoom(target);
  expect((await upload(target))?.status).toBe(201);
}

async function expectClean(target: ClientTarget): Promise<void> {
  // The appliance removes the files of clients that left without an answer only after they are gone.
  await expect.poll(() => target.expectNothingLeft() ?? 'nothing', { interval: 250 }).toBe('nothing');
}

/** Waits until one more verification may be queued. */
async function untilRoom(target: ClientTarget): Promise<void> {
  await expect.poll(() => target.roomLeft(), { interval: 250 }).toBeGreaterThan(0);
}

/** The contract's refusal. */
async function told(answer: RawAnswer | null): Promise<{ code: string | null }> {
  if (!answer) throw new Error('the connection was closed without an answer');
  return expectTold(CREATE, answer, 'a client');
}

/** The code of a refusal, including 503, which must say when to retry. Null for an accepted upload. */
async function toldOrBusy(answer: RawAnswer | null): Promise<string | null> {
  if (answer?.status !== 503) return (await told(answer)).code;
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  return (JSON.parse(answer.body.toString()) as { code: string }).code;
}
