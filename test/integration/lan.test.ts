import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { request } from 'node:https';
import { type AddressInfo, createConnection, createServer } from 'node:net';
import { join } from 'node:path';
import { type ConnectionOptions, connect } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../server/app.ts';
import type { LanAnswer } from '../../server/contract/lan.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { ADA, OWN_PAGE, openBrowser, setUpAdmin } from '../support/browser.ts';
import { newKey, pemOf, testCertificate } from '../support/certificates.ts';
import { testClock } from '../support/clock.ts';
import { tempFolder } from '../support/folder.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { askOffice, FRONT_DESK, switchOn, takePort } from '../support/office.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../support/server.ts';
import { bearer, send, sendBody, sendJson } from './drive.ts';

const LAN = '/v1/system/lan';
const DAY_MS = 24 * 3600 * 1000;
const LOGIN = { login: ADA.login, password: ADA.password };

const start = (options: TestServerOptions = {}): Promise<TestServer> =>
  startTestServer({ list: false, machine: FRONT_DESK, ...options });
const stateOf = async (server: TestServer): Promise<LanAnswer> => (await send(server, LAN)).body;
const change = (server: TestServer, body: unknown) => sendBody(server, LAN, body, { method: 'PUT' });
const audited = ({ appliance }: TestServer): string[] =>
  appliance.db.prepare("SELECT action FROM audit WHERE action LIKE 'lan.%' ORDER BY seq").pluck().all() as string[];

/** The reason of a refused connection, or the agreed protocol. */
async function agree(port: number, options: ConnectionOptions): Promise<string | null> {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...options });
  try {
    await once(socket, 'secureConnect');
    return `${socket.getProtocol()} ${socket.alpnProtocol}`;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'refused';
  } finally {
    socket.destroy();
  }
}

const isRefused = async (port: number): Promise<boolean> =>
  askOffice(port, '/healthz').then(
    () => false,
    (error) => error.code === 'ECONNREFUSED',
  );

describe('the office network', () => {
  it('is off until it is switched on, makes a certificate then, and is served at once', async () => {
    await using server = await start();
    expect(await stateOf(server)).toEqual({
      object: 'lan',
      on: false,
      address: null,
      port: 8443,
      listening: false,
      problem: null,
      urls: [],
      certificate: null,
      unnamed_addresses: [],
    });
    const { status, body } = await change(server, { on: true, address: '127.0.0.1', port: 0 });
    expect([status, body.on, body.listening, body.problem]).toEqual([200, true, true, null]);
    expect(body.urls).toEqual(
      ['front-desk', 'front-desk.local', '127.0.0.1'].map((name) => `https://${name}:${body.port}`),
    );
    expect(body.certificate).toMatchObject({
      origin: 'made',
      renewed: null,
      names: ['front-desk', 'front-desk.local', '127.0.0.1'],
    });
    const answer = await askOffice(body.port, '/healthz');
    expect([answer.status, answer.fingerprint]).toEqual([200, body.certificate.fingerprint]);
    expect(await stateOf(server)).toEqual(body);
    expect(audited(server)).toEqual(['lan.switched_on']);
  });

  it('is off at once when it is switched off, and keeps its certificate and port', async () => {
    await using server = await start();
    const port = await switchOn(server.appliance.lan);
    const { certificate } = await stateOf(server);
    expect((await change(server, { on: false })).body).toMatchObject({ on: false, listening: false, port });
    expect(await isRefused(port)).toBe(true);
    const again = await change(server, { on: true });
    expect(again.body).toMatchObject({ listening: true, port, certificate });
    expect((await askOffice(port, '/healthz')).status).toBe(200);
    expect(audited(server)).toEqual(['lan.switched_on', 'lan.switched_off', 'lan.switched_on']);
  });

  it('answers the request by which another machine switches it off', async () => {
    await using server = await start();
    const port = await switchOn(server.appliance.lan);
    const headers = bearer(server.key);
    const off = await askOffice(port, LAN, { method: 'PUT', headers, body: { on: false } });
    expect([off.status, off.body.on]).toEqual([200, false]);
    expect(await isRefused(port)).toBe(true);
  });

  it('cuts what never ends when the appliance stops', async () => {
    await using server = await start();
    const port = await switchOn(server.appliance.lan);
    const headers = { ...bearer(server.key), accept: 'text/event-stream' };
    const sent = request({ host: '127.0.0.1', port, path: '/v1/events/stream', headers, rejectUnauthorized: false });
    const [answer] = await once(sent.end(), 'response');
    expect(answer.statusCode).toBe(200);
    const ended = new Promise((resolve) =>
      answer
        .on('error', () => {})
        .once('close', resolve)
        .resume(),
    );
    await server.appliance.lan.stop(0);
    await ended;
    expect(await isRefused(port)).toBe(true);
  });

  it('moves to another port, and stays where it was if that one is taken', async () => {
    await using server = await start();
    await using taken = await takePort();
    const former = await switchOn(server.appliance.lan);
    const { status, body } = await change(server, { on: true, port: taken.port });
    expect([status, body.code, body.errors[0].field]).toEqual([409, 'state_conflict', 'port']);
    expect(body.detail).toMatch(/another program uses port \d+\. Choose another port\./);
    expect(await stateOf(server)).toMatchObject({ on: true, port: former, listening: true, problem: null });
    expect((await askOffice(former, '/healthz')).status).toBe(200);
    const moved = (await change(server, { on: true, port: 0 })).body;
    expect(moved.port).not.toBe(former);
    expect((await askOffice(moved.port, '/healthz')).status).toBe(200);
    expect(await isRefused(former)).toBe(true);
    expect(audited(server)).toEqual(['lan.switched_on', 'lan.moved']);
  });

  it('keeps nothing of a switch that failed', async () => {
    await using server = await start();
    await using taken = await takePort();
    const before = await stateOf(server);
    const own = Number(new URL(server.baseUrl).port);
    for (const [place, field] of [
      [{ address: '127.0.0.1', port: taken.port }, 'port'],
      [{ port: own }, 'port'],
      [{ address: '203.0.113.7', port: 0 }, 'address'],
    ] as const) {
      const { status, body } = await change(server, { on: true, ...place });
      expect([status, body.errors[0].field]).toEqual([409, field]);
    }
    expect(await stateOf(server)).toEqual(before);
    expect(audited(server)).toEqual([]);
    expect(server.appliance.keys.db.prepare("SELECT count(*) FROM meta WHERE name = 'lan'").pluck().get()).toBe(0);
  });

  it.each([
    [{}, 'on'],
    [{ on: 'yes' }, 'on'],
    [{ on: true, port: 65_536 }, 'port'],
    [{ on: true, port: 1.5 }, 'port'],
    [{ on: true, port: '8443' }, 'port'],
    [{ on: true, address: 'front-desk' }, 'address'],
    [{ on: true, address: '' }, 'address'],
  ])('names the field of %j', async (body, field) => {
    await using server = await start();
    const answer = await change(server, body);
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
  });

  it('notes nothing where it is switched to what it is, while the appliance runs or not', async () => {
    await using server = await start();
    const { lan } = server.appliance;
    await switchOn(lan);
    await lan.change({ on: true }, 'cli');
    await lan.stop(0);
    expect(await lan.change({ on: true }, 'cli')).toMatchObject({ on: true, listening: false });
    expect(audited(server)).toEqual(['lan.switched_on']);
  });

  it('is for administrators with live data', async () => {
    await using server = await start();
    const [reader, tester] = [server.makeKey({ scopes: ['kyc:read'] }), server.makeKey({ livemode: false })];
    for (const key of [reader, tester]) {
      expect((await send(server, LAN, { headers: bearer(key) })).status).toBe(403);
      expect((await sendBody(server, LAN, { on: true }, { method: 'PUT', key })).status).toBe(403);
      expect((await sendJson(server, `${LAN}/certificate`, { kind: 'make' }, key)).status).toBe(403);
    }
    expect(audited(server)).toEqual([]);
  });
});

describe('where the service may speak to its own machine alone', () => {
  const machine = { ...FRONT_DESK, addresses: () => [], isReachable: () => false };

  it('refuses to serve other machines, names the remedy, and changes nothing', async () => {
    await using server = await start({ machine });
    for (const address of [null, '192.168.1.10', '::']) {
      const { status, body } = await change(server, { on: true, address, port: 0 });
      expect([status, body.code, body.errors[0].field]).toEqual([409, 'state_conflict', 'address']);
      expect(body.detail).toContain('custos service install --network local');
    }
    expect([audited(server), (await stateOf(server)).on]).toEqual([[], false]);
    expect((await change(server, { on: true, address: '127.0.0.1', port: 0 })).status).toBe(200);
  });

  it('warns where it was on before', async () => {
    using folder = tempFolder();
    const first = await start({ folder: folder.path });
    await first.appliance.lan.change({ on: true, address: null, port: 0 }, 'cli');
    await first.stop();
    await using second = await start({ folder: folder.path, machine });
    expect(await stateOf(second)).toMatchObject({ on: true, listening: false });
    expect(second.appliance.lan.warnings()).toMatchObject([
      { code: 'lan_failed', message: expect.stringContaining('custos service install --network local') },
    ]);
  });
});

describe('its listener', () => {
  it('speaks TLS 1.2 and 1.3 with good ciphers and HTTP/1.1, and nothing older', async () => {
    await using server = await start();
    const port = await switchOn(server.appliance.lan);
    expect(await agree(port, { ALPNProtocols: ['http/1.1'] })).toBe('TLSv1.3 http/1.1');
    expect(await agree(port, { maxVersion: 'TLSv1.2', ALPNProtocols: ['http/1.1'] })).toBe('TLSv1.2 http/1.1');
    const old = { ciphers: 'ALL:@SECLEVEL=0', minVersion: 'TLSv1', maxVersion: 'TLSv1.1' } as const;
    expect(await agree(port, old)).toMatch(/^ERR_SSL_.*(?:VERSION|PROTOCOL)/);
    for (const ciphers of ['ECDHE-ECDSA-AES128-SHA', 'AES128-SHA', 'ECDHE-ECDSA-AES256-SHA384']) {
      expect(await agree(port, { ciphers: `${ciphers}:@SECLEVEL=0`, maxVersion: 'TLSv1.2' })).toMatch(/^ERR_SSL_/);
    }
    expect(await agree(port, { ALPNProtocols: ['h2'] })).toMatch(/^ERR_SSL_/);
  });

  it('answers no plain HTTP, and goes on', async () => {
    await using server = await start();
    const port = await switchOn(server.appliance.lan);
    const socket = createConnection(port, '127.0.0.1');
    socket.end('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('error', () => {});
    await once(socket, 'close');
    expect(text).not.toContain('HTTP/1.1 200');
    expect(text).not.toContain('ok');
    expect((await askOffice(port, '/healthz')).status).toBe(200);
  });

  it('answers to the names of its certificate and to those allowed besides, and to no others', async () => {
    await using server = await start({ config: { allowedHosts: ['custos.example.org'] } });
    const port = await switchOn(server.appliance.lan);
    const statusFor = async (host: string) => (await askOffice(port, '/healthz', { headers: { host } })).status;
    for (const host of ['front-desk', 'FRONT-DESK.local.', `front-desk:${port}`, '127.0.0.1', 'custos.example.org'])
      expect([host, await statusFor(host)]).toEqual([host, 200]);
    for (const host of ['localhost', '[::1]', '10.0.0.7', 'rebound.example', 'a.front-desk', '*'])
      expect([host, await statusFor(host)]).toEqual([host, 421]);
    await server.appliance.lan.make(['Custos.Office.Example', '10.0.0.7'], 'cli');
    expect(await statusFor('custos.office.example')).toBe(200);
    expect(await statusFor('10.0.0.7')).toBe(200);
    const here = await fetch(`${server.baseUrl}/healthz`);
    expect(here.status).toBe(200);
  });

  it('names none of its names on the listener of this machine', async () => {
    await using server = await start();
    await switchOn(server.appliance.lan);
    const socket = createConnection(Number(new URL(server.baseUrl).port), '127.0.0.1');
    socket.write('GET /healthz HTTP/1.1\r\nHost: front-desk\r\nConnection: close\r\n\r\n');
    const [first] = await once(socket, 'data');
    expect(String(first)).toMatch(/^HTTP\/1\.1 421 /);
    socket.destroy();
  });
});

describe('from another machine', () => {
  it('operators log in and work, by a cookie that TLS alone carries', async () => {
    await using server = await start();
    await setUpAdmin(server);
    const port = await switchOn(server.appliance.lan);
    const login = await askOffice(port, '/session', { method: 'POST', body: LOGIN });
    expect([login.status, login.body.operator.login]).toEqual([200, ADA.login]);
    const [set = ''] = login.headers['set-cookie'] ?? [];
    expect(set).toMatch(/^__Host-custos_session=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    expect(login.headers['strict-transport-security'], 'browsers would no longer let anybody in').toBeUndefined();
    const cookie = set.split(';')[0] ?? '';
    const queue = await askOffice(port, '/v1/verifications', { headers: { cookie } });
    expect(queue.status).toBe(200);
    const own = { origin: `https://127.0.0.1:${port}`, cookie };
    const without = { 'sec-fetch-site': '' };
    expect((await askOffice(port, '/v1/verifications', { headers: { ...own, ...without } })).status).toBe(403);
    // A browser that sends no Sec-Fetch-Site: the scheme of its page's origin counts.
    const byOrigin = (origin: string) => statusWithout(port, { cookie, origin });
    expect(await byOrigin(`https://127.0.0.1:${port}`)).toBe(200);
    expect(await byOrigin(`http://127.0.0.1:${port}`)).toBe(403);
    const elsewhere = { cookie, 'sec-fetch-site': 'cross-site' };
    const refused = await askOffice(port, '/v1/verifications', { headers: elsewhere });
    expect([refused.status, refused.body.code]).toEqual([403, 'cross_site_request']);
  });

  it('operators need no window of the desktop app, as they do on this machine where it runs', async () => {
    await using server = await start();
    await setUpAdmin(server);
    const { app } = createApp(server.appliance, 'w'.repeat(64));
    await server.appliance.lan.start(app, Number(new URL(server.baseUrl).port));
    const port = await switchOn(server.appliance.lan);
    const login = await askOffice(port, '/session', { method: 'POST', body: LOGIN });
    expect(login.status).toBe(200);
    const cookie = login.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    expect((await askOffice(port, '/v1/verifications', { headers: { cookie } })).status).toBe(200);
    // The same appliance, called from this machine.
    const here = createHttpServer(app);
    await once(here.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(here.address() as AddressInfo).port}/v1/verifications`;
    const refused = await fetch(url, { headers: { ...OWN_PAGE, cookie } });
    expect([refused.status, (await refused.json()).code]).toEqual([403, 'window_required']);
    here.closeAllConnections();
    here.close();
  });

  it('no cookie counts that plain HTTP could have set', async () => {
    await using server = await start();
    const admin = await setUpAdmin(server);
    const port = await switchOn(server.appliance.lan);
    const token = admin.cookie?.split('=')[1];
    expect(
      (await askOffice(port, '/v1/verifications', { headers: { cookie: `custos_session=${token}` } })).status,
    ).toBe(401);
    const named = { cookie: `__Host-custos_session=${token}` };
    expect((await askOffice(port, '/v1/verifications', { headers: named })).status).toBe(200);
  });

  it('the first administrator is not made, whatever the code', async () => {
    await using server = await start();
    const port = await switchOn(server.appliance.lan);
    const code = server.appliance.openSetup();
    const { status, body } = await askOffice(port, '/session/setup', { method: 'POST', body: { ...ADA, code } });
    expect([status, body.code]).toEqual([403, 'forbidden']);
    expect(body.detail).toMatch(/on the appliance's own machine.*custos operators create/);
    expect((await openBrowser(server).post('/session/setup', { ...ADA, code })).status).toBe(200);
  });

  it('the state of the machine and its numbers need a key or a session, as they do not on this machine', async () => {
    await using server = await start();
    const port = await switchOn(server.appliance.lan);
    const reader = bearer(server.makeKey({ scopes: ['kyc:read'] }));
    for (const path of ['/readyz', '/metrics']) {
      expect([path, (await askOffice(port, path)).status]).toEqual([path, 401]);
      expect([path, (await send(server, path, { headers: { authorization: '' } })).status]).toEqual([path, 200]);
      expect([path, (await askOffice(port, path, { headers: bearer(server.key) })).status]).toEqual([path, 200]);
    }
    expect((await askOffice(port, '/readyz', { headers: reader })).status).toBe(200);
    expect((await askOffice(port, '/metrics', { headers: reader })).status).toBe(403);
    expect((await askOffice(port, '/healthz')).status).toBe(200);
  });

  it('failed logins are counted by the address that they came from', inWholeRunAlone('1 s'), async () => {
    await using server = await start({ clock: testClock() });
    await setUpAdmin(server);
    const lan = server.appliance.lan;
    // Listens on every address of the machine, so an IPv4 address arrives mapped into IPv6.
    const { port } = await lan.change({ on: true, address: null, port: 0 }, 'cli');
    const fail = (from: string, login: string) => askFrom(from, port, { login, password: 'not the password' });
    for (let i = 0; i < LIMITS.loginFailuresOfAddress; i++) expect(await fail('127.0.0.2', `nobody${i}`)).toBe(401);
    expect(await fail('127.0.0.2', 'somebody')).toBe(429);
    expect(await fail('127.0.0.3', 'somebody')).toBe(401);
  });
});

/** The status for a browser older than Sec-Fetch-Site. */
async function statusWithout(port: number, headers: Record<string, string>): Promise<number> {
  const path = '/v1/verifications';
  const sent = request({ host: '127.0.0.1', port, path, headers, rejectUnauthorized: false, agent: false });
  const [answer] = await once(sent.end(), 'response');
  answer.resume();
  return answer.statusCode;
}

/** A login from one of the machine's own addresses. */
async function askFrom(localAddress: string, port: number, body: unknown): Promise<number> {
  const sent = request({
    host: '127.0.0.1',
    localAddress,
    port,
    path: '/session',
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    rejectUnauthorized: false,
    agent: false,
  });
  sent.end(JSON.stringify(body));
  const [answer] = await once(sent, 'response');
  answer.resume();
  return answer.statusCode;
}

describe('its certificate', () => {
  it('is remade with more names and another key, and takes effect immediately', async () => {
    await using server = await start();
    const port = await switchOn(server.appliance.lan);
    const former = (await stateOf(server)).certificate;
    const names = ['Custos.Example.Org', '10.0.0.7'];
    const { status, body } = await sendJson(server, `${LAN}/certificate`, { kind: 'make', names });
    expect(status).toBe(200);
    expect(body.certificate.names).toEqual([
      'custos.example.org',
      '10.0.0.7',
      'front-desk',
      'front-desk.local',
      '127.0.0.1',
    ]);
    expect(body.certificate.fingerprint).not.toBe(former?.fingerprint);
    expect((await askOffice(port, '/healthz')).fingerprint).toBe(body.certificate.fingerprint);
    // 10.0.0.7 is not an address of this machine.
    expect(body.urls).not.toContain(`https://10.0.0.7:${port}`);
    const wrong = await sendJson(server, `${LAN}/certificate`, { kind: 'make', names: ['good', 'not good'] });
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'names[1]']);
    expect((await stateOf(server)).certificate).toEqual(body.certificate);
  });

  it('is imported, in force at once, and refused with nothing changed', async () => {
    // Clients use the machine's own clock.
    const clock = systemClock;
    await using server = await start({ clock });
    const port = await switchOn(server.appliance.lan);
    const root = await testCertificate(clock.now(), { subject: 'CN=Office Root', ca: true, names: null });
    const own = await testCertificate(clock.now(), { issuer: root, names: ['127.0.0.1', '*.example.org'] });
    const imported = {
      kind: 'import',
      certificate: own.cert + root.cert,
      private_key: pemOf(own.key, 'heron'),
      passphrase: 'heron',
    };
    const { status, body } = await sendJson(server, `${LAN}/certificate`, imported);
    expect(status).toBe(200);
    expect(body.certificate).toMatchObject({
      origin: 'imported',
      issuer: 'CN=Office Root',
      renews_at: null,
      names: ['127.0.0.1', '*.example.org'],
    });
    expect(body.urls).toEqual([`https://127.0.0.1:${port}`]);
    const trusted = connect({ host: '127.0.0.1', port, ca: root.cert });
    await once(trusted, 'secureConnect');
    trusted.destroy();
    expect((await askOffice(port, '/healthz', { headers: { host: 'any.example.org' } })).status).toBe(200);
    const other = { ...imported, private_key: pemOf(newKey()) };
    const refused = await sendJson(server, `${LAN}/certificate`, other);
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'private_key']);
    expect((await stateOf(server)).certificate).toEqual(body.certificate);
    expect(audited(server)).toEqual(['lan.switched_on', 'lan.certificate_imported']);
    expect(server.logged.join('\n')).not.toContain(own.cert.split('\n')[1]);
  });

  it(
    'causes a warning before it expires, is renewed automatically with the same key, and the notice disappears after a while',
    inWholeRunAlone('1 s'),
    async () => {
      const clock = testClock();
      await using server = await start({ clock });
      const { lan } = server.appliance;
      const port = await switchOn(lan);
      const former = await stateOf(server);
      const codes = () => lan.warnings().map(({ code }) => code);
      const keyOf = () => publicKeyAt(port);
      const formerKey = await keyOf();
      expect(former.certificate?.renews_at).toBe(
        new Date(Date.parse(former.certificate?.not_after ?? '') - LIMITS.lanRenewMs).toISOString(),
      );
      clock.advance(LIMITS.lanCertificateMs - LIMITS.lanWarnMs - DAY_MS - 1);
      expect(codes()).toEqual([]);
      clock.advance(1);
      expect(codes()).toEqual(['lan_certificate_ending']);
      const ready = await (await fetch(`${server.baseUrl}/readyz`)).json();
      expect(ready.warnings.join()).toMatch(
        /The office network certificate expires on \d{4}-\d\d-\d\d\. Create a new one/,
      );
      const { warnings } = (await send(server, '/v1/system')).body;
      expect(warnings).toContainEqual(
        expect.objectContaining({ code: 'lan_certificate_ending', at: former.certificate?.not_after }),
      );
      clock.advance(LIMITS.lanWarnMs - LIMITS.lanRenewMs);
      await lan.tick();
      const renewed = (await stateOf(server)).certificate;
      expect(renewed).toMatchObject({
        origin: 'made',
        names: former.certificate?.names,
        renewed: { at: new Date(clock.now()).toISOString(), former_fingerprint: former.certificate?.fingerprint },
      });
      expect((await askOffice(port, '/healthz')).fingerprint).toBe(renewed?.fingerprint);
      expect(renewed?.fingerprint).not.toBe(former.certificate?.fingerprint);
      expect(await keyOf()).toBe(formerKey);
      expect(codes()).toEqual(['lan_certificate_renewed']);
      expect(audited(server)).toEqual(['lan.switched_on', 'lan.certificate_renewed']);
      clock.advance(LIMITS.lanRenewedToldMs + 1);
      expect(codes()).toEqual([]);
      await lan.tick();
      expect((await stateOf(server)).certificate).toEqual(renewed);
    },
  );

  it('is remade if the clock was ahead when it was made', async () => {
    const clock = testClock();
    await using server = await start({ clock });
    const { lan } = server.appliance;
    clock.advance(3 * 365 * DAY_MS);
    await switchOn(lan);
    clock.advance(-3 * 365 * DAY_MS);
    await lan.tick();
    const { certificate } = await stateOf(server);
    expect(Date.parse(certificate?.not_before ?? '')).toBe(clock.now() - DAY_MS);
    await lan.tick();
    expect((await stateOf(server)).certificate).toEqual(certificate);
  });

  it('that was imported is never renewed automatically; a warning announces its expiry', async () => {
    const clock = testClock();
    await using server = await start({ clock });
    const { lan } = server.appliance;
    await switchOn(lan);
    const own = await testCertificate(clock.now());
    await lan.import({ certificate: own.cert, privateKey: pemOf(own.key) }, 'cli');
    expect(lan.warnings()).toMatchObject([
      { code: 'lan_certificate_ending', message: expect.stringContaining('Import a new one before that day') },
    ]);
    clock.advance(DAY_MS);
    await lan.tick();
    expect(lan.warnings()).toMatchObject([{ code: 'lan_certificate_ended' }]);
    await lan.change({ on: false }, 'cli');
    expect(lan.warnings()).toEqual([]);
  });
});

describe('what is kept', () => {
  it('is served after a restart with the same certificate, and the key is in no file in plain', async () => {
    using folder = tempFolder();
    const first = await start({ folder: folder.path });
    const port = await switchOn(first.appliance.lan);
    const own = await testCertificate(Date.parse((await stateOf(first)).certificate?.not_before ?? '') + DAY_MS, {
      names: ['127.0.0.1'],
    });
    const imported = { kind: 'import', certificate: own.cert, private_key: pemOf(own.key) };
    const { certificate } = (await sendJson(first, `${LAN}/certificate`, imported)).body;
    const secrets = secretsOf(own.key);
    // Includes the databases' write-ahead logs: checked while the appliance runs, and after it has stopped.
    expect(filesWith(folder.path, secrets)).toEqual([]);
    await first.stop();
    expect(filesWith(folder.path, secrets)).toEqual([]);
    expect(
      filesWith(folder.path, [Buffer.from('lan.certificate_imported')]),
      'the search finds what is there',
    ).not.toEqual([]);
    await using second = await start({ folder: folder.path });
    expect(await stateOf(second)).toMatchObject({ on: true, listening: true, port, certificate });
    expect((await askOffice(port, '/healthz')).fingerprint).toBe(certificate.fingerprint);
  });

  it(
    'does not stop a start where it cannot be served: that is warned of, and tried again',
    inWholeRunAlone('1 s'),
    async () => {
      using folder = tempFolder();
      const first = await start({ folder: folder.path });
      const port = await switchOn(first.appliance.lan);
      await first.stop();
      const other = createServer();
      await once(other.listen(port, '127.0.0.1'), 'listening');
      await using second = await start({ folder: folder.path });
      const failed = await stateOf(second);
      expect(failed).toMatchObject({
        on: true,
        listening: false,
        problem: expect.stringContaining(`another program uses port ${port}`),
      });
      const ready = await (await fetch(`${second.baseUrl}/readyz`)).json();
      expect([ready.status, ready.warnings.join()]).toEqual([
        'ready',
        expect.stringContaining('The office network is not running'),
      ]);
      const { warnings } = (await send(second, '/v1/system')).body;
      expect(warnings).toContainEqual(expect.objectContaining({ code: 'lan_failed' }));
      const made = await sendJson(second, `${LAN}/certificate`, { kind: 'make' });
      expect([made.status, made.body.listening]).toEqual([200, false]);
      other.close();
      await once(other, 'close');
      await second.appliance.lan.tick();
      expect(await stateOf(second)).toMatchObject({ listening: true, problem: null });
      expect((await askOffice(port, '/healthz')).fingerprint).toBe(made.body.certificate.fingerprint);
    },
  );
});

/** The public key of the served certificate. */
async function publicKeyAt(port: number): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const key = socket.getPeerX509Certificate()?.publicKey.export({ format: 'der', type: 'spki' });
  socket.destroy();
  return key?.toString('hex') ?? '';
}

/** The forms that a private key can have in a file. */
function secretsOf(key: ReturnType<typeof newKey>): Buffer[] {
  const scalar = Buffer.from(key.export({ format: 'jwk' }).d ?? '', 'base64url');
  const [, line = ''] = pemOf(key).split('\n');
  return [
    scalar,
    Buffer.from(scalar.toString('hex')),
    Buffer.from(scalar.toString('base64')),
    Buffer.from(line.slice(0, 40)),
  ];
}

function filesWith(folder: string, wanted: readonly Buffer[]): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(folder, name);
    if (!statSync(path).isFile()) return false;
    const content = readFileSync(path);
    return wanted.some((bytes) => content.includes(bytes));
  });
}
