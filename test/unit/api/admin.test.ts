import { Router } from 'express';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EngineError, type EngineState } from '../../../models/ports.ts';
import { manualRouter } from '../../../server/api/console.ts';
import { docsRouter } from '../../../server/api/docs.ts';
import { keyHandlers } from '../../../server/api/keys.ts';
import { mount } from '../../../server/api/mount.ts';
import { probeHandlers } from '../../../server/api/probes.ts';
import { createMetrics } from '../../../server/appliance/metrics.ts';
import { keyRoutes } from '../../../server/contract/keys.ts';
import { makeOpenApi } from '../../../server/contract/openapi.ts';
import { probeRoutes } from '../../../server/contract/system.ts';
import { lazily } from '../../../server/lib/lazily.ts';
import { inWholeRunAlone } from '../../support/long.ts';
import { assertMatchesOpenApi } from '../../support/openapi.ts';
import { call, type Rig, startRig } from './rig.ts';

let rig: Rig;
let secret: string;
let states: EngineState[];
let stopping = false;
let databaseAnswers = true;

const metrics = createMetrics({
  countJobs: () => ({ queued: 2, dead: 0 }),
  countVerifications: () => [{ kind: 'kyb', status: 'completed', count: 3 }],
  countWatchlists: () => 1,
  countRegisters: () => 1,
  engineBackends: () => [{ engine: 'face', backend: 'native' }],
  countBackups: () => ({ lastSuccessMs: 1_700_000_000_000, failures: 2 }),
  countDeliveries: () => [{ state: 'pending', count: 4 }],
  deliveryLagMs: () => 1500,
});

beforeAll(async () => {
  const document = lazily(() => makeOpenApi('1.2.3'));
  rig = await startRig({
    routers({ guard, appliance }) {
      const probes = {
        ...appliance,
        engines: { ...appliance.engines, states: () => states },
        get db() {
          if (!databaseAnswers) throw new EngineError('crashed', 'fake');
          return appliance.db;
        },
        metrics,
        isStopping: () => stopping,
      };
      return [
        mount(Router(), guard, keyRoutes, keyHandlers(appliance)),
        mount(Router(), guard, probeRoutes, probeHandlers(probes, document)),
        docsRouter(document, null),
        manualRouter(null),
      ];
    },
  });
  secret = rig.secret();
});
afterAll(() => rig[Symbol.asyncDispose]());
beforeEach(() => {
  states = [{ engine: 'text', state: 'ready' }];
  stopping = false;
  databaseAnswers = true;
});

const get = (path: string, key: string | null = secret) => call(rig, key, path);
const send = (path: string, body: unknown, key = secret) =>
  call(rig, key, path, { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } });

describe('keys', () => {
  const wanted = { label: 'branch 7', scopes: ['kyc:read'] };

  it('are made, used, listed without secret, and revoked', async () => {
    const made = await send('/v1/api-keys', { ...wanted, expires_at: '2030-01-01T00:00:00Z' });
    expect(made.status).toBe(201);
    assertMatchesOpenApi('post', '/v1/api-keys', 201, made.body);
    expect(made.body).toMatchObject({ ...wanted, livemode: true, expires_at: '2030-01-01T00:00:00.000Z' });
    expect((await get('/v1/verifications', made.body.secret)).status).toBe(200);
    const listed = await get('/v1/api-keys');
    assertMatchesOpenApi('get', '/v1/api-keys', 200, listed.body);
    expect(listed.body.data[0].id).toBe(made.body.id);
    expect(listed.text).not.toContain(made.body.secret);
    const revoked = await call(rig, secret, `/v1/api-keys/${made.body.id}/revoke`, { method: 'POST' });
    assertMatchesOpenApi('post', '/v1/api-keys/{id}/revoke', 200, revoked.body);
    expect((await get('/v1/verifications', made.body.secret)).status).toBe(401);
  });

  it('are rotated, once', async () => {
    const made = await send('/v1/api-keys', wanted);
    const path = `/v1/api-keys/${made.body.id}/rotate`;
    const rotated = await call(rig, secret, path, { method: 'POST' });
    assertMatchesOpenApi('post', '/v1/api-keys/{id}/rotate', 201, rotated.body);
    expect((await get('/v1/verifications', rotated.body.secret)).status).toBe(200);
    const again = await call(rig, secret, path, { method: 'POST' });
    expect(again.status).toBe(409);
    assertMatchesOpenApi('post', '/v1/api-keys/{id}/rotate', 409, again.body);
  });

  it.each([
    [{ label: '', scopes: ['kyc:read'] }, 'label'],
    [{ label: 'x', scopes: [] }, 'scopes'],
    [{ label: 'x', scopes: ['root'] }, 'scopes[0]'],
    [{ label: 'x', scopes: ['admin'], expires_at: 'soon' }, 'expires_at'],
    [{ scopes: ['admin'] }, 'label'],
  ])('%j is 400', async (body, field) => {
    const answer = await send('/v1/api-keys', body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].field).toBe(field);
  });

  it('need the scope admin', async () => {
    const answer = await get('/v1/api-keys', rig.secret(['kyc:read', 'kyc:write']));
    expect(answer.status).toBe(403);
    expect(answer.body.detail).toContain('admin');
  });

  it('of the live mode are out of reach of a test key', async () => {
    const test = rig.secret('all', false);
    const live = await send('/v1/api-keys', wanted);
    expect((await send('/v1/api-keys', { ...wanted, livemode: true }, test)).status).toBe(403);
    expect((await send('/v1/api-keys', wanted, test)).body.livemode).toBe(false);
    for (const act of ['revoke', 'rotate']) {
      expect((await call(rig, test, `/v1/api-keys/${live.body.id}/${act}`, { method: 'POST' })).status).toBe(404);
    }
    const listed = (await get('/v1/api-keys', test)).body.data as { livemode: boolean }[];
    expect(listed.every((key) => !key.livemode)).toBe(true);
  });

  it.each([
    ['{', 'application/json', 400, 'malformed_json'],
    ['"x"', 'application/json', 400, 'malformed_json'],
    ['', 'application/json', 400, 'malformed_json'],
    [`{"label":${'['.repeat(40)}${']'.repeat(40)}}`, 'application/json', 400, 'malformed_json'],
    ['{"label":"\\ud800"}', 'application/json', 400, 'malformed_json'],
    ['{"label":1e999}', 'application/json', 400, 'malformed_json'],
    [new Uint8Array([0x22, 0xff, 0x22]), 'application/json', 400, 'malformed_json'],
    ['{}', 'text/plain', 415, 'unsupported_media_type'],
    [`{"label":"${'x'.repeat(1_100_000)}"}`, 'application/json', 413, 'body_too_large'],
    ['{}', 'application/json; charset=koi8-r', 415, 'unsupported_media_type'],
    ['{}', 'application/json; charset=utf-16', 415, 'unsupported_media_type'],
    ['{}', 'application/json; charset="UTF-8"', 400, 'invalid_request'],
  ])('a body that cannot be read is refused with its reason (%#)', async (body, type, status, code) => {
    const answer = await call(rig, secret, '/v1/api-keys', { method: 'POST', body, headers: { 'Content-Type': type } });
    expect(answer.status).toBe(status);
    expect(answer.body.code).toBe(code);
  });
});

describe('the state of the appliance', () => {
  it('is alive and ready without a key', async () => {
    const health = await get('/healthz', null);
    assertMatchesOpenApi('get', '/healthz', 200, health.body);
    const ready = await get('/readyz', null);
    expect(ready.status).toBe(200);
    assertMatchesOpenApi('get', '/readyz', 200, ready.body);
    expect(ready.body).toMatchObject({ status: 'ready', missing: [], watchlists: 0 });
  });

  it('is not ready while an engine loads or has failed, and says which', async () => {
    states = [
      { engine: 'text', state: 'loading' },
      { engine: 'face', state: 'failed', problem: 'A model file is missing.' },
      { engine: 'pdf', state: 'ready' },
    ];
    const answer = await get('/readyz', null);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
    assertMatchesOpenApi('get', '/readyz', 503, answer.body);
    expect(answer.body.missing).toEqual([
      'The text engine is loading.',
      'The face engine failed. A model file is missing.',
    ]);
  });

  it.each([
    { state: 'unused' },
    { state: 'loading' },
    { state: 'failed', problem: 'A model file is missing.' },
  ] as const)('is ready without the second text engine, and tells of it: $state', async (told) => {
    states.push({ engine: 'second_text', ...told });
    const answer = await get('/readyz', null);
    assertMatchesOpenApi('get', '/readyz', 200, answer.body);
    expect(answer.body).toMatchObject({ status: 'ready', missing: [] });
    expect(answer.body.engines).toEqual(states);
  });

  it('says what computes the nets of an engine, and why nothing else does', async () => {
    const refused = [{ backend: 'gpu' as const, reason: 'This computer has no usable graphics processor.' }];
    states = [{ engine: 'face', state: 'ready', backend: 'native', refused }];
    const answer = await get('/readyz', null);
    assertMatchesOpenApi('get', '/readyz', 200, answer.body);
    expect(answer.body.engines).toEqual([{ engine: 'face', state: 'ready', backend: 'native', refused }]);
    const metered = await get('/metrics', null);
    expect(metered.text).toContain('custos_engine_backend{engine="face",backend="native"} 1');
  });

  it('is not ready without its database or while it stops', async () => {
    databaseAnswers = false;
    stopping = true;
    const answer = await get('/readyz', null);
    expect(answer.status).toBe(503);
    expect(answer.body).toMatchObject({ database: 'failed' });
    expect(answer.body.missing).toHaveLength(2);
  });

  it('is given in numbers without ids', async () => {
    metrics.observeRequest({ method: 'GET', route: '/v1/verifications/:id', status: 404, durationMs: 30 });
    metrics.observeStep('read', 400);
    const answer = await get('/metrics', null);
    expect(answer.headers.get('content-type')).toContain('text/plain');
    expect(answer.text).toContain(
      'custos_http_requests_total{method="GET",route="/v1/verifications/:id",status="404"} 1',
    );
    expect(answer.text).toContain('custos_http_request_duration_seconds_bucket{le="0.1",method="GET"');
    expect(answer.text).toContain('custos_step_duration_seconds_sum{step="read"} 0.4');
    expect(answer.text).toContain('custos_step_duration_seconds_bucket{le="0.25",step="read"} 0');
    expect(answer.text).toContain('custos_step_duration_seconds_bucket{le="0.5",step="read"} 1');
    expect(answer.text).toContain('custos_jobs{state="queued"} 2');
    expect(answer.text).toContain('custos_verifications{kind="kyb",status="completed"} 3');
    expect(answer.text).toContain('custos_watchlists 1');
  });
});

describe('the reference', () => {
  it('is an OpenAPI 3.1 document whose references all resolve', async () => {
    const { body, text } = await get('/v1/openapi.json', null);
    expect(body.openapi).toBe('3.1.1');
    expect(body.info.version).toBe('1.2.3');
    const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map((match) => match[1]);
    expect(references.length).toBeGreaterThan(20);
    expect(references.filter((name) => !(name && name in body.components.schemas))).toEqual([]);
    expect(Object.keys(body.paths)).toContain('/v1/verifications/{id}');
    expect(text).toContain('documents_missing: ');
    // Codes that occur only at a start or in a command are not part of an answer.
    expect(text).not.toContain('invalid_command: ');
  });

  it('is a page that runs nothing and loads nothing', inWholeRunAlone('1 s'), async () => {
    const answer = await get('/docs', null);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'sha256-/,
    );
    // The samples show addresses as text, but nothing links to one or loads it.
    expect(answer.text).not.toMatch(/<script|<link|<img|(?:src|href)="https?:/);
    expect(answer.text).toContain('<code>/v1/verifications/{id}</code>');
    const anchors = [...answer.text.matchAll(/href="#([^"]+)"/g)].map((match) => match[1]);
    expect(anchors.length).toBeGreaterThan(30);
    expect(anchors.filter((anchor) => !answer.text.includes(`id="${anchor}"`))).toEqual([]);
  });

  it('leads from the type of a problem to its place in the manual, in the language that is asked for', async () => {
    const { type } = (await get('/nowhere')).body;
    for (const [asked, language] of [
      ['fr-CH, en;q=0.5', 'fr'],
      ['de', 'en'],
    ] as const) {
      const response = await fetch(rig.base + type, { redirect: 'manual', headers: { 'Accept-Language': asked } });
      expect(response.status).toBe(302);
      expect(response.headers.get('location')).toBe(`/manual/${language}/reference/codes#not_found`);
    }
    expect((await get('/problems/constructor')).status).toBe(404);
  });
});
