import { expect, it, vi } from 'vitest';
import { LIMITS } from '../../server/lib/limits.ts';
import { setUpAdmin } from '../support/browser.ts';
import { testClock } from '../support/clock.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { startReceiver } from '../support/receiver.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { bearer, create, createCompany, KYB, LEAST_COMPANY, listOrigin, send, submit } from './drive.ts';

const KYC = '/v1/verifications';
const BLURRED = { files: cardAndSelfie({ card: { quality: { sharpness: 5 } } }), applicant: ANNA };
const JSON_TYPE = { 'content-type': 'application/json' };

interface Entry {
  at: string;
  kind: string;
  code: string;
  actor: { id: string; kind: string; name: string | null } | null;
  details: Record<string, unknown>;
}

const timelineOf = async (server: TestServer, path: string, key = server.key): Promise<Entry[]> =>
  (await send(server, `${path}/timeline`, { headers: bearer(key) })).body.data;
const codes = (entries: readonly Entry[]): string[] =>
  entries.filter(({ kind }) => kind !== 'step').map(({ code }) => code);

it('tells what happened to a person, in order, with who did it', inWholeRunAlone('1 s'), async () => {
  const clock = testClock();
  await using server = await startTestServer({ clock });
  const admin = await setUpAdmin(server);
  const path = `${KYC}/${await submit(server, BLURRED)}`;
  await server.settle();
  const act = async (name: string, body: unknown, method = 'POST') => {
    clock.advance(1_000);
    const answer = await admin.send(`${path}/${name}`, { method, headers: JSON_TYPE, body: JSON.stringify(body) });
    expect(answer.status, name).toBeLessThan(300);
  };
  const me = (await admin.send('/session')).body.operator;
  await act('assignment', { assignee: me.id }, 'PUT');
  await act('notes', { text: 'Called the branch.' });
  await act('rerun', {});
  await server.settle();
  await act('review', { decision: 'approve', reason: 'documents_examined', note: 'Seen.' });
  clock.advance(1_000);
  await send(server, `${path}/report`);
  const entries = await timelineOf(server, path);
  expect(codes(entries)).toEqual([
    'verification.created',
    'verification.processing',
    'verification.needs_review',
    'assignment.set',
    'note.added',
    'verification.reopened',
    'verification.processing',
    'verification.needs_review',
    'review.decided',
    'verification.completed',
    'report.taken',
  ]);
  const times = entries.map(({ at }) => at);
  expect(times).toEqual([...times].sort());
  const of = (code: string): Entry | undefined => entries.findLast((entry) => entry.code === code);
  expect(of('verification.created')).toMatchObject({ kind: 'state', actor: { kind: 'key', name: 'test' } });
  expect(of('verification.needs_review')).toMatchObject({ actor: { kind: 'system' }, details: { policy: 1 } });
  expect(of('note.added')).toMatchObject({ kind: 'note', details: { text: 'Called the branch.' } });
  expect(of('review.decided')).toMatchObject({
    kind: 'act',
    actor: { id: me.id, kind: 'operator', name: me.name },
    details: { decision: 'approve' },
  });
  const steps = entries.filter(({ kind }) => kind === 'step');
  expect(steps.filter(({ code }) => code === 'step.quality').map(({ details }) => details['attempt'])).toEqual([
    1,
    null,
  ]);
  expect(steps.every(({ details }) => typeof details['duration_ms'] === 'number')).toBe(true);
});

it('tells a state once, though the clock went on before its audit entry was written', async () => {
  let nowMs = Date.UTC(2026, 0, 15, 12);
  await using server = await startTestServer({ clock: { now: () => ++nowMs } });
  const path = `${KYC}/${await submit(server, BLURRED)}`;
  await server.settle();
  const entries = await timelineOf(server, path);
  expect(codes(entries)).toEqual(['verification.created', 'verification.processing', 'verification.needs_review']);
  expect(entries.at(-1)).toMatchObject({ actor: { kind: 'system' }, details: { policy: 1 } });
});

it('tells of a company, of what was sent, and of alerts', async () => {
  await using receiver = await startReceiver();
  await using server = await startTestServer({ config: { webhookAllow: ['http://127.0.0.0/8:*'] } });
  const { body } = await createCompany(server, { company: LEAST_COMPANY });
  await server.settle();
  const company = await timelineOf(server, `${KYB}/${body.id}`);
  expect(codes(company).slice(0, 2)).toEqual(['kyb.verification.created', 'kyb.verification.processing']);
  listOrigin(server, receiver.url);
  const person = await create(server, { files: cardAndSelfie(), applicant: ANNA, webhook_url: receiver.url });
  await server.settle();
  await server.appliance.webhooks.settle();
  const { id } = person.body;
  server.appliance.db
    .prepare(
      `INSERT INTO alerts (id, kind, verification_id, party, livemode, entity_id, revision, list_version_id, change, state,
         created_at, updated_at, sealed_hit) VALUES ('alt_1', 'kyc', ?, '', 1, 'ent_1', 'r', 'lst_1', 'added', 'open', ?, ?, x'00')`,
    )
    .run(id, Date.now(), Date.now());
  const entries = await timelineOf(server, `${KYC}/${id}`);
  const sent = entries.filter(({ kind }) => kind === 'delivery');
  expect(sent.map(({ code, details }) => [code, details['event'], details['attempts'], details['status']])).toEqual([
    ['delivery.delivered', 'verification.created', 1, 204],
    ['delivery.delivered', 'verification.processing', 1, 204],
    ['delivery.delivered', 'verification.completed', 1, 204],
  ]);
  expect(sent[0]?.details).toMatchObject({ receiver: 'webhook_url', endpoint: null, error: null });
  expect(JSON.stringify(entries)).not.toContain(new URL(receiver.url).pathname);
  expect(entries.filter(({ kind }) => kind === 'alert').map(({ details }) => details)).toEqual([
    { alert: 'alt_1', state: 'open', change: 'added', party: null },
  ]);
  server.appliance.db.exec("DELETE FROM alerts WHERE id = 'alt_1'");
});

it('is for readers of the kind and the mode, and gone with an erased record', async () => {
  await using server = await startTestServer();
  const path = `${KYC}/${await submit(server, BLURRED)}`;
  await server.settle();
  const as = async (key: string, where = path) =>
    (await send(server, `${where}/timeline`, { headers: bearer(key) })).status;
  expect(await as(server.makeKey({ scopes: ['kyb:read'] }))).toBe(403);
  expect(await as(server.makeKey({ scopes: ['kyc:read'] }))).toBe(200);
  expect(await as(server.makeKey({ livemode: false }))).toBe(404);
  expect(await as(server.key, path.replace(KYC, KYB))).toBe(404);
  await send(server, path, { method: 'DELETE' });
  const gone = await send(server, `${path}/timeline`);
  expect([gone.status, gone.body.code]).toEqual([404, 'erased']);
});

it('looks at no table as a whole', async () => {
  await using server = await startTestServer();
  const path = `${KYC}/${await submit(server, BLURRED)}`;
  await server.settle();
  const { db } = server.appliance;
  const prepare = vi.spyOn(db, 'prepare');
  await timelineOf(server, path);
  const asked = prepare.mock.calls.map(([sql]) => sql).filter((sql) => /LIMIT \?$/.test(sql));
  expect(asked).toHaveLength(6);
  for (const sql of asked) {
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql.replace(/\?/g, '1')}`).all() as { detail: string }[];
    const scans = plan.filter(({ detail }) => /^SCAN (?!\(?subquery)/i.test(detail));
    expect(scans, sql).toEqual([]);
  }
});

it('gives the newest of very many, and says that there are more', inWholeRunAlone('1 s'), async () => {
  await using server = await startTestServer();
  const path = `${KYC}/${await submit(server, BLURRED)}`;
  await server.settle();
  const { audit, db } = server.appliance;
  db.transaction(() => {
    for (let i = 0; i < LIMITS.timelineEntriesMax; i++) {
      audit.append({ actor: 'cli', action: 'report.taken', subjectId: path.slice(KYC.length + 1), details: { i } });
    }
  })();
  const { body } = await send(server, `${path}/timeline`);
  expect([body.has_more, body.data.length]).toEqual([true, LIMITS.timelineEntriesMax]);
  expect(body.data.at(-1).details).toEqual({ i: LIMITS.timelineEntriesMax - 1 });
});
