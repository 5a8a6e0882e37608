import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeOpenApi } from '../../server/api/contract/openapi.ts';
import { createApp } from '../../server/app.ts';
import { testClock } from '../support/clock.ts';
import { fakeEngines } from '../support/fake-engines.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { LISTED_PERSON, writeSmallList } from '../support/lists.ts';
import { startTestServer } from '../support/server.ts';
import { bearer, send, sendJson, submit, verify } from './drive.ts';

const NO_KEY = { headers: { authorization: '' } };

describe('without a key', () => {
  it('the process says that it lives and is ready', async () => {
    await using server = await startTestServer();
    expect((await send(server, '/healthz', NO_KEY)).body).toEqual({ status: 'ok' });
    const ready = await send(server, '/readyz', NO_KEY);
    expect(ready.status).toBe(200);
    expect(ready.body).toMatchObject({ status: 'ready', missing: [], database: 'ok', watchlists: 1 });
    expect(ready.body.engines.map(({ engine }: { engine: string }) => engine).sort()).toEqual(
      ['barcode', 'face', 'image', 'mrz', 'pdf', 'quality', 'text'].sort(),
    );
  });

  it('it says which engine failed, and takes work all the same', async () => {
    const engines = fakeEngines();
    engines.states = () => [{ engine: 'text', state: 'failed', problem: 'The model eng is missing.' }];
    await using server = await startTestServer({ engines });
    const ready = await send(server, '/readyz', NO_KEY);
    expect(ready.status).toBe(503);
    expect(ready.body.missing).toEqual([expect.stringContaining('The model eng is missing.')]);
    expect(Number(ready.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await send(server, '/healthz', NO_KEY)).status).toBe(200);
  });

  it('no list is no reason to be not ready, since records then wait for a person', async () => {
    await using server = await startTestServer({ list: false });
    expect((await send(server, '/readyz', NO_KEY)).body).toMatchObject({ status: 'ready', watchlists: 0 });
  });

  it('the numbers tell of requests, steps, jobs and records, by no id', async () => {
    await using server = await startTestServer();
    const { id } = await verify(server, { files: cardAndSelfie(), applicant: ANNA });
    const { text, headers } = await send(server, '/metrics', NO_KEY);
    expect(headers.get('content-type')).toMatch(/^text\/plain/);
    expect(text).toMatch(/^custos_http_requests_total\{method="POST",route="\/v1\/verifications",status="201"\} 1$/m);
    expect(text).toMatch(/^custos_step_duration_seconds_count\{step="screening"\} 1$/m);
    expect(text).toMatch(/^custos_jobs\{state="done"\} 1$/m);
    expect(text).toMatch(/^custos_verifications\{status="completed"\} 1$/m);
    expect(text).toMatch(/^custos_watchlists 1$/m);
    expect(text).not.toContain(id);
  });

  it('the description of the routes is OpenAPI 3.1, and a page that loads nothing', async () => {
    await using server = await startTestServer();
    const document = await send(server, '/v1/openapi.json', NO_KEY);
    expect(document.body.openapi).toMatch(/^3\.1\./);
    expect(Object.keys(document.body.paths)).toEqual(
      expect.arrayContaining(['/v1/verifications', '/v1/events/stream']),
    );
    const page = await send(server, '/docs', NO_KEY);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/html/)]);
    expect(page.text).not.toMatch(/<script|src=|@import|url\(/);
    for (const path of Object.keys(document.body.paths)) expect(page.text).toContain(path);
  });
});

it('the type of a problem, and the bare address, lead to the page', async () => {
  await using server = await startTestServer({ start: false });
  const { body } = await send(server, '/v1/verifications/nonsense');
  for (const path of [body.type, '/']) {
    const page = await server.fetch(path);
    expect([page.status, page.redirected, new URL(page.url).pathname]).toEqual([200, true, '/docs']);
  }
});

describe('the description', () => {
  interface Layer {
    route?: { path: string; stack: { method?: string }[] };
    handle?: { stack?: Layer[] };
  }
  /** What the Express list answers: method and path, the latter as the document writes it. */
  const routesOf = (stack: Layer[]): string[] =>
    stack.flatMap(({ route, handle }) => {
      const path = route?.path.replaceAll(/:(\w+)/g, '{$1}');
      const own = (route?.stack ?? []).flatMap(({ method }) => (method ? [`${method.toUpperCase()} ${path}`] : []));
      return [...new Set(own), ...routesOf(handle?.stack ?? [])];
    });
  const described = Object.entries(makeOpenApi('test').paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item as Record<string, { 'x-scope'?: string }>).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      scope: operation['x-scope'],
    })),
  );

  it('has every route that is answered, and no other, but the pages for people', async () => {
    await using server = await startTestServer({ start: false });
    const { app } = createApp(server.appliance);
    const answered = routesOf((app.router as unknown as { stack: Layer[] }).stack);
    const pages = ['GET /', 'GET /docs', 'GET /problems/{code}'];
    expect(answered.filter((name) => !pages.includes(name)).sort()).toEqual(described.map(({ name }) => name).sort());
  });

  it('asks for a key everywhere but where there is nothing to protect', () => {
    const open = described.filter(({ scope }) => scope === undefined).map(({ name }) => name);
    expect(open.sort()).toEqual(['GET /healthz', 'GET /metrics', 'GET /readyz', 'GET /v1/openapi.json']);
  });
});

describe('/v1/watchlists', () => {
  it('imports a list from a file of the appliance, which decides over the next record', async () => {
    using folder = tempFolder();
    await using server = await startTestServer({ list: false });
    const { passport: _number, ...applicant } = LISTED_PERSON;
    const files = cardAndSelfie();
    expect((await verify(server, { files, applicant })).status).toBe('needs_review');
    const paths = [writeSmallList(folder.path)];
    const imported = await sendJson(server, '/v1/watchlists', { paths, code: 'mine', name: 'My list' });
    expect(imported.status).toBe(201);
    expect(imported.body).toMatchObject({ code: 'mine', name: 'My list', entries: 4, active: true, stale: false });
    const record = await verify(server, { files, applicant });
    expect(record.status).toBe('failed');
    expect(record.checks.watchlists.lists).toMatchObject([{ id: imported.body.id, version: imported.body.version }]);
    const again = await sendJson(server, '/v1/watchlists', { paths, code: 'mine' });
    expect([again.status, again.body.id]).toEqual([200, imported.body.id]);
    expect((await send(server, '/v1/watchlists')).body.data).toHaveLength(1);
  });

  it('puts a newer version in the place of the older, which stays in the list', async () => {
    using folder = tempFolder();
    await using server = await startTestServer();
    const paths = [
      writeSmallList(folder.path, ['U-5,"ZIEGENHORN, Balthasar",person,,1960,,,TEST-A,sanction,2024-01-01,']),
    ];
    const imported = await sendJson(server, '/v1/watchlists', { paths, code: 'small' });
    expect(imported.body.entries).toBe(5);
    const { data } = (await send(server, '/v1/watchlists')).body;
    expect(data.map(({ active, entries }: { active: boolean; entries: number }) => [active, entries])).toEqual([
      [true, 5],
      [false, 4],
    ]);
  });

  it('tells the age of each list', async () => {
    using folder = tempFolder();
    const clock = testClock();
    await using server = await startTestServer({ clock, list: false });
    const body = { paths: [writeSmallList(folder.path)], published_at: '2025-12-17' };
    const imported = await sendJson(server, '/v1/watchlists', body);
    expect(imported.body).toMatchObject({ dated: '2025-12-17', age_days: 29, stale: false });
    clock.advance(24 * 3600 * 1000);
    expect((await send(server, '/v1/watchlists')).body.data).toMatchObject([{ age_days: 30, stale: true }]);
  });

  it('says what is wrong with an import, and keeps the list in force', async () => {
    await using server = await startTestServer();
    const path = join(server.appliance.config.dataDir, 'missing.csv');
    const cases: [unknown, string][] = [
      [{}, 'invalid_request'],
      [{ paths: [] }, 'invalid_request'],
      [{ paths: ['relative.csv'] }, 'invalid_request'],
      [{ paths: [path] }, 'list_invalid'],
      [{ paths: [path], published_at: '2099-01-01' }, 'invalid_request'],
      [{ paths: [path], code: 'Not A Code' }, 'invalid_request'],
    ];
    for (const [body, code] of cases) {
      const answer = await sendJson(server, '/v1/watchlists', body);
      expect([answer.status, answer.body.code]).toEqual([400, code]);
    }
    const form = await send(server, '/v1/watchlists', { method: 'POST', body: new FormData() });
    expect(form.status).toBe(415);
    const headers = { ...bearer(server.key), 'content-type': 'application/json' };
    const broken = await send(server, '/v1/watchlists', { method: 'POST', headers, body: '{' });
    expect([broken.status, broken.body.code]).toEqual([400, 'malformed_json']);
    const large = await send(server, '/v1/watchlists', { method: 'POST', headers, body: `"${'x'.repeat(2 ** 20)}"` });
    expect([large.status, large.body.code]).toEqual([413, 'body_too_large']);
    expect((await send(server, '/v1/watchlists')).body.data).toMatchObject([{ code: 'small', active: true }]);
  });
});

it('a record that waits in the queue is counted as pending', async () => {
  await using server = await startTestServer({ start: false });
  await submit(server, { files: cardAndSelfie() });
  const { text } = await send(server, '/metrics', NO_KEY);
  expect(text).toMatch(/^custos_verifications\{status="pending"\} 1$/m);
  expect(text).toMatch(/^custos_jobs\{state="queued"\} 1$/m);
});
