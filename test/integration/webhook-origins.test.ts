import { expect, it } from 'vitest';
import { openDatabase } from '../../server/db/open.ts';
import { testClock } from '../support/clock.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { takeCodesAway } from '../support/older-form.ts';
import { startReceiver } from '../support/receiver.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { bearer, create, listOrigin, send, sendJson } from './drive.ts';

const PATH = '/v1/webhook-origins';
const DAY = 24 * 3_600_000;
const clean = { files: cardAndSelfie(), applicant: ANNA };

const originOf = (url: string): string => new URL(url).origin;

/** Processes a verification with this `webhook_url`, and sends what is due. Returns its id and the codes of its warnings. */
async function verify(server: TestServer, url: string): Promise<{ id: string; warnings: string[] }> {
  const { body } = await create(server, { ...clean, webhook_url: url });
  await server.settle();
  await server.appliance.webhooks.settle();
  return { id: body.id, warnings: body.warnings.map(({ code }: { code: string }) => code) };
}

const statesOf = async (server: TestServer, id: string): Promise<string[]> => {
  const { data } = (await send(server, `/v1/verifications/${id}/deliveries`)).body;
  return [...new Set<string>(data.map(({ state, error }: Record<string, string>) => `${state} ${error}`))];
};

const origins = async (server: TestServer) =>
  (await send(server, PATH)).body.data.map(({ origin, confirmed }: Record<string, unknown>) => [origin, confirmed]);

const warnings = async (server: TestServer) =>
  (await send(server, '/v1/system')).body.warnings.map(({ code }: { code: string }) => code);

it('a webhook_url whose origin nobody listed reaches nothing, not even the name service, until it is allowed', async () => {
  await using inner = await startReceiver();
  let asked = 0;
  const lookup = async () => {
    asked += 1;
    return ['127.0.0.1'];
  };
  await using server = await startTestServer({ outbound: { lookup } });
  const url = `http://inner.example:${inner.port}/shutdown`;
  const { id, warnings: told } = await verify(server, url);
  expect(told).toEqual(['webhook_url_not_allowed']);
  expect([await statesOf(server, id), asked, inner.received]).toEqual([['blocked origin_not_listed'], 0, []]);
  expect(await warnings(server)).toContain('deliveries_blocked');
  const entry = (await send(server, '/v1/system/egress')).body.data[0];
  expect(entry).toMatchObject({ host: '', port: null, allowed: false, why: 'origin_not_listed' });

  const made = await sendJson(server, PATH, { origin: originOf(url) });
  expect(made).toMatchObject({ status: 201, body: { origin: originOf(url), confirmed: true, livemode: true } });
  await server.appliance.webhooks.settle();
  expect([await statesOf(server, id), inner.taken().size]).toEqual([['delivered null'], 3]);
  expect((await verify(server, url)).warnings).toEqual([]);

  expect((await send(server, made.body.links.self, { method: 'DELETE' })).status).toBe(204);
  expect(await statesOf(server, (await verify(server, url)).id)).toEqual(['blocked origin_not_listed']);
  expect(inner.taken().size).toBe(6);
});

it('the origin of an endpoint of the mode is allowed as long as there is one, and another port of the host is not', async () => {
  await using receiver = await startReceiver();
  await using inner = await startReceiver();
  await using server = await startTestServer();
  const test = bearer(server.makeKey({ livemode: false }));
  const { id } = await verify(server, `${receiver.url}?own`);
  expect(await statesOf(server, id)).toEqual(['blocked origin_not_listed']);
  const endpoint = await sendJson(server, '/v1/webhook-endpoints', { url: receiver.url, enabled: false });
  await server.appliance.webhooks.settle();
  server.appliance.webhooks.wake();
  await server.appliance.webhooks.settle();
  expect(await statesOf(server, id)).toEqual(['delivered null']);
  expect((await verify(server, inner.url)).warnings).toEqual(['webhook_url_not_allowed']);
  expect(inner.received).toEqual([]);
  const { body } = await create(server, { ...clean, webhook_url: receiver.url }, test);
  expect(body.warnings).toHaveLength(1);
  await send(server, endpoint.body.links.self, { method: 'DELETE' });
  expect(await statesOf(server, (await verify(server, receiver.url)).id)).toEqual(['blocked origin_not_listed']);
});

it.each([
  'http://127.0.0.1:9/path',
  'http://127.0.0.1:9/?',
  'http://user@127.0.0.1:9',
  'http://0x7f.1:9',
  'ftp://127.0.0.1',
  'inner',
])('%s is no origin', async (origin) => {
  await using server = await startTestServer({ start: false });
  const { status, body } = await sendJson(server, PATH, { origin });
  expect([status, body.errors[0].field]).toEqual([400, 'origin']);
});

it('what CUSTOS_WEBHOOK_ALLOW does not allow is not listed either', async () => {
  await using server = await startTestServer({ start: false });
  const { status, body } = await sendJson(server, PATH, { origin: 'http://203.0.113.9' });
  expect([status, body.errors[0].code]).toEqual([400, 'webhook_url_not_allowed']);
});

it(
  'an older installation goes on telling those that it told in its last 90 days, and says that nobody confirmed them',
  inWholeRunAlone('1 s'),
  async () => {
    await using lately = await startReceiver();
    await using formerly = await startReceiver();
    await using erased = await startReceiver();
    await using never = await startReceiver();
    using folder = tempFolder();
    const clock = testClock();
    const old = await startTestServer({ folder: folder.path, clock });
    for (const { url } of [lately, formerly, erased]) listOrigin(old, url);
    await verify(old, formerly.url);
    clock.advance(91 * DAY);
    const gone = await verify(old, erased.url);
    await send(old, `/v1/verifications/${gone.id}`, { method: 'DELETE' });
    await verify(old, lately.url);
    const blocked = await verify(old, never.url);
    const { dataDir } = old.appliance.config;
    await old.stop();
    // As the former schema left it.
    takeCodesAway(dataDir, { keysToo: true });
    const db = openDatabase(`${dataDir}/custos.db`);
    db.exec(
      'DROP TABLE webhook_origins; ALTER TABLE webhook_endpoints DROP COLUMN keep_answers; PRAGMA user_version = 20',
    );
    db.close();

    await using server = await startTestServer({ folder: folder.path, clock });
    expect(await origins(server)).toEqual([[originOf(lately.url), false]]);
    expect(await warnings(server)).toContain('origins_unconfirmed');
    await verify(server, lately.url);
    expect(lately.taken().size).toBe(6);
    for (const { url } of [formerly, never])
      expect(await statesOf(server, (await verify(server, url)).id)).toEqual(['blocked origin_not_listed']);
    expect(await statesOf(server, blocked.id)).toEqual(['blocked origin_not_listed']);

    await sendJson(server, PATH, { origin: originOf(lately.url) });
    expect(await origins(server)).toEqual([[originOf(lately.url), true]]);
    expect(await warnings(server)).not.toContain('origins_unconfirmed');
  },
);
