import { describe, expect, it } from 'vitest';
import { CONSOLE_PATHS } from '../../server/api/console.ts';
import { createApp } from '../../server/app.ts';
import { makeOpenApi } from '../../server/contract/openapi.ts';
import { fakeEngines } from '../support/fake-engines.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { routesOf } from '../support/routes.ts';
import { startTestServer } from '../support/server.ts';
import { send, submit, verify } from './drive.ts';

const NO_KEY = { headers: { authorization: '' } };

describe('without a key', () => {
  it('the process says that it lives and is ready', async () => {
    await using server = await startTestServer();
    expect((await send(server, '/healthz', NO_KEY)).body).toEqual({ status: 'ok' });
    const ready = await send(server, '/readyz', NO_KEY);
    expect(ready.status).toBe(200);
    expect(ready.body).toMatchObject({ status: 'ready', missing: [], database: 'ok', watchlists: 1 });
    expect(ready.body.engines.map(({ engine }: { engine: string }) => engine).sort()).toEqual(
      ['barcode', 'face', 'image', 'mrz', 'pdf', 'quality', 'second_text', 'text'].sort(),
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
    expect((await send(server, '/readyz', NO_KEY)).body).toMatchObject({
      status: 'ready',
      watchlists: 0,
      registers: 0,
    });
  });

  it('it is ready before it has read whose records it holds, and says when it has', async () => {
    await using server = await startTestServer();
    expect((await send(server, '/readyz', NO_KEY)).body).toMatchObject({ status: 'ready', search_complete: false });
    await server.appliance.queueIndex.settled();
    expect((await send(server, '/readyz', NO_KEY)).body).toMatchObject({ status: 'ready', search_complete: true });
  });

  it('the numbers tell of requests, steps, jobs and records, by no id', async () => {
    await using server = await startTestServer();
    const { id } = await verify(server, { files: cardAndSelfie(), applicant: ANNA });
    const { text, headers } = await send(server, '/metrics', NO_KEY);
    expect(headers.get('content-type')).toMatch(/^text\/plain/);
    expect(text).toMatch(/^custos_http_requests_total\{method="POST",route="\/v1\/verifications",status="201"\} 1$/m);
    expect(text).toMatch(/^custos_step_duration_seconds_count\{step="screening"\} 1$/m);
    expect(text).toMatch(/^custos_jobs\{state="done"\} 1$/m);
    expect(text).toMatch(/^custos_verifications\{kind="kyc",status="completed"\} 1$/m);
    expect(text).toMatch(/^custos_watchlists 1$/m);
    expect(text).toMatch(/^custos_registers 0$/m);
    expect(text).not.toContain(id);
  });

  it('the description of the routes is OpenAPI 3.1, and a page that loads only its own script', async () => {
    await using server = await startTestServer();
    const document = await send(server, '/v1/openapi.json', NO_KEY);
    expect(document.body.openapi).toMatch(/^3\.1\./);
    expect(Object.keys(document.body.paths)).toEqual(
      expect.arrayContaining(['/v1/verifications', '/v1/events/stream']),
    );
    const page = await send(server, '/docs', NO_KEY);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/html/)]);
    const ownScript = /<script type="module" src="\/console\/docs-[\w-]+\.js">/;
    expect(page.text.replace(ownScript, '')).not.toMatch(/<script|src=|@import|url\(/);
    for (const path of Object.keys(document.body.paths)) expect(page.text).toContain(path);
  });
});

it('the type of a problem leads to the code in the manual', async () => {
  await using server = await startTestServer({ start: false });
  const { body } = await send(server, '/v1/verifications/nonsense');
  const page = await server.fetch(body.type);
  expect([page.status, page.redirected, new URL(page.url).pathname]).toEqual([200, true, '/manual/en/reference/codes']);
});

describe('the description', () => {
  const described = Object.entries(makeOpenApi('test').paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item as Record<string, { security: object[] }>).map(([method, { security }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      security,
    })),
  );

  it('has every route that is answered, and no other, but the pages for people', async () => {
    await using server = await startTestServer({ start: false });
    const { app } = createApp(server.appliance);
    const answered = routesOf(app);
    const console = [...CONSOLE_PATHS, '/console/:file'].map((path) => `GET ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    const pages = ['GET /docs', 'GET /problems/{code}', 'GET /manual', 'GET /manual/*page', ...console];
    expect(answered.filter((name) => !pages.includes(name)).sort()).toEqual(described.map(({ name }) => name).sort());
  });

  it('asks for a key or a session everywhere but where there is nothing to protect', () => {
    // An empty list, or an empty requirement among others, opens a route to all callers (OpenAPI 3.1, Operation Object).
    const isOpen = (security: object[]) =>
      security.length === 0 || security.some((way) => Object.keys(way).length === 0);
    const open = described.filter(({ security }) => isOpen(security)).map(({ name }) => name);
    const session = ['DELETE /session', 'GET /session', 'POST /session', 'POST /session/setup'];
    const directory = [
      'GET /session/directory/callback',
      'POST /session/directory',
      'POST /session/directory/password',
    ];
    const system = ['GET /healthz', 'GET /metrics', 'GET /readyz', 'GET /v1/openapi.json'];
    expect(open.sort()).toEqual([...session, ...directory, ...system].sort());
  });
});

it('a record that waits in the queue is counted as pending', async () => {
  await using server = await startTestServer({ start: false });
  await submit(server, { files: cardAndSelfie() });
  const { text } = await send(server, '/metrics', NO_KEY);
  expect(text).toMatch(/^custos_verifications\{kind="kyc",status="pending"\} 1$/m);
  expect(text).toMatch(/^custos_jobs\{state="queued"\} 1$/m);
});
