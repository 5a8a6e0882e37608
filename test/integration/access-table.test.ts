import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listKeys, revokeKey, rotateKey } from '../../server/access/keys.ts';
import { CONSOLE_PATHS } from '../../server/api/console.ts';
import { createApp } from '../../server/app.ts';
import { makeOpenApi } from '../../server/contract/openapi.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { ROLE_SCOPES, ROLES, type Role } from '../../server/vocabulary/roles.ts';
import { SCOPES, type Scope } from '../../server/vocabulary/scopes.ts';
import { ACCESS, type Access } from '../support/access-table.ts';
import { type Browser, logInAs, OWN_PAGE, openBrowser, setUpAdmin } from '../support/browser.ts';
import { testClock } from '../support/clock.ts';
import {
  CALLBACK,
  logInByProvider,
  openProvider,
  type TestProvider,
  useProvider,
} from '../support/directory/provider.ts';
import { isWholeRun, sampleOf } from '../support/long.ts';
import { askOffice, FRONT_DESK, switchOn } from '../support/office.ts';
import { seededRandom, testSeed } from '../support/random.ts';
import { routesOf } from '../support/routes.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { bearer, holdings, NOTHING } from './drive.ts';

type Scoped = Extract<Access, { by: 'scope' }>;
/** Files of the console and of the documentation; they are the same for all callers. */
const PAGES_FOR_PEOPLE = [
  '/docs',
  '/problems/:code',
  '/console/:file',
  '/manual',
  '/manual/*page',
  ...CONSOLE_PATHS,
].map((path) => `GET ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
/** An id that does not exist: the caller is checked first. */
const NOWHERE = 'ver_01h455vb4pex5vsknk084sn02q';

const ENTRIES = Object.entries(ACCESS);
const SCOPED = ENTRIES.filter((entry): entry is [string, Scoped] => entry[1].by === 'scope');
const may = ({ scopes, also }: Scoped, own: readonly Scope[]): boolean =>
  scopes.some((scope) => own.includes(scope)) && (also === null || own.includes(also));

/** The share of callers in a run that does not use all. */
const ASKERS_SHARE = 0.25;

type Verdict = 'let through' | number;
interface Case {
  name: string;
  headers: Record<string, string>;
  expected: Verdict;
  /** How the path is written; unchanged by default. */
  spelt?: (path: string) => string;
}

const seed = testSeed();
const random = seededRandom(seed);
let server: TestServer;
let browsers: Map<Role, Browser>;
/** Operators of the site's directory, with the role of their group. */
let ofDirectory: Map<Role, Browser>;
let provider: TestProvider;
/** An operator who has not changed the one-time password yet, and one with ended sessions. */
let unready: Browser;
let ended: Browser;
const clock = testClock();
const keys = { revoked: '', expired: '', turned: '', turnedLong: '', test: '', turnedTest: '' };
const single = new Map<Scope, string>();

beforeAll(async () => {
  console.info(`Who asks for which route: CUSTOS_TEST_SEED=${seed}`);
  const config = { requestsPerMinute: 1e6, createsPerMinute: 1e6, screeningsPerMinute: 1e6 };
  server = await startTestServer({ config, clock, machine: FRONT_DESK, list: false, start: false });
  const { access } = server.appliance;
  const idOf = (label: string): string => listKeys(access).find((key) => key.label === label)?.id ?? '';
  keys.turnedLong = server.makeKey({ label: 'turned long' });
  rotateKey(access, idOf('turned long'), 'test');
  clock.advance(LIMITS.keyRotationOverlapMs);
  keys.turned = server.makeKey({ label: 'turned' });
  rotateKey(access, idOf('turned'), 'test');
  keys.revoked = server.makeKey({ label: 'revoked' });
  revokeKey(access, idOf('revoked'), 'test');
  keys.expired = server.makeKey({ expiresAtMs: clock.now() });
  keys.test = server.makeKey({ livemode: false });
  for (const scope of SCOPES) single.set(scope, server.makeKey({ scopes: [scope] }));
  const admin = await setUpAdmin(server);
  browsers = new Map();
  for (const role of ROLES) browsers.set(role, await logInAs(server, admin, role));
  provider = await openProvider([`${server.baseUrl}${CALLBACK}`]);
  await useProvider(admin, provider, Object.fromEntries(ROLES.map((role) => [`group of ${role}s`, role])));
  ofDirectory = new Map();
  for (const role of ROLES) {
    provider.people.set(role, { login: role, name: 'Somebody', groups: [`group of ${role}s`] });
    const browser = openBrowser(server);
    expect(await logInByProvider(browser, provider, role)).toBe('/');
    ofDirectory.set(role, browser);
  }
  const gone = await logInAs(server, admin, 'administrator', 'gone');
  await admin.post(`/v1/operators/${gone.id}/end-sessions`);
  ended = gone;
  const made = await admin.post('/v1/operators', { login: 'fresh', name: 'Fresh', role: 'administrator' });
  unready = openBrowser(server);
  await unready.post('/session', { login: 'fresh', password: made.body.one_time_password });
});
afterAll(async () => {
  expect(await holdings(server)).toEqual(NOTHING);
  await provider.close();
  await server[Symbol.asyncDispose]();
});

const cookieOf = (browser: Browser | undefined): Record<string, string> => ({
  ...OWN_PAGE,
  cookie: browser?.cookie ?? '',
});
const TEST_MODE = { 'custos-mode': 'test' };

/** All possible callers of a route that needs a scope, and the expected answer to each. */
function askers(access: Scoped): Case[] {
  const judge = (own: readonly Scope[], live: boolean): Verdict =>
    may(access, own) && (live || !access.live) ? 'let through' : 403;
  const of401: [string, Record<string, string>][] = [
    ['nobody', {}],
    ['an empty header', { authorization: '' }],
    ['a scheme without a secret', { authorization: 'Bearer' }],
    ['another scheme', { authorization: `Basic ${Buffer.from(`key:${server.key}`).toString('base64')}` }],
    ['a secret without its scheme', { authorization: server.key }],
    ['a key in a cookie', { cookie: `custos_session=${server.key}`, ...OWN_PAGE }],
    ['a secret cut by one sign', bearer(server.key.slice(0, -1))],
    ['a secret in capitals', bearer(server.key.toUpperCase())],
    ['a live secret that calls itself a test one', bearer(server.key.replace('sk_live_', 'sk_test_'))],
    ['a revoked key', bearer(keys.revoked)],
    ['an expired key', bearer(keys.expired)],
    ["a rotated key's old secret after the overlap", bearer(keys.turnedLong)],
    ['an operator whose sessions were ended', { ...OWN_PAGE, cookie: ended.cookie ?? '' }],
    ['an administrator beside a wrong key', { ...cookieOf(browsers.get('administrator')), ...bearer('sk_live_x') }],
  ];
  const ofRole = (role: Role): Case[] => [
    { name: role, headers: cookieOf(browsers.get(role)), expected: judge(ROLE_SCOPES[role], true) },
    {
      name: `${role} of the directory`,
      headers: cookieOf(ofDirectory.get(role)),
      expected: judge(ROLE_SCOPES[role], true),
    },
    {
      name: `${role} in test mode`,
      headers: { ...cookieOf(browsers.get(role)), ...TEST_MODE },
      expected: judge(ROLE_SCOPES[role], false),
    },
  ];
  return [
    ...of401.map(([name, headers]) => ({ name, headers, expected: 401 })),
    ...[...single].map(([scope, key]) => ({
      name: `a key with ${scope} alone`,
      headers: bearer(key),
      expected: judge([scope], true),
    })),
    { name: 'a key with every scope', headers: bearer(server.key), expected: 'let through' },
    { name: "a rotated key's old secret before its end", headers: bearer(keys.turned), expected: 'let through' },
    { name: 'a test key', headers: bearer(keys.test), expected: judge(SCOPES, false) },
    {
      name: 'a test key that asks for live',
      headers: { ...bearer(keys.test), 'custos-mode': 'live' },
      expected: judge(SCOPES, false),
    },
    ...ROLES.flatMap(ofRole),
    { name: 'an operator with a one-time password', headers: cookieOf(unready), expected: 403 },
    {
      name: "an administrator, from another site's page",
      headers: { ...cookieOf(browsers.get('administrator')), 'sec-fetch-site': 'cross-site' },
      expected: 403,
    },
    { name: 'nobody, in capitals', headers: {}, expected: 401, spelt: (path) => path.toUpperCase() },
    { name: 'nobody, with a slash behind', headers: {}, expected: 401, spelt: (path) => `${path}/` },
  ];
}

/** Statuses about the request itself: the caller and the origin were accepted. */
const LET_THROUGH = [200, 201, 202, 204, 400, 404, 409, 415, 503];
const judged = (status: number): Verdict => (LET_THROUGH.includes(status) ? 'let through' : status);

interface Got {
  status: number;
  /** The content of a refusal. */
  problem: { code?: string; detail?: string };
  challenge: string | null;
}

/** The smallest body that the route accepts as one. */
function bodyFor(method: string, path: string): { body?: string | FormData; headers: Record<string, string> } {
  if (path.endsWith('/uploads')) return { body: new FormData(), headers: {} };
  const takesBody = ['POST', 'PUT', 'PATCH'].includes(method);
  return takesBody ? { body: '{}', headers: { 'content-type': 'application/json' } } : { headers: {} };
}

async function ask(name: string, { headers, spelt = (path) => path }: Omit<Case, 'name' | 'expected'>): Promise<Got> {
  const [method = '', template = ''] = name.split(' ');
  const sent = bodyFor(method, template);
  const path = spelt(template.replace(/\{\w+\}/g, NOWHERE));
  const init = { ...sent, method, headers: { ...sent.headers, ...headers } };
  const answer = await fetch(server.baseUrl + path, init);
  const isProblem = answer.headers.get('content-type')?.startsWith('application/problem+json') ?? false;
  const problem = isProblem && method !== 'HEAD' ? ((await answer.json()) as Got['problem']) : {};
  if (!isProblem) await answer.body?.cancel();
  return { status: answer.status, problem, challenge: answer.headers.get('www-authenticate') };
}

/** The fault of an answer, or null. */
function faultOf({ expected }: Case, { status, problem, challenge }: Got): string | null {
  if ((expected === 'let through' ? judged(status) : status) !== expected) return `${status} instead of ${expected}`;
  if (status === 401 && challenge !== 'Bearer') return 'a 401 that does not say how to come back';
  const codes = ['forbidden', 'cross_site_request'];
  if (status === 403 && !codes.includes(problem.code ?? '')) return `a 403 that says ${problem.code}`;
  return null;
}

/** The callers whose answers differ from the table. */
async function wronglyAnswered(name: string, cases: readonly Case[]): Promise<string[]> {
  const faults = await Promise.all(cases.map(async (it) => [it.name, faultOf(it, await ask(name, it))] as const));
  return faults.flatMap(([who, fault]) => (fault === null ? [] : [`${who}: ${fault}`]));
}

/** A random share of the callers for each route, so every caller meets many routes. */
function shareOf(cases: readonly Case[]): readonly Case[] {
  return isWholeRun() ? cases : cases.filter(() => random() < ASKERS_SHARE);
}

describe('the table of access', () => {
  it('names every route that the appliance answers, and no other', () => {
    const { app } = createApp(server.appliance);
    const answered = routesOf(app).filter((name) => !PAGES_FOR_PEOPLE.includes(name));
    expect(Object.keys(ACCESS).sort()).toEqual(answered.sort());
  });

  it('says of each what the OpenAPI document says', () => {
    const described = Object.entries(makeOpenApi('test').paths ?? {}).flatMap(([path, item]) =>
      Object.entries(item as Record<string, { 'x-scope'?: string; 'x-also-scope'?: string }>).map(
        ([method, { 'x-scope': scopes, 'x-also-scope': also }]) => [
          `${method.toUpperCase()} ${path}`,
          [scopes, also ?? null],
        ],
      ),
    );
    const said = ENTRIES.map(([name, it]) => [
      name,
      it.by === 'scope' ? [it.scopes.join(' or '), it.also] : [undefined, null],
    ]);
    expect(Object.fromEntries(described)).toEqual(Object.fromEntries(said));
  });
});

describe('by the table of access', () => {
  it.each(sampleOf('routes with a scope', SCOPED, 20))('%s', async (name, access) => {
    const { scopes, also } = access;
    const pairs = also === null ? [] : scopes.map((scope) => [scope, also]);
    const ofPairs = pairs.map((pair) => ({
      name: `a key with ${pair.join(' and ')}`,
      headers: bearer(server.makeKey({ scopes: pair })),
      expected: 'let through' as const,
    }));
    const reading = name.startsWith('GET ')
      ? [
          await wronglyAnswered(name.replace('GET', 'HEAD'), [
            { name: 'nobody, the head alone', headers: {}, expected: 401 },
          ]),
        ]
      : [];
    expect([...(await wronglyAnswered(name, [...shareOf(askers(access)), ...ofPairs])), ...reading.flat()]).toEqual([]);
  });

  it('a refusal names the missing scope', async () => {
    const wanted: [string, Record<string, string>, string][] = [
      ['GET /v1/audit', bearer(single.get('kyc:read') ?? ''), 'This API key lacks the scope audit:read'],
      ['POST /v1/search', bearer(single.get('screening') ?? ''), 'This API key lacks the scope kyc:read or kyb:read'],
      ['GET /v1/verifications/{id}/evidence', bearer(single.get('kyc:read') ?? ''), 'lacks the scope audit:read'],
      ['GET /v1/audit', cookieOf(browsers.get('operator')), 'Your role lacks the scope audit:read'],
    ];
    for (const [name, headers, said] of wanted) {
      expect((await ask(name, { headers })).problem.detail, name).toContain(said);
    }
  });

  it.each(ENTRIES.filter(([, { by }]) => by === 'anybody' || by === 'anybody here'))('%s', async (name) => {
    const anybody = [{}, { authorization: 'nonsense' }, bearer(keys.revoked), cookieOf(browsers.get('auditor'))];
    // 503: no list is loaded and no job runs, so the appliance is not ready.
    for (const headers of anybody) expect(judged((await ask(name, { headers })).status)).toBe('let through');
  });

  it.each(ENTRIES.filter(([, { by }]) => by === 'own pages'))('%s', async (name) => {
    const writes = name.startsWith('POST');
    for (const headers of [
      {},
      bearer(server.key),
      { origin: 'https://example.org' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      expect(judged((await ask(name, { headers })).status), JSON.stringify(Object.keys(headers))).toBe(
        writes ? 403 : 'let through',
      );
    }
    expect(judged((await ask(name, { headers: OWN_PAGE })).status)).toBe('let through');
  });

  it('a key, alone or beside a session, never reveals that somebody is logged in', async () => {
    for (const headers of [bearer(server.key), { ...cookieOf(browsers.get('administrator')), ...bearer(server.key) }]) {
      const answer = await fetch(`${server.baseUrl}/session`, { headers });
      expect(await answer.json()).toMatchObject({ operator: null, scopes: [] });
    }
  });

  it.each(
    ENTRIES.filter((entry): entry is [string, Extract<Access, { by: 'logged in' }>] => entry[1].by === 'logged in'),
  )('%s', async (name, { oneTime }) => {
    const refused = [{}, OWN_PAGE, bearer(server.key), cookieOf(ended)].map((headers) => ({ headers, expected: 401 }));
    // One operator of the directory is enough, as one address may ask the session routes 120 times a minute.
    const taken = [...browsers.values(), ofDirectory.get('administrator')].map((it) => ({
      headers: cookieOf(it),
      expected: 'let through' as const,
    }));
    const between = { headers: cookieOf(unready), expected: oneTime ? ('let through' as const) : 403 };
    const cases = [...refused, ...taken, between].map((it, index) => ({ name: `case ${index}`, ...it }));
    expect(await wronglyAnswered(name, cases)).toEqual([]);
  });

  it.each(
    ENTRIES.filter(
      (entry): entry is [string, Extract<Access, { by: 'anybody here' }>] => entry[1].by === 'anybody here',
    ),
  )('%s from another machine of the office', async (name, { scopes }) => {
    const { lan } = server.appliance;
    const port = lan.state().on ? (lan.state().port ?? 0) : await switchOn(lan);
    const path = name.replace('GET ', '');
    expect((await askOffice(port, path)).status).toBe(401);
    expect((await askOffice(port, path, { headers: bearer(keys.revoked) })).status).toBe(401);
    for (const [scope, key] of single) {
      const { status } = await askOffice(port, path, { headers: bearer(key) });
      expect([scope, judged(status)]).toEqual([scope, scopes.includes(scope) ? 'let through' : 403]);
    }
  });
});
