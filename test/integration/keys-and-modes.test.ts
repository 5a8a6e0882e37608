import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOpenApi } from '../../server/contract/openapi.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import type { Scope } from '../../server/vocabulary/scopes.ts';
import { switchCaptureOn } from '../support/capture.ts';
import { testClock } from '../support/clock.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { writeSmallList } from '../support/lists.ts';
import { sampleOf } from '../support/long.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { bearer, create, holdings, LEAST_COMPANY, NOTHING, send, sendJson, submit } from './drive.ts';

interface Route {
  method: string;
  path: string;
  /** Any one of them is sufficient. */
  scopes: Scope[];
  /** Required in addition. */
  also: Scope[];
}

/** Every operation of the OpenAPI document that needs a key. */
const ROUTES: Route[] = Object.entries(makeOpenApi('test').paths ?? {}).flatMap(([path, item]) =>
  Object.entries(item as Record<string, { 'x-scope'?: string; 'x-also-scope'?: Scope }>).flatMap(
    ([method, operation]) => {
      const scopes = operation['x-scope']?.split(' or ') as Scope[] | undefined;
      return scopes === undefined
        ? []
        : [{ method: method.toUpperCase(), path, scopes, also: [operation['x-also-scope'] ?? []].flat() }];
    },
  ),
);
const named = ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const);
/** For each kind of path an id that does not exist. */
const NOWHERE = {
  verifications: 'ver_01h455vb4pex5vsknk084sn02q',
  'kyb/verifications': 'kyb_ver_01h455vb4pex5vsknk084sn02q',
  'api-keys': 'key_01h455vb4pex5vsknk084sn02q',
  watchlists: 'lst_01h455vb4pex5vsknk084sn02q',
  registries: 'reg_01h455vb4pex5vsknk084sn02q',
  alerts: 'alt_01h455vb4pex5vsknk084sn02q',
  operators: 'opr_01h455vb4pex5vsknk084sn02q',
  'webhook-endpoints': 'whe_01h455vb4pex5vsknk084sn02q',
  'webhook-origins': 'who_01h455vb4pex5vsknk084sn02q',
  'policies/preview': 'ppv_01h455vb4pex5vsknk084sn02q',
  'capture-sessions': 'cap_01h455vb4pex5vsknk084sn02q',
};
const NO_DOCUMENT = 'doc_01h455vb4pex5vsknk084sn02q';
const NO_ENTRY = 'ent_01h455vb4pex5vsknk084sn02q';
const ANNA_ROW = 'U-5,"MARTELLO, Anna Lucia",person,,1986-08-12,,,TEST-A,sanction,2024-01-01,';
const NO_HIT = 'hit_01h455vb4pex5vsknk084sn02q';
const NO_DELIVERY = 'whd_01h455vb4pex5vsknk084sn02q';
const NO_PERSON = 'per_01h455vb4pex5vsknk084sn02q';
/** Nobody in this company is on a list. */
const COMPANY = {
  company: LEAST_COMPANY,
  ubos: [{ first_name: 'Jana', last_name: 'Ohlsen', ownership_percent: 100 }],
};
/** A body that every route with an id accepts. */
const DECISION = JSON.stringify({ decision: 'dismiss', reason: 'other' });

function fill(path: string, ids: Record<string, string> = NOWHERE): string {
  const filled = path.replace(/\/v1\/([\w/-]+)\/\{id\}/, (_, kind: string) => `/v1/${kind}/${ids[kind]}`);
  return filled
    .replace('{entry_id}', NO_ENTRY)
    .replace('{delivery_id}', NO_DELIVERY)
    .replace('{document_id}', NO_DOCUMENT)
    .replace('{page}', '1')
    .replace('{side}', 'selfie')
    .replace('{version}', '999999')
    .replace('{hit_id}', ids['hit'] ?? NO_HIT)
    .replace('{person_id}', ids['person'] ?? NO_PERSON);
}

/** A request with a key of one mode, with a body if the method has one. */
function ask(method: string, key: string): RequestInit {
  const headers = { ...bearer(key), 'content-type': 'application/json' };
  return method === 'POST' || method === 'PATCH'
    ? { method, headers, body: DECISION }
    : { method, headers: bearer(key) };
}

/** access-table.test.ts tests which callers are accepted or refused. */
describe('every route that needs a key', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(async () => {
    expect(await holdings(server)).toEqual(NOTHING);
    await server[Symbol.asyncDispose]();
  });

  it('is known here', () => expect(ROUTES.length).toBeGreaterThanOrEqual(12));

  it.each(sampleOf('routes', named, 20))(
    '%s is not refused with its scope alone',
    async (_name, { method, path, scopes, also }) => {
      for (const scope of scopes) {
        const key = server.makeKey({ scopes: [scope, ...also] });
        const answer = await server.fetch(fill(path), { method, headers: bearer(key) });
        // 409: the action is not possible in the present state.
        expect([200, 201, 400, 404, 409, 415]).toContain(answer.status);
        await answer.body?.cancel();
      }
    },
  );

  it('takes no key from the address or a cookie', async () => {
    const headers = { authorization: '', cookie: `key=${server.key}` };
    expect((await send(server, `/v1/verifications?api_key=${server.key}`, { headers })).status).toBe(401);
  });
});

describe('the two modes', () => {
  let server: TestServer;
  let live: Record<
    | 'key'
    | 'verifications'
    | 'api-keys'
    | 'alerts'
    | 'hit'
    | 'kyb/verifications'
    | 'webhook-endpoints'
    | 'webhook-origins'
    | 'person'
    | 'policies/preview'
    | 'capture-sessions',
    string
  >;
  let test: typeof live;
  beforeAll(async () => {
    server = await startTestServer();
    await switchCaptureOn(server);
    const space = async (livemode: boolean) => {
      const key = server.makeKey({ livemode });
      const made = await sendJson(server, '/v1/api-keys', { label: 'crossed', scopes: ['kyc:read'], livemode }, key);
      expect(made.status).toBe(201);
      const files = cardAndSelfie();
      const company = await sendJson(server, '/v1/kyb/verifications', COMPANY, key);
      expect(company.status).toBe(201);
      const endpoint = await sendJson(
        server,
        '/v1/webhook-endpoints',
        { url: 'http://127.0.0.1:9/', enabled: false },
        key,
      );
      expect(endpoint.status).toBe(201);
      const origin = await sendJson(server, '/v1/webhook-origins', { origin: 'http://127.0.0.1:9' }, key);
      expect(origin.status).toBe(201);
      const preview = await sendJson(server, '/v1/policies/preview', {}, key);
      const session = await sendJson(server, '/v1/capture-sessions', {}, key);
      expect(session.status).toBe(201);
      const path = `/v1/kyb/verifications/${company.body.id}`;
      const record = await send(server, path, { headers: bearer(key) });
      return {
        key,
        verifications: await submit(server, { files, applicant: ANNA }, key),
        'api-keys': made.body.id as string,
        'kyb/verifications': company.body.id as string,
        'webhook-endpoints': endpoint.body.id as string,
        'webhook-origins': origin.body.id as string,
        'policies/preview': preview.body.id as string,
        'capture-sessions': session.body.id as string,
        person: record.body.ubos[0].id as string,
      };
    };
    const [ofLive, ofTest] = [await space(true), await space(false)];
    await server.settle();
    using folder = tempFolder();
    await server.appliance.lists.importList({ paths: [writeSmallList(folder.path, [ANNA_ROW])], code: 'small' }, 'cli');
    await server.settle();
    const withAlert = async <T extends { key: string }>(space: T) => {
      const [alert] = (await send(server, '/v1/alerts', { headers: bearer(space.key) })).body.data;
      return { ...space, alerts: alert.id as string, hit: alert.hit.id as string };
    };
    live = await withAlert(ofLive);
    test = await withAlert(ofTest);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  // Lists, registers, trust lists and operators serve both modes. Backups contain both, and an update changes both; a test key sees none of these.
  const withId = named.filter(
    ([, { path }]) =>
      path.includes('{id}') && !/^\/v1\/(watchlists|registries|trust-lists|operators|backups|system)/.test(path),
  );
  const readers = withId.filter(([, { path }]) => !path.startsWith('/v1/api-keys'));

  it.each(sampleOf('routes of records', withId, 20))(
    'a test key finds no live record at %s',
    async (_name, { method, path }) => {
      expect(fill(path, live)).not.toMatch(/undefined|\{/);
      const crossed = await send(server, fill(path, live), ask(method, test.key));
      const unknown = await send(server, fill(path), ask(method, test.key));
      expect([crossed.status, crossed.body.code]).toEqual([404, 'not_found']);
      expect(crossed.body.detail).toBe(unknown.body.detail);
    },
  );

  it.each(sampleOf('routes that read', readers, 20))(
    'a live key finds no test record at %s',
    async (_name, { method, path }) => {
      const crossed = await send(server, fill(path, test), ask(method, live.key));
      expect([crossed.status, crossed.body.code]).toEqual([404, 'not_found']);
    },
  );

  it.each([
    ['GET', '/v1/backups'],
    ['GET', '/v1/backups/backup_x'],
    ['POST', '/v1/backups'],
    ['GET', '/v1/system/updates'],
    ['POST', '/v1/system/updates/packs/pack_x/apply'],
    ['DELETE', '/v1/system/updates/packs/pack_x'],
    ['GET', '/v1/system/lan'],
    ['PUT', '/v1/system/lan'],
  ])('a test key has no say at %s %s', async (method, path) => {
    const answer = await send(server, path, ask(method, test.key));
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
  });

  it('have each their own list and events', async () => {
    for (const { key, verifications, alerts, ...own } of [live, test]) {
      for (const [kind, id] of [
        ['verifications', verifications],
        ['kyb/verifications', own['kyb/verifications']],
      ]) {
        const page = await send(server, `/v1/${kind}`, { headers: bearer(key) });
        expect(page.body.data.map((item: { id: string }) => item.id)).toEqual([id]);
      }
      const events = await send(server, '/v1/events', { headers: bearer(key) });
      const subjects = new Set(events.body.data.map(({ data }: { data: { id: string } }) => data.id));
      expect(subjects).toEqual(new Set([verifications, own['kyb/verifications'], own['capture-sessions'], alerts]));
    }
  });

  it('are told on every record and event', async () => {
    for (const [{ key, ...ids }, livemode] of [
      [live, true],
      [test, false],
    ] as const) {
      for (const kind of ['verifications', 'kyb/verifications'] as const) {
        const record = await send(server, `/v1/${kind}/${ids[kind]}`, { headers: bearer(key) });
        expect(record.body.livemode).toBe(livemode);
      }
      const events = await send(server, '/v1/events', { headers: bearer(key) });
      expect(events.body.data.every(({ data }: { data: { livemode: boolean } }) => data.livemode === livemode)).toBe(
        true,
      );
    }
  });

  it('a test key sees and makes test keys only, and imports no list', async () => {
    const keys = await send(server, '/v1/api-keys', { headers: bearer(test.key) });
    expect(keys.body.data.every(({ livemode }: { livemode: boolean }) => !livemode)).toBe(true);
    const made = await sendJson(server, '/v1/api-keys', { label: 'x', scopes: ['admin'], livemode: true }, test.key);
    expect(made.status).toBe(403);
    expect((await sendJson(server, '/v1/watchlists', { paths: ['/nowhere.csv'] }, test.key)).status).toBe(403);
  });

  it('a simulation that is none of the three is 400 with a test key', async () => {
    const parts = { files: cardAndSelfie(), metadata: { simulate: 'explode' } };
    const { status, body } = await create(server, parts, bearer(test.key));
    expect([status, body.errors[0].field]).toEqual([400, 'metadata.simulate']);
  });
});

describe('a key', () => {
  it('works until it expires', async () => {
    const clock = testClock();
    await using server = await startTestServer({ clock });
    const expires_at = new Date(clock.now() + 1_000).toISOString();
    const made = await sendJson(server, '/v1/api-keys', { label: 'short', scopes: ['kyc:read'], expires_at });
    expect(made.body).toMatchObject({ expires_at, livemode: true, scopes: ['kyc:read'] });
    const headers = bearer(made.body.secret);
    clock.advance(999);
    expect((await send(server, '/v1/verifications', { headers })).status).toBe(200);
    clock.advance(1);
    expect((await send(server, '/v1/verifications', { headers })).status).toBe(401);
  });

  it('shows its last use to the minute; only accepted requests count', async () => {
    const clock = testClock();
    await using server = await startTestServer({ clock });
    const made = await sendJson(server, '/v1/api-keys', { label: 'seen', scopes: ['kyc:read'] });
    const lastUsed = async () => {
      const { data } = (await send(server, '/v1/api-keys')).body;
      return data.find(({ id }: { id: string }) => id === made.body.id).last_used_at;
    };
    const use = () => send(server, '/v1/verifications', { headers: bearer(made.body.secret) });
    expect([made.body.last_used_at, await lastUsed()]).toEqual([null, null]);
    const first = new Date(clock.now()).toISOString();
    await use();
    clock.advance(59_999);
    await use();
    expect(await lastUsed()).toBe(first);
    clock.advance(1);
    const second = new Date(clock.now()).toISOString();
    await use();
    expect(await lastUsed()).toBe(second);
    await send(server, `/v1/api-keys/${made.body.id}/revoke`, { method: 'POST' });
    clock.advance(3_600_000);
    await use();
    expect(await lastUsed()).toBe(second);
  });

  it('stops at once when it is revoked', async () => {
    await using server = await startTestServer();
    const made = await sendJson(server, '/v1/api-keys', { label: 'gone', scopes: ['kyc:read'] });
    const headers = bearer(made.body.secret);
    expect((await send(server, '/v1/verifications', { headers })).status).toBe(200);
    const revoked = await send(server, `/v1/api-keys/${made.body.id}/revoke`, { method: 'POST' });
    expect(revoked.body.revoked_at).not.toBeNull();
    expect((await send(server, '/v1/verifications', { headers })).status).toBe(401);
  });

  it('works for 24 hours more beside the one that takes its place', async () => {
    const clock = testClock();
    await using server = await startTestServer({ clock });
    const old = (await sendJson(server, '/v1/api-keys', { label: 'turned', scopes: ['kyc:read'] })).body;
    const rotated = await send(server, `/v1/api-keys/${old.id}/rotate`, { method: 'POST' });
    expect(rotated.status).toBe(201);
    expect(rotated.body).toMatchObject({ label: 'turned', scopes: ['kyc:read'] });
    const statuses = async () =>
      Promise.all(
        [old, rotated.body].map(async ({ secret }) => {
          return (await send(server, '/v1/verifications', { headers: bearer(secret) })).status;
        }),
      );
    clock.advance(LIMITS.keyRotationOverlapMs - 1);
    expect(await statuses()).toEqual([200, 200]);
    clock.advance(1);
    expect(await statuses()).toEqual([401, 200]);
    const again = await send(server, `/v1/api-keys/${old.id}/rotate`, { method: 'POST' });
    expect([again.status, again.body.code]).toEqual([409, 'state_conflict']);
  });

  it('is shown once and begins with its mode', async () => {
    await using server = await startTestServer();
    for (const livemode of [true, false]) {
      const { status, body } = await sendJson(server, '/v1/api-keys', { label: 'x', scopes: ['admin'], livemode });
      expect(status).toBe(201);
      expect(body.secret).toMatch(livemode ? /^sk_live_[\w-]{43}$/ : /^sk_test_[\w-]{43}$/);
      expect((await send(server, '/v1/api-keys')).text).not.toContain(body.secret);
    }
  });

  it('of a new folder is made with every scope, and on a second start none is', async () => {
    await using server = await startTestServer();
    const { firstKey } = server.appliance;
    expect(firstKey).toMatch(/^sk_live_/);
    for (const path of ['/v1/verifications', '/v1/api-keys', '/v1/watchlists', '/v1/events']) {
      expect((await send(server, path, { headers: bearer(firstKey ?? '') })).status).toBe(200);
    }
  });

  it('cannot be made without a label or a scope, with an unknown one, or for the past', async () => {
    await using server = await startTestServer();
    const cases = [
      [{ scopes: ['admin'] }, 'label'],
      [{ label: 'x', scopes: [] }, 'scopes'],
      [{ label: 'x', scopes: ['everything'] }, 'scopes[0]'],
      [{ label: 'x', scopes: ['admin'], expires_at: 'soon' }, 'expires_at'],
      [{ label: 'x', scopes: ['admin'], expires_at: '2020-01-31T12:00:00Z' }, 'expires_at'],
    ] as const;
    for (const [input, field] of cases) {
      const { status, body } = await sendJson(server, '/v1/api-keys', input);
      expect([status, body.errors[0].field]).toEqual([400, field]);
    }
  });
});
