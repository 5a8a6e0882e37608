import { beforeAll, describe, expect, it } from 'vitest';
import { capturePageRoutes } from '../../server/contract/capture-page.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { createSession, Device, switchCaptureOn, tokenOf } from '../support/capture.ts';
import { pemOf, testCertificate } from '../support/certificates.ts';
import { askOffice, FRONT_DESK, switchOn, takePort } from '../support/office.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const PATH = '/v1/system/capture';

const put = (server: TestServer, body: object) =>
  server.fetch(PATH, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

const stateOf = async (server: TestServer) => (await server.fetch(PATH)).json() as Promise<Record<string, unknown>>;

describe('the capture listener', () => {
  it('is off by default, and listens on this machine alone once it is on', async () => {
    await using server = await startTestServer({ machine: FRONT_DESK, list: false });
    expect(await stateOf(server)).toMatchObject({ on: false, listening: false, kiosk_urls: [], phones: false });
    const on = (await (await put(server, { on: true, port: 0 })).json()) as { port: number };
    expect(on).toMatchObject({ listening: true, kiosk_urls: [`http://localhost:${on.port}/kiosk`] });
    expect((await fetch(`http://127.0.0.1:${on.port}/c/session`)).status).toBe(401);
    expect((await put(server, { on: false })).status).toBe(200);
    await expect(fetch(`http://127.0.0.1:${on.port}/c/session`)).rejects.toThrow('fetch failed');
    const acts = server.appliance.db
      .prepare("SELECT action FROM audit WHERE action LIKE 'capture.%' ORDER BY seq")
      .pluck()
      .all();
    expect(acts).toEqual(['capture.switched_on', 'capture.switched_off']);
  });

  it('stays as it was if a port is taken, or if the office network is off', async () => {
    await using server = await startTestServer({ machine: FRONT_DESK, list: false });
    await using taken = await takePort();
    expect((await put(server, { on: true, port: taken.port })).status).toBe(409);
    expect(await stateOf(server)).toMatchObject({ on: false, problem: null });
    const base = await switchCaptureOn(server);
    expect((await put(server, { on: true, port: taken.port })).status).toBe(409);
    expect((await put(server, { on: true, office: true })).status).toBe(409);
    expect((await fetch(`${base}/c/session`)).status).toBe(401);
    await switchOn(server.appliance.lan);
    expect((await put(server, { on: true, office: true, office_port: taken.port })).status).toBe(409);
    expect(await stateOf(server)).toMatchObject({ on: true, listening: true, office: false, problem: null });
    expect((await fetch(`${base}/c/session`)).status).toBe(401);
  });

  it('serves the office with its certificate; links work there only with an imported one', async () => {
    await using server = await startTestServer({ machine: FRONT_DESK, list: false });
    const { lan } = server.appliance;
    await switchOn(lan);
    await switchCaptureOn(server);
    const { office_port: port } = (await (await put(server, { on: true, office: true, office_port: 0 })).json()) as {
      office_port: number;
    };
    expect(await stateOf(server)).toMatchObject({ office_listening: true, phones: false });
    expect((await askOffice(port, '/c/session')).fingerprint).toBe(lan.state().certificate?.fingerprint);
    expect((await askOffice(port, '/v1/verifications')).status).toBe(404);
    const made = await createSession(server);
    const { kiosk_urls } = await stateOf(server);
    expect(kiosk_urls).toContain(`https://front-desk:${port}/kiosk`);
    expect(made).toMatchObject({ link_reach: 'machine', kiosk_urls });
    const token = { token: tokenOf(made) };
    expect((await askOffice(port, '/c/claim', { method: 'POST', body: token })).body.code).toBe('forbidden');
    const pairing = { pairing_code: made.pairing_code };
    const claimed = await askOffice(port, '/c/claim', { method: 'POST', body: pairing });
    expect(claimed).toMatchObject({ status: 200, body: { state: 'claimed', confirmed: true } });
    const { cert, key } = await testCertificate(Date.now(), { names: ['front-desk', '127.0.0.1'] });
    await lan.import({ certificate: cert, privateKey: pemOf(key) }, 'cli');
    expect(await stateOf(server)).toMatchObject({ phones: true });
    const fingerprint = lan.state().certificate?.fingerprint;
    expect((await askOffice(port, '/c/session')).fingerprint).toBe(fingerprint);
    const trusted = await createSession(server);
    expect(trusted).toMatchObject({ link_reach: 'any_device', link: expect.stringMatching(/^https:\/\/.+\/c\/#/) });
    const answer = await askOffice(port, '/c/claim', { method: 'POST', body: { token: tokenOf(trusted) } });
    expect(answer).toMatchObject({ status: 200, body: { state: 'claimed', confirmed: false } });
    expect((await server.fetch(`/v1/capture-sessions/${trusted.id}`).then((it) => it.json())) as object).toMatchObject({
      device: { kind: 'link', network: 'office' },
    });
    await lan.change({ on: false }, 'cli');
    expect(await stateOf(server)).toMatchObject({ on: true, office: true, office_listening: false });
    await expect(askOffice(port, '/c/session')).rejects.toThrow('ECONNREFUSED');
  });
});

describe('each route of the page', () => {
  let server: TestServer;
  let base: string;
  beforeAll(async () => {
    server = await startTestServer({ list: false });
    base = await switchCaptureOn(server);
    return () => server[Symbol.asyncDispose]();
  });

  it.each(Object.values(capturePageRoutes).map(({ at }) => at))('%s', async (at) => {
    const [method = '', template = ''] = at.split(' ');
    const path = template.replace('{step}', 'document_1');
    const type = path.startsWith('/c/p') ? 'image/jpeg' : 'application/json';
    const ask = (headers: Record<string, string>, device = new Device(base)) =>
      device.ask(method, path, {
        headers: { 'content-type': type, ...headers },
        ...(method === 'POST' && { body: '{}' }),
      });
    // With the key of an administrator and no cookie.
    const keyed = await ask({ authorization: `Bearer ${server.key}` });
    expect(keyed.body.code, at).toBe(path === '/c/claim' ? 'invalid_request' : 'unauthorized');
    if (method === 'POST') expect((await ask({ 'sec-fetch-site': 'cross-site' })).body.code).toBe('cross_site_request');
    const foreign = await fetch(`${base}${path}`, { method: 'DELETE' });
    expect([405, 404]).toContain(foreign.status);
    // The console's listener does not know it.
    const elsewhere = await fetch(`${server.baseUrl}${path}`, { method });
    expect(elsewhere.status).toBe(404);
  });

  it('has the limits of its row', async () => {
    const device = new Device(base);
    await device.reachCapturing(await createSession(server, { liveness: 'off' }));
    const large = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(LIMITS.capturePreviewBytesMax)]);
    expect((await device.picture('/c/preview/document_1', large)).body.code).toBe('file_too_large');
    expect((await device.picture('/c/picture/document_1', Buffer.from('no picture'))).body.code).toBe(
      'unsupported_file_type',
    );
    expect(await device.document()).toMatchObject({ status: 200 });
  });
});
