import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { EngineState } from '../../models/ports.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { testClock } from '../support/clock.ts';
import { fakeEngines } from '../support/fake-engines.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { assertMatchesOpenApi } from '../support/openapi.ts';
import { startReceiver } from '../support/receiver.ts';
import { startTestServer } from '../support/server.ts';
import { bearer, create, createCompany, LEAST_COMPANY, listOrigin, send, submit } from './drive.ts';

const SYSTEM = '/v1/system';
const clean = { files: cardAndSelfie(), applicant: ANNA };

it('reports the machine, what waits, and what needs attention', inWholeRunAlone('1 s'), async () => {
  using folder = tempFolder();
  const dir = join(folder.path, 'backups');
  mkdirSync(dir);
  const clock = testClock();
  const backup = { dir, keysDir: null, intervalMs: 24 * 3600 * 1000, kept: 7, registers: false };
  await using server = await startTestServer({ clock, start: false, config: { backup } });
  await submit(server, clean);
  const { appliance } = server;
  const { body } = await send(server, SYSTEM);
  expect(body).toMatchObject({
    started_at: '2026-01-15T12:00:00.000Z',
    node: process.versions.node,
    queue: { pending: 1, running: 0, dead: 0, oldest_pending_at: '2026-01-15T12:00:00.000Z' },
    master_key: { kind: 'file', path: expect.stringContaining('master.key') },
    recovery_key: null,
    backup: { configured: true, last: null, next_at: '2026-01-15T12:00:00.000Z', running: false, failures: 0 },
    watchlists: { active: 1, stale: 0, problem: null },
    registers: { active: 0, companies: 0 },
    webhooks: { pending: 0, blocked: 0 },
  });
  expect(body.watchlists.entries).toBeGreaterThan(0);
  expect(body.engines.map(({ state }: { state: string }) => state)).toEqual(Array(8).fill('ready'));
  expect(body.engines[4]).toMatchObject({
    name: 'second_text',
    version: expect.stringMatching(/ocr-models/),
    detail: null,
  });
  expect(body.engines.at(-1)).toMatchObject({
    name: 'face',
    backend: 'WebAssembly (TensorFlow.js)',
    detail: 'gpu: This computer has no usable graphics processor. native: It failed during use: It stopped.',
  });
  expect(body.models.length).toBeGreaterThan(0);
  expect(body.disk.database_bytes).toBeGreaterThan(0);
  await expect.poll(async () => (await send(server, SYSTEM)).body.disk.vault_bytes).toBeGreaterThan(0);
  expect(body.warnings).toContainEqual({
    code: 'backup',
    message: 'There is no backup yet. Create one with "custos backup create".',
    reason: 'none',
    at: null,
  });

  const { fingerprint } = await appliance.backups.recoveryKeys.make('cli', false);
  await appliance.backups.create({}, 'cli');
  clock.advance(3600 * 1000);
  const after = (await send(server, SYSTEM)).body;
  expect(after.recovery_key).toEqual({ fingerprint });
  expect(after.backup).toMatchObject({
    last: { created_at: '2026-01-15T12:00:00.000Z', size_bytes: expect.any(Number) },
    next_at: '2026-01-16T12:00:00.000Z',
  });
  appliance.runner.start();
  await server.settle();
});

it('tells of a second text engine that was not needed, and warns of one that failed', async () => {
  const engines = fakeEngines();
  await using server = await startTestServer({ engines });
  const ask = async (told: Pick<EngineState, 'state' | 'problem'>) => {
    engines.states = () => [{ engine: 'second_text', ...told }];
    const { body } = await send(server, SYSTEM);
    assertMatchesOpenApi('get', SYSTEM, 200, body);
    const codes = body.warnings.map(({ code }: { code: string }) => code);
    return [body.engines, codes.filter((code: string) => code.endsWith('_failed'))];
  };
  const told = { name: 'second_text', version: expect.any(String), backend: 'native (onnxruntime)' };
  expect(await ask({ state: 'unused' })).toEqual([[{ ...told, state: 'unused', detail: null }], []]);
  expect(await ask({ state: 'failed', problem: 'A model is missing.' })).toEqual([
    [{ ...told, state: 'failed', detail: 'A model is missing.' }],
    ['second_text_failed'],
  ]);
});

it('still answers where the folder of the backups cannot be read', inWholeRunAlone('1 s'), async () => {
  using folder = tempFolder();
  const backup = { dir: join(folder.path, 'none'), keysDir: null, intervalMs: 1_000, kept: 1, registers: false };
  await using server = await startTestServer({ config: { backup } });
  const { status, body } = await send(server, SYSTEM);
  expect([status, body.backup.last]).toEqual([200, null]);
});

it('counts what was done in the mode of the request', async () => {
  const clock = testClock();
  await using server = await startTestServer({ clock });
  await submit(server, clean);
  await createCompany(server, { company: LEAST_COMPANY });
  await server.settle();
  const throughput = async (query = '', key = server.key) =>
    (await send(server, `${SYSTEM}/throughput${query}`, { headers: bearer(key) })).body;
  const day = await throughput();
  expect(day).toMatchObject({ object: 'throughput', hours: 24, bucket_hours: 1, livemode: true });
  expect(day.buckets).toHaveLength(24);
  expect(day.buckets.at(-1)).toMatchObject({
    from: '2026-01-15T12:00:00.000Z',
    to: '2026-01-15T13:00:00.000Z',
    kyc: { created: 1, completed: 1 },
    kyb: { created: 1 },
    run_ms: { p50: 0, p95: 0 },
    waiting_ms: { p50: 0, p95: 0 },
  });
  const week = await throughput('?hours=168');
  expect([week.bucket_hours, week.buckets.length]).toEqual([6, 28]);
  expect((await throughput('?hours=720')).buckets).toHaveLength(30);
  const test = await throughput('', server.makeKey({ livemode: false }));
  expect([test.livemode, test.buckets.at(-1).kyc.created]).toEqual([false, 0]);
  const wrong = await send(server, `${SYSTEM}/throughput?hours=7`);
  expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'hours']);
});

it('tells where events went and where they were refused to, and keeps that over a restart', async () => {
  await using receiver = await startReceiver();
  using folder = tempFolder();
  const { port } = new URL(receiver.url);
  const egress = async (server: Parameters<typeof send>[0]) => (await send(server, `${SYSTEM}/egress`)).body.data;
  const clock = testClock();
  const first = await startTestServer({ clock, folder: folder.path, config: { webhookAllow: ['http://10.0.0.0/8'] } });
  listOrigin(first, receiver.url);
  await create(first, { ...clean, webhook_url: receiver.url });
  await first.settle();
  await first.appliance.webhooks.settle();
  const refused = { host: '127.0.0.1', port: Number(port), allowed: false, why: 'not_allowed', times: 3 };
  const [entry, ...others] = await egress(first);
  expect(others).toEqual([]);
  expect(entry).toMatchObject(refused);
  await first.stop();
  clock.advance(1_000);
  await using again = await startTestServer({
    clock,
    folder: folder.path,
    config: { webhookAllow: ['http://127.0.0.0/8:*'] },
  });
  await again.appliance.webhooks.settle();
  const entries = await egress(again);
  expect(entries).toEqual([
    expect.objectContaining({ host: '127.0.0.1', port: Number(port), allowed: true, why: 'webhook', times: 3 }),
    entry,
  ]);
  expect(JSON.stringify(entries)).not.toContain(new URL(receiver.url).pathname);
  const page = await send(again, `${SYSTEM}/egress?limit=1`);
  expect([page.body.has_more, page.body.data.length]).toEqual([true, 1]);
  expect((await send(again, `${SYSTEM}/egress?limit=${LIMITS.logPageMax + 1}`)).body.errors[0].field).toBe('limit');
});

it('is for administrators, and of the whole machine for live ones alone', async () => {
  await using server = await startTestServer();
  const as = async (path: string, key: string) => (await send(server, path, { headers: bearer(key) })).status;
  const test = server.makeKey({ livemode: false });
  const auditor = server.makeKey({ scopes: ['audit:read', 'kyc:read'] });
  for (const path of [SYSTEM, `${SYSTEM}/egress`]) {
    expect([path, await as(path, test), await as(path, auditor)]).toEqual([path, 403, 403]);
  }
  expect(await as(`${SYSTEM}/throughput`, auditor)).toBe(403);
});
