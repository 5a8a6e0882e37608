import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../server/lib/limits.ts';
import { testClock } from '../support/clock.ts';
import { fakeFile } from '../support/fake-engines.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { startTestServer } from '../support/server.ts';
import { bearer, create, createRaw, holdings, NOTHING, type RawPart, withKey } from './drive.ts';

const KEY = '6f1f1c1e-7f0e-4c5e-9a53-2b1d3c4e5f60';
const card: RawPart = { name: 'documents[]', value: fakeFile(), fileName: 'front.jpg', type: 'image/jpeg' };
const applicant = (text: string): RawPart => ({ name: 'applicant', value: text });

describe('the same request with the same key', () => {
  it('is answered byte for byte as before, whatever its boundary and the writing of its JSON and key', async () => {
    await using server = await startTestServer();
    const first = await createRaw(server, [applicant('{"first_name":"Anna","last_name":"M"}'), card], withKey(KEY));
    expect(first.status).toBe(201);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    await server.settle();
    const again = [applicant('{ "last_name": "\\u004d", "first_name": "Anna" }'), card];
    for (const key of [KEY, `"${KEY}"`, KEY.toUpperCase()]) {
      const replay = await createRaw(server, again, withKey(key), `other-${key.length}`);
      expect(replay.status).toBe(201);
      expect(replay.text).toBe(first.text);
      expect(replay.headers.get('idempotent-replayed')).toBe('true');
      expect(replay.headers.get('location')).toBe(first.headers.get('location'));
    }
    expect(await holdings(server)).toMatchObject({ verifications: 1, keys: 1, files: 1, idempotency: 1 });
  });

  it('is answered so after a restart', async () => {
    using folder = tempFolder();
    const former = await startTestServer({ folder: folder.path, start: false });
    const { key } = former;
    const first = await createRaw(former, [card], { ...bearer(key), ...withKey(KEY) });
    await former.stop();
    await using server = await startTestServer({ folder: folder.path, start: false });
    const replay = await createRaw(server, [card], { ...bearer(key), ...withKey(KEY) });
    expect([replay.status, replay.text]).toEqual([201, first.text]);
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
  });

  it('ten times at once makes one record; the others wait or are answered alike', async () => {
    await using server = await startTestServer();
    const parts = { files: cardAndSelfie(), applicant: ANNA };
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(server, parts, withKey(KEY))));
    const created = answers.filter(({ status }) => status === 201);
    expect(new Set(created.map(({ text }) => text)).size).toBe(1);
    expect(created.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    const waiting = answers.filter(({ status }) => status !== 201);
    for (const { status, headers, body } of waiting) {
      expect([status, body.code, headers.get('retry-after')]).toEqual([409, 'idempotency_in_progress', '1']);
    }
    expect(await holdings(server)).toMatchObject({ verifications: 1, keys: 1, files: 1, jobs: 1, idempotency: 1 });
    const later = await create(server, parts, withKey(KEY));
    expect([later.status, later.text]).toEqual([201, created[0]?.text]);
  });

  it('is kept for seven days and no longer', async () => {
    const clock = testClock();
    await using server = await startTestServer({ clock });
    const first = await createRaw(server, [card], withKey(KEY));
    await server.settle();
    clock.advance(LIMITS.idempotencyKeepMs - 1);
    expect((await createRaw(server, [card], withKey(KEY))).text).toBe(first.text);
    clock.advance(1);
    const anew = await createRaw(server, [card], withKey(KEY));
    expect(anew.status).toBe(201);
    expect(anew.body.id).not.toBe(first.body.id);
    expect(anew.headers.get('idempotent-replayed')).toBeNull();
    expect(await holdings(server)).toMatchObject({ verifications: 2, idempotency: 1 });
  });

  it('by another API key is another request, in either mode', async () => {
    await using server = await startTestServer();
    const keys = [server.key, server.makeKey(), server.makeKey({ livemode: false })];
    const ids = new Set<string>();
    for (const key of keys) {
      const { status, body } = await createRaw(server, [card], { ...bearer(key), ...withKey(KEY) });
      expect(status).toBe(201);
      ids.add(body.id);
    }
    expect(ids.size).toBe(3);
  });
});

describe('another request with the same key', () => {
  const first: RawPart[] = [applicant('{"first_name":"Anna"}'), card];
  const others: [string, RawPart[]][] = [
    ['another value', [applicant('{"first_name":"Anne"}'), card]],
    ['one field more', [applicant('{"first_name":"Anna","last_name":"M"}'), card]],
    ['one part less', [card]],
    ['one part more', [...first, { name: 'consent', value: 'true' }]],
    ['an unknown part more', [...first, { name: 'whatever', value: '1' }]],
    ['another file', [applicant('{"first_name":"Anna"}'), { ...card, value: fakeFile({ width: 700 }) }]],
    ['the file twice', [...first, card]],
  ];
  it.each(others)('is 422 for %s, and stores nothing', async (_name, parts) => {
    await using server = await startTestServer({ start: false });
    expect((await createRaw(server, first, withKey(KEY))).status).toBe(201);
    const before = await holdings(server);
    const { status, body } = await createRaw(server, parts, withKey(KEY));
    expect([status, body.code]).toEqual([422, 'idempotency_key_reused']);
    expect(await holdings(server)).toEqual(before);
  });
});

describe('a key is not used up', () => {
  it('by a request that was not valid', async () => {
    await using server = await startTestServer({ start: false });
    expect((await createRaw(server, [applicant('{"dob":"x"}'), card], withKey(KEY))).status).toBe(400);
    expect((await createRaw(server, [applicant('{}')], withKey(KEY))).status).toBe(400);
    expect(await holdings(server)).toEqual(NOTHING);
    expect((await createRaw(server, [card], withKey(KEY))).status).toBe(201);
  });

  it('by a full queue', async () => {
    await using server = await startTestServer({ start: false, config: { queueLengthMax: 1 } });
    expect((await createRaw(server, [card])).status).toBe(201);
    expect((await createRaw(server, [card], withKey(KEY))).status).toBe(503);
    expect(await holdings(server)).toMatchObject({ verifications: 1, idempotency: 0, keys: 1 });
    server.appliance.runner.start();
    await server.settle();
    const retried = await createRaw(server, [card], withKey(KEY));
    expect([retried.status, retried.headers.get('idempotent-replayed')]).toEqual([201, null]);
    await server.settle();
  });
});
