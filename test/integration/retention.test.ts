import { expect, it } from 'vitest';
import { runCommand } from '../../server/commands/run.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { testClock } from '../support/clock.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { company, lenientPolicy, submitCompany } from '../support/kyb.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { bearer, KYB, send, sendJson, submit, verify } from './drive.ts';

const CLEAN = { files: cardAndSelfie(), applicant: ANNA };
const SELF = '/v1/verifications';
const DAY_MS = 24 * 3600 * 1000;

const retain = (server: TestServer, id: string, body: unknown) => sendJson(server, `${SELF}/${id}/retention`, body);
const purge = async (server: TestServer, dryRun: boolean, key = server.key) =>
  (await sendJson(server, '/v1/retention/purge', { dry_run: dryRun }, key)).body;

async function command(server: TestServer, ...args: string[]): Promise<string> {
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  expect(await runCommand(server.appliance, args, { out: say, err: say, cwd: '/' }), said.join('')).toBe(0);
  return said.join('');
}

it('a record is due five years after its end, or after the end of the relationship, and never while it is held', async () => {
  const clock = testClock();
  await using server = await startTestServer({ clock });
  const [plain, ended, held] = [await verify(server, CLEAN), await verify(server, CLEAN), await verify(server, CLEAN)];
  const { body } = await send(server, `${SELF}/${plain.id}/retention`);
  expect(body).toEqual({
    id: plain.id,
    object: 'retention',
    relationship_ended_at: null,
    legal_hold: false,
    reason: null,
    due_at: '2031-01-15T12:00:00.000Z',
    biometrics_due_at: null,
  });
  const later = await retain(server, ended.id, { relationship_ended_at: '2027-03-01T09:00:00Z' });
  expect(later.body).toMatchObject({
    relationship_ended_at: '2027-03-01T09:00:00.000Z',
    due_at: '2032-03-01T09:00:00.000Z',
  });
  const early = await retain(server, ended.id, { relationship_ended_at: '2026-01-14T23:59:59Z' });
  expect([early.status, early.body.errors[0].field]).toEqual([400, 'relationship_ended_at']);
  expect((await retain(server, held.id, { legal_hold: true, reason: 'A court asked.' })).body.due_at).toBeNull();
  expect(await purge(server, false)).toMatchObject({ due_count: 0, erased: 0 });

  clock.advance(Date.parse('2031-01-15T12:00:00Z') - clock.now() - 1);
  expect(await purge(server, true)).toMatchObject({ due_count: 0 });
  clock.advance(1);
  const due = [{ id: plain.id, kind: 'kyc', due_at: '2031-01-15T12:00:00.000Z' }];
  expect(await purge(server, true)).toMatchObject({ dry_run: true, due_count: 1, due, erased: 0 });
  expect(await command(server, 'retention', 'purge', '--dry-run')).toContain(plain.id);
  expect(await command(server, 'retention', 'show')).toContain('60 months');
  expect((await send(server, `${SELF}/${plain.id}`)).status).toBe(200);
  expect(await purge(server, false)).toMatchObject({ dry_run: false, due_count: 1, due, erased: 1 });
  const { body: certificate } = await send(server, `${SELF}/${plain.id}/erasure`);
  expect(certificate).toMatchObject({ cause: 'retention', verification: { id: plain.id } });
  clock.advance(10 * 366 * DAY_MS);
  expect(await command(server, 'retention', 'purge')).toContain('Erased 1 records');
  expect((await send(server, `${SELF}/${held.id}`)).status).toBe(200);
  await retain(server, held.id, { legal_hold: false });
  expect(await purge(server, true)).toMatchObject({ due_count: 1 });
});

it('a record that waits for a person is kept until that is decided, whenever the relationship ended', async () => {
  const clock = testClock();
  await using server = await startTestServer({ clock });
  const { id } = await verify(server, { applicant: { ...ANNA, dob: '1987-01-01' }, files: cardAndSelfie() });
  expect((await send(server, `${SELF}/${id}`)).body.status).toBe('needs_review');
  const retained = await retain(server, id, { relationship_ended_at: '2026-01-15T09:00:00Z' });
  expect(retained.body).toMatchObject({ relationship_ended_at: '2026-01-15T09:00:00.000Z', due_at: null });
  clock.advance(20 * 366 * DAY_MS);
  expect(await purge(server, false)).toMatchObject({ due_count: 0, erased: 0 });
  const decided = await sendJson(server, `${SELF}/${id}/review`, {
    decision: 'reject',
    reason: 'other',
    note: 'Nobody came.',
  });
  expect([decided.status, decided.body.status]).toEqual([200, 'failed']);
  expect((await send(server, `${SELF}/${id}/retention`)).body.due_at).toBe('2031-01-15T09:00:00.000Z');
  expect(await purge(server, false)).toMatchObject({ erased: 1 });
});

it('each mode purges its own, and only an administrator does', async () => {
  const clock = testClock();
  await using server = await startTestServer({ clock });
  const testKey = server.makeKey({ livemode: false });
  const live = await verify(server, CLEAN);
  const test = await submit(server, CLEAN, testKey);
  await server.settle();
  clock.advance(6 * 366 * DAY_MS);
  const writer = server.makeKey({ scopes: ['kyc:read', 'kyc:write', 'kyb:write'] });
  expect((await sendJson(server, '/v1/retention/purge', { dry_run: true }, writer)).status).toBe(403);
  expect((await sendJson(server, '/v1/retention/purge', {})).status).toBe(400);
  expect(await purge(server, false, testKey)).toMatchObject({ erased: 1, due: [{ id: test }] });
  expect((await send(server, `${SELF}/${live.id}`)).status).toBe(200);
  expect((await send(server, `${SELF}/${live.id}/retention`, { headers: bearer(testKey) })).body.code).toBe(
    'not_found',
  );
});

it('what waits for a person is not due, and a decided company is', async () => {
  const clock = testClock();
  await using server = await startTestServer({ clock, policy: lenientPolicy({ owner_missing: 'review' }) });
  const waiting = await submitCompany(server, company(server.appliance.newId, { ubos: [] }));
  await server.settle();
  expect((await send(server, `${KYB}/${waiting}`)).body.status).toBe('needs_review');
  expect((await send(server, `${KYB}/${waiting}/retention`)).body.due_at).toBeNull();
  clock.advance(20 * 366 * DAY_MS);
  expect(await purge(server, true)).toMatchObject({ due_count: 0 });
  await sendJson(server, `${KYB}/${waiting}/review`, { decision: 'reject', reason: 'other', note: 'No answer came.' });
  expect((await send(server, `${KYB}/${waiting}`)).body.status).toBe('failed');
  clock.advance(5 * 366 * DAY_MS);
  expect(await purge(server, false)).toMatchObject({ erased: 1, due: [{ id: waiting, kind: 'kyb' }] });
});

it('a running appliance purges once a day, and a failure holds back no later look', async () => {
  const clock = testClock();
  await using server = await startTestServer({ clock });
  const { purges, vault } = server.appliance;
  const first = await verify(server, CLEAN);
  await purges.tick();
  clock.advance(6 * 366 * DAY_MS);
  const { removeFiles } = vault;
  vault.removeFiles = () => Promise.reject(new Error('disk I/O error'));
  await purges.tick();
  vault.removeFiles = removeFiles;
  expect(server.logged.join('\n')).toContain('retention.erasure_failed');
  const { body } = await send(server, `${SELF}/${first.id}`);
  expect(body.code).toBe('erased');
  clock.advance(LIMITS.purgeIntervalMs - 1);
  await purges.tick();
  expect((await send(server, `${SELF}/${first.id}/erasure`)).status).toBe(404);
  clock.advance(1);
  await purges.tick();
  expect((await send(server, `${SELF}/${first.id}/erasure`)).status).toBe(200);
});

it('an erasure that fails again and again holds back no other one', async () => {
  const clock = testClock();
  await using server = await startTestServer({ clock });
  const { vault } = server.appliance;
  const [stuck, due] = [await verify(server, CLEAN), await verify(server, CLEAN)];
  const { removeFiles } = vault;
  vault.removeFiles = (id, documents) =>
    id === stuck.id ? Promise.reject(new Error('disk I/O error')) : removeFiles(id, documents);
  expect((await send(server, `${SELF}/${stuck.id}`, { method: 'DELETE' })).status).toBe(500);
  clock.advance(6 * 366 * DAY_MS);
  expect(await purge(server, false)).toMatchObject({ erased: 1, due: [{ id: due.id }] });
  expect((await send(server, `${SELF}/${stuck.id}/erasure`)).status).toBe(404);
  vault.removeFiles = removeFiles;
  expect(await purge(server, false)).toMatchObject({ erased: 0, due_count: 0 });
  expect((await send(server, `${SELF}/${stuck.id}/erasure`)).status).toBe(200);
});
