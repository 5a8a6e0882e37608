import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../server/lib/limits.ts';
import { type Browser, openBrowser, setUpAdmin } from '../support/browser.ts';
import { type TestClock, testClock } from '../support/clock.ts';
import {
  type Asked,
  type Forgery,
  type HostileProvider,
  hmacSign,
  openHostileProvider,
  rsaSign,
} from '../support/directory/hostile.ts';
import { CLIENT_ID, CLIENT_SECRET, comeBack, useProvider } from '../support/directory/provider.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const REFUSED = '/?login_problem=directory_refused';
const AWAY = '/?login_problem=directory_unavailable';
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const nowS = (): number => Math.floor(Date.now() / 1000);

let clock: TestClock;
let server: TestServer;
let provider: HostileProvider;

/** Requests for sessions are limited, so each group of tests has its own appliance. */
function withServer(): void {
  beforeAll(async () => {
    clock = testClock();
    server = await startTestServer({ clock, list: false, start: false });
    provider = await openHostileProvider();
    const admin = await setUpAdmin(server);
    await useProvider(admin, provider, { 'custos-reviewers': 'reviewer' });
  });
  afterAll(async () => {
    await provider.close();
    await server[Symbol.asyncDispose]();
  });
  beforeEach(() => {
    provider.forge({});
    provider.metadata = {};
  });
}

async function begin(browser: Browser): Promise<Asked> {
  const { status, body } = await browser.post('/session/directory', {});
  expect(status).toBe(200);
  return provider.hear(body.url);
}

const good = ({ state }: Asked): string => `?code=a-code&state=${state}`;

const refusals = (): unknown =>
  server.appliance.db.prepare("SELECT count(*) FROM audit WHERE action = 'session.directory_refused'").pluck().get();

/** A refused login leaves no session, no operator, and one entry in the audit log. */
async function expectRefused(browser: Browser, query: string, location = REFUSED): Promise<void> {
  const before = refusals() as number;
  expect(await comeBack(browser, query)).toBe(location);
  expect((await browser.send('/session')).body.operator).toBeNull();
  expect(server.appliance.db.prepare("SELECT count(*) FROM operators WHERE source = 'directory'").pluck().get()).toBe(
    0,
  );
  expect(refusals()).toBe(before + 1);
}

const FORGERIES: [title: string, forgery: () => Forgery][] = [
  ['for another client', () => ({ claims: { aud: 'another-client' } })],
  ['for several clients, without saying which one asked', () => ({ claims: { aud: [CLIENT_ID, 'another-client'] } })],
  ['for several clients, and another one asked', () => ({ claims: { aud: [CLIENT_ID, 'x'], azp: 'x' } })],
  ['for this client, and another one asked', () => ({ claims: { azp: 'another-client' } })],
  ['without an audience', () => ({ claims: { aud: undefined } })],
  ['of another issuer', () => ({ claims: { iss: 'https://localhost:1' } })],
  ['with the nonce of another login', () => ({ claims: { nonce: 'another' } })],
  ['without a nonce', () => ({ claims: { nonce: undefined } })],
  ['without a signature (none)', () => ({ header: { alg: 'none', kid: undefined }, sign: () => Buffer.alloc(0) })],
  [
    'signed by the public key as a secret (HS256)',
    () => ({ header: { alg: 'HS256' }, sign: hmacSign(provider.publicKey) }),
  ],
  ["signed by the client's secret (HS256)", () => ({ header: { alg: 'HS256' }, sign: hmacSign(CLIENT_SECRET) })],
  ['that has expired', () => ({ claims: { exp: nowS() - 60, iat: nowS() - 360 } })],
  ['without an end', () => ({ claims: { exp: undefined } })],
  ['that is not valid yet', () => ({ claims: { nbf: nowS() + 120 } })],
  ["signed by another key under the provider's key id", () => ({ sign: rsaSign(stranger) })],
  ['signed by an unknown key', () => ({ header: { kid: 'unknown' }, sign: rsaSign(stranger) })],
  [
    'that brings its own key',
    () => ({
      header: { kid: undefined, jwk: stranger.export({ format: 'jwk' }) },
      sign: rsaSign(stranger),
    }),
  ],
  ['with a cut signature', () => ({ sign: (signed) => rsaSign(provider.key)(signed).subarray(1) })],
  ['with an extension that must be understood', () => ({ header: { crit: ['x'], x: 1 } })],
  ['without a subject', () => ({ claims: { sub: undefined } })],
  ['with an empty subject', () => ({ claims: { sub: '' } })],
  ['with a number as subject', () => ({ claims: { sub: 7 } })],
];

describe('the appliance refuses an ID token', () => {
  withServer();

  it.each(FORGERIES)('%s', async (_title, forgery) => {
    const browser = openBrowser(server);
    const asked = await begin(browser);
    provider.forge(forgery());
    await expectRefused(browser, good(asked));
  });
});

describe('the appliance refuses an answer', () => {
  withServer();

  it('without an ID token', async () => {
    const browser = openBrowser(server);
    const asked = await begin(browser);
    provider.forge({ answer: { body: { access_token: 'opaque', token_type: 'Bearer' } } });
    await expectRefused(browser, good(asked));
  });

  it('to a code that the provider does not know', async () => {
    const browser = openBrowser(server);
    const asked = await begin(browser);
    provider.forge({ answer: { status: 400, body: { error: 'invalid_grant' } } });
    await expectRefused(browser, good(asked));
  });

  const QUERIES: [title: string, query: (asked: Asked) => string][] = [
    ['with the state of another login', () => '?code=a-code&state=another'],
    ['without a state', () => '?code=a-code'],
    ['without a code', ({ state }) => `?state=${state}`],
    ['that says that the person refused', ({ state }) => `?error=access_denied&state=${state}`],
    ['with an error and a code', ({ state }) => `?error=access_denied&code=a-code&state=${state}`],
    ['with the code twice', ({ state }) => `?code=a-code&code=b-code&state=${state}`],
    ['with the state twice', ({ state }) => `?code=a-code&state=${state}&state=${state}`],
    ['that names another issuer', ({ state }) => `?code=a-code&state=${state}&iss=https%3A%2F%2Flocalhost%3A1`],
    ['with the tokens in the fragment, which no server sees', () => ''],
    ['with an ID token in the address', ({ state }) => `?code=a-code&state=${state}&id_token=x.y.z`],
    [
      'with an access token in the address',
      ({ state }) => `?code=a-code&state=${state}&access_token=x&token=y&response=z`,
    ],
  ];
  it.each(QUERIES)('%s', async (title, query) => {
    const browser = openBrowser(server);
    const asked = await begin(browser);
    const before = provider.forms.length;
    // An access token in the address is not read, so this code is an ordinary one that the provider refuses.
    if (title.includes('access token')) provider.forge({ answer: { status: 400, body: { error: 'invalid_grant' } } });
    await expectRefused(browser, query(asked));
    if (!title.includes('access token')) expect(provider.forms.length, 'the provider is not asked').toBe(before);
  });

  it('that comes in another browser', async () => {
    const asked = await begin(openBrowser(server));
    await expectRefused(openBrowser(server), good(asked));
    const other = openBrowser(server);
    await begin(other);
    await expectRefused(other, good(asked));
  });

  it('that comes twice', async () => {
    const browser = openBrowser(server);
    const asked = await begin(browser);
    const { cookie } = browser;
    provider.forge({ claims: { aud: 'another-client' } });
    await expectRefused(browser, good(asked));
    provider.forge({});
    browser.cookie = cookie;
    await expectRefused(browser, good(asked));
  });

  it('that comes too late', async () => {
    const browser = openBrowser(server);
    const asked = await begin(browser);
    clock.advance(LIMITS.directoryLoginMs);
    await expectRefused(browser, good(asked));
  });
});

describe('the appliance does not use a provider', () => {
  withServer();

  const METADATA: [title: string, metadata: () => HostileProvider['metadata']][] = [
    ['that does not say what it is', () => null],
    ['that calls itself by another issuer', () => ({ issuer: 'https://localhost:1' })],
    ['whose tokens come from another host', () => ({ token_endpoint: 'https://127.0.0.1:1/token' })],
    ['whose keys are on another host', () => ({ jwks_uri: 'https://127.0.0.1:1/keys' })],
    ['whose page for people is on another host', () => ({ authorization_endpoint: 'https://127.0.0.1:1/auth' })],
    [
      'that signs with a shared secret or not at all',
      () => ({ id_token_signing_alg_values_supported: ['HS256', 'none'] }),
    ],
    ['that knows no PKCE with S256', () => ({ code_challenge_methods_supported: ['plain'] })],
  ];
  it.each(METADATA)('%s', async (_title, metadata) => {
    // What was read before would be used for some minutes.
    clock.advance(LIMITS.directoryDiscoveryMs);
    provider.metadata = metadata();
    const { status, body } = await openBrowser(server).post('/session/directory', {});
    expect([status, body.code]).toEqual([503, 'directory_unavailable']);
  });

  it('that refuses this client, and says what to check', async () => {
    const browser = openBrowser(server);
    const asked = await begin(browser);
    provider.forge({ answer: { status: 401, body: { error: 'invalid_client' } } });
    await expectRefused(browser, good(asked), AWAY);
  });

  it.each([500, 502, 302])('that answers with the status %s', async (status) => {
    const browser = openBrowser(server);
    const asked = await begin(browser);
    provider.forge({ answer: { status, body: {} } });
    await expectRefused(browser, good(asked), AWAY);
  });
});

describe('the appliance accepts an answer', () => {
  withServer();

  it('with none of these faults, for a code that it sent with the verifier and the secret', async () => {
    const browser = openBrowser(server);
    const asked = await begin(browser);
    expect(asked).toMatchObject({ code_challenge_method: 'S256', response_type: 'code', client_id: CLIENT_ID });
    expect(await comeBack(browser, good(asked))).toBe('/');
    const form = provider.forms.at(-1);
    expect(form?.get('code_verifier')).toMatch(/^[\w-]{43}$/);
    expect(form?.get('client_secret')).toBe(CLIENT_SECRET);
    expect((await browser.send('/session')).body.operator).toMatchObject({ login: 'grace', role: 'reviewer' });
  });
});
