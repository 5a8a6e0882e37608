import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../server/db/open.ts';
import { quarantine } from '../../server/quarantine/quarantine.ts';
import { testClock } from '../support/clock.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { writeSmallList } from '../support/lists.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { bearer, codesOf, read, send, sendJson, submit, verify } from './drive.ts';

const ANNA_ROW = 'U-5,"MARTELLO, Anna Lucia",person,,1986-08-12,,,TEST-A,sanction,2024-01-01,';
const ANNA_CHANGED = ANNA_ROW.replace('TEST-A', 'TEST-B');
const CLEAN = { files: cardAndSelfie(), applicant: ANNA };
const DISMISS = { decision: 'dismiss', reason: 'other_person', note: 'Born elsewhere, seen in person.' };

/** Imports the small list with these additional rows, and waits until all records have been screened against the change. */
async function importRows(server: TestServer, rows: readonly string[]): Promise<string> {
  using folder = tempFolder();
  const { id } = await server.appliance.lists.importList(
    { paths: [writeSmallList(folder.path, rows)], code: 'small', allowOlder: true, acceptSmaller: true },
    'cli',
  );
  await server.settle();
  return id;
}

const alertsOf = async (server: TestServer, query = '', key = server.key) =>
  (await send(server, `/v1/alerts${query}`, { headers: bearer(key) })).body.data;

it('an entry added to a list alerts of those who were screened before, and changes no record', async () => {
  await using server = await startTestServer();
  const [anna, other] = [
    await verify(server, { ...CLEAN, metadata: { internal_ref: 'C-77' } }),
    await verify(server, {
      files: cardAndSelfie({ card: { lines: [] } }),
      applicant: { first_name: 'Iria', last_name: 'Quintanilha' },
    }),
  ];
  expect(anna.status).toBe('completed');
  const versionId = await importRows(server, [ANNA_ROW]);
  const alerts = await alertsOf(server);
  expect(alerts).toHaveLength(1);
  expect(alerts[0]).toMatchObject({
    object: 'alert',
    state: 'open',
    change: 'added',
    verification_id: anna.id,
    decision: null,
    subject: { name: 'Anna Lucia Martello', reference: 'C-77' },
    hit: { strength: 'confirmed', entity: { name: 'MARTELLO, Anna Lucia' }, list: { id: versionId, code: 'small' } },
  });
  expect((await send(server, `/v1/alerts/${alerts[0].id}`)).body).toEqual(alerts[0]);
  expect(await read(server, anna.id)).toEqual(anna);
  expect(await read(server, other.id)).toEqual(other);
  const feed = (await send(server, '/v1/events?limit=100')).body.data;
  const told = feed.filter(({ type }: { type: string }) => type === 'watchlist.alert.created');
  expect(told).toMatchObject([{ data: { id: alerts[0].id, object: 'alert', verification_id: anna.id } }]);
  expect(JSON.stringify(told).toLowerCase()).not.toContain('martello');
  const audited = server.appliance.db.prepare("SELECT count(*) FROM audit WHERE action = 'alert.created'").pluck();
  expect(audited.get()).toBe(1);
});

it('the same entry of a list alerts once, and again after it changes', async () => {
  await using server = await startTestServer();
  await verify(server, CLEAN);
  const before = await importRows(server, []);
  const added = await importRows(server, [ANNA_ROW]);
  await server.appliance.lists.activate(before, 'cli');
  await server.settle();
  await server.appliance.lists.activate(added, 'cli');
  await server.settle();
  expect(await alertsOf(server)).toHaveLength(1);
  await importRows(server, [ANNA_CHANGED]);
  const alerts = await alertsOf(server);
  expect(alerts.map(({ change }: { change: string }) => change)).toEqual(['changed', 'added']);
});

it('those who were screened with the version in force are not screened against it again', async () => {
  await using server = await startTestServer();
  await importRows(server, [ANNA_ROW]);
  expect((await verify(server, CLEAN)).status).toBe('failed');
  await server.appliance.rescreener.run();
  expect(await alertsOf(server)).toEqual([]);
});

it('live and test alerts are apart', async () => {
  await using server = await startTestServer();
  const testKey = server.makeKey({ livemode: false });
  const id = await submit(server, CLEAN, testKey);
  await server.settle();
  await importRows(server, [ANNA_ROW]);
  expect(await alertsOf(server)).toEqual([]);
  const [alert] = await alertsOf(server, '', testKey);
  expect(alert).toMatchObject({ livemode: false, verification_id: id });
  expect((await send(server, `/v1/alerts/${alert.id}`)).status).toBe(404);
  expect((await sendJson(server, `/v1/alerts/${alert.id}/decision`, DISMISS)).status).toBe(404);
});

it('a dismissed alert keeps the entry out of later results of the same person, and says who dismissed it', async () => {
  await using server = await startTestServer();
  await verify(server, CLEAN);
  await importRows(server, [ANNA_ROW]);
  const [alert] = await alertsOf(server);
  const decided = await sendJson(server, `/v1/alerts/${alert.id}/decision`, DISMISS);
  expect(decided.body).toMatchObject({
    state: 'dismissed',
    decision: { decision: 'dismissed', reason: 'other_person', note: DISMISS.note, expires_at: null },
  });
  expect(await alertsOf(server, '?state=open')).toEqual([]);
  const again = await verify(server, CLEAN);
  expect(again.status).toBe('completed');
  expect(again.checks.watchlists).toMatchObject({
    passed: true,
    hits: [{ dismissed: { by: decided.body.decision.decided_by, reason: 'other_person', expires_at: null } }],
  });
  expect(codesOf(again.checks.watchlists.findings)).toEqual(['hit_dismissed']);
  const born = await verify(server, { ...CLEAN, applicant: { ...ANNA, nationality: 'IT' } });
  expect(born.checks.watchlists.passed).toBe(false);
  await importRows(server, [ANNA_CHANGED]);
  expect((await verify(server, CLEAN)).status).toBe('failed');
});

it('alerts of the same customer are decided together, those of a namesake are not', async () => {
  await using server = await startTestServer();
  const [first, second] = [await verify(server, CLEAN), await verify(server, CLEAN)];
  const namesake = await verify(server, { ...CLEAN, applicant: { ...ANNA, nationality: 'IT' } });
  await importRows(server, [ANNA_ROW]);
  const alerts = await alertsOf(server);
  const alertOf = (id: string) =>
    alerts.find(({ verification_id }: { verification_id: string }) => verification_id === id);
  expect(alertOf(first.id).same_customer).toEqual([alertOf(second.id).id]);
  expect(alertOf(namesake.id).same_customer).toEqual([]);
  await sendJson(server, `/v1/alerts/${alertOf(first.id).id}/decision`, DISMISS);
  const other = await send(server, `/v1/alerts/${alertOf(second.id).id}`);
  expect(other.body).toMatchObject({ state: 'dismissed', decision: { decision: 'dismissed', note: DISMISS.note } });
  expect((await alertsOf(server, '?state=open')).map(({ id }: { id: string }) => id)).toEqual([
    alertOf(namesake.id).id,
  ]);
  const told = server.appliance.db.prepare("SELECT subject_id FROM audit WHERE action = 'hit.dismissed' ORDER BY seq");
  expect(told.pluck().all().sort()).toEqual([first.id, second.id].sort());
  await sendJson(server, `/v1/alerts/${alertOf(second.id).id}/decision`, {
    decision: 'confirm',
    reason: 'same_person',
  });
  expect((await send(server, `/v1/alerts/${alertOf(first.id).id}`)).body.state).toBe('confirmed');
});

it('a hit of a stored result is dismissed beside it, for as long as was said', async () => {
  const clock = testClock();
  await using server = await startTestServer({ clock });
  await importRows(server, [ANNA_ROW]);
  const record = await verify(server, CLEAN);
  const hit = record.checks.watchlists.hits[0];
  const expires_at = new Date(clock.now() + 3_600_000).toISOString();
  const path = `/v1/verifications/${record.id}/hits/${hit?.id}`;
  const { status, body } = await sendJson(server, path, { ...DISMISS, expires_at });
  expect([status, body.decision, body.expires_at]).toEqual([200, 'dismissed', expires_at]);
  const stored = await read(server, record.id);
  expect(stored).toEqual({
    ...record,
    checks: { ...record.checks, watchlists: { ...record.checks.watchlists, hits: [{ ...hit, decision: body }] } },
  });
  expect((await verify(server, CLEAN)).status).toBe('completed');
  clock.advance(3_600_000);
  expect((await verify(server, CLEAN)).status).toBe('failed');
});

it('a later decision takes the place of an earlier one', async () => {
  await using server = await startTestServer();
  await importRows(server, [ANNA_ROW]);
  const record = await verify(server, CLEAN);
  const path = `/v1/verifications/${record.id}/hits/${record.checks.watchlists.hits[0]?.id}`;
  await sendJson(server, path, DISMISS);
  await sendJson(server, path, { decision: 'confirm', reason: 'same_person' });
  expect((await verify(server, CLEAN)).status).toBe('failed');
  const hits = (await read(server, record.id)).checks.watchlists.hits;
  expect(hits[0]?.decision).toMatchObject({ decision: 'confirmed', reason: 'same_person', note: null });
});

it('a name without a birth date or a number may be anybody, so a dismissal stays with its record', async () => {
  await using server = await startTestServer();
  await importRows(server, [ANNA_ROW.replace('1986-08-12', '')]);
  const { dob: _, ...applicant } = ANNA;
  const nameOnly = { files: cardAndSelfie({ card: { lines: [] } }), applicant };
  const record = await verify(server, nameOnly);
  const hit = record.checks.watchlists.hits[0];
  await sendJson(server, `/v1/verifications/${record.id}/hits/${hit?.id}`, DISMISS);
  const other = await verify(server, nameOnly);
  expect(other.checks.watchlists.hits[0]).not.toHaveProperty('dismissed');
});

it.each([
  ['an unknown decision', { decision: 'maybe', reason: 'other' }, 'decision'],
  ['a missing reason', { decision: 'dismiss' }, 'reason'],
  ['an end in the past', { ...DISMISS, expires_at: '2001-01-01T00:00:00Z' }, 'expires_at'],
  [
    'an end of a confirmation',
    { decision: 'confirm', reason: 'other', expires_at: '2999-01-01T00:00:00Z' },
    'expires_at',
  ],
  ['a note that is too long', { ...DISMISS, note: 'x'.repeat(4_001) }, 'note'],
])('%s is refused, naming the field', async (_, body, field) => {
  await using server = await startTestServer();
  const path = '/v1/verifications/ver_01jcaaaaaaaaaaaaaaaaaaaaaa/hits/hit_01jcaaaaaaaaaaaaaaaaaaaaaa';
  const { status, body: problem } = await sendJson(server, path, body);
  expect(status).toBe(400);
  expect(problem.errors).toMatchObject([{ field }]);
});

it('alerts come in pages, newest first', async () => {
  await using server = await startTestServer();
  const first = await verify(server, CLEAN);
  const second = await verify(server, CLEAN);
  await importRows(server, [ANNA_ROW]);
  const page = (await send(server, '/v1/alerts?limit=1')).body;
  expect(page).toMatchObject({ has_more: true, data: [{ verification_id: second.id }] });
  const next = (await send(server, `/v1/alerts?limit=1&starting_after=${page.data[0].id}`)).body;
  expect(next).toMatchObject({ has_more: false, data: [{ verification_id: first.id }] });
  const back = (await send(server, `/v1/alerts?ending_before=${next.data[0].id}`)).body;
  expect(back.data).toEqual(page.data);
  const wrong = await send(server, '/v1/alerts?starting_after=alt_01jcaaaaaaaaaaaaaaaaaaaaaa');
  expect([wrong.status, wrong.body.code]).toEqual([400, 'invalid_cursor']);
});

it('a later confirmation that was changed from outside brings no earlier dismissal back', async () => {
  await using server = await startTestServer();
  await importRows(server, [ANNA_ROW]);
  const record = await verify(server, CLEAN);
  const path = `/v1/verifications/${record.id}/hits/${record.checks.watchlists.hits[0]?.id}`;
  await sendJson(server, path, DISMISS);
  await sendJson(server, path, { decision: 'confirm', reason: 'same_person' });
  const raw = openDatabase(join(server.appliance.config.dataDir, 'custos.db'));
  const { seq } = raw.prepare("SELECT seq FROM hit_decisions WHERE decision = 'confirmed'").get() as { seq: number };
  raw.prepare("UPDATE hit_decisions SET decided_by = 'x' WHERE seq = ?").run(seq);
  raw.close();
  expect((await verify(server, CLEAN)).status).toBe('failed');
  quarantine(server.appliance, { table: 'hit_decisions', row: String(seq) }, 'cli');
});

describe('alerts of a new comparison of names', () => {
  /** Turns the existing alerts into alerts that a new comparison found. */
  const hold = ({ appliance }: TestServer): void =>
    void appliance.db.exec("UPDATE alerts SET state = 'held', change = 'comparison'");

  it('are one task, which is not among the alerts, and are opened or dismissed', async () => {
    await using server = await startTestServer();
    await verify(server, CLEAN);
    await verify(server, { ...CLEAN, applicant: { ...ANNA, nationality: 'IT' } });
    await importRows(server, [ANNA_ROW]);
    hold(server);
    expect(await alertsOf(server)).toEqual([]);
    const [second, first] = await alertsOf(server, '?state=held');
    expect(first).toMatchObject({ state: 'held', change: 'comparison' });
    expect((await send(server, '/v1/alerts/held')).body).toMatchObject({
      object: 'held_alerts',
      livemode: true,
      alerts: 2,
      records: 2,
      scan: { state: 'done', from_version: null, searched: 0, share: 1 },
    });
    const released = await sendJson(server, '/v1/alerts/held/release', { ids: [first.id] });
    expect(released.body).toEqual({ decided: 1, left: 1 });
    expect(await alertsOf(server)).toMatchObject([{ id: first.id, state: 'open' }]);
    const { decision: _, ...said } = DISMISS;
    const dismissed = await sendJson(server, '/v1/alerts/held/dismiss', said);
    expect(dismissed.body).toEqual({ decided: 1, left: 0 });
    expect(await alertsOf(server, '?state=dismissed')).toMatchObject([
      { id: second.id, decision: { note: DISMISS.note } },
    ]);
    const audited = server.appliance.db.prepare("SELECT count(*) FROM audit WHERE action = 'alert.released'").pluck();
    expect(audited.get()).toBe(1);
  });

  it('are seen and decided on by those alone who may, and bad requests are told by their field', async () => {
    await using server = await startTestServer();
    await verify(server, CLEAN);
    await importRows(server, [ANNA_ROW]);
    hold(server);
    const testKey = server.makeKey({ livemode: false });
    const other = await send(server, '/v1/alerts/held', { headers: bearer(testKey) });
    expect(other.body).toMatchObject({ livemode: false, alerts: 0 });
    const [alert] = await alertsOf(server, '?state=held');
    const missing = await sendJson(server, '/v1/alerts/held/dismiss', { ids: [alert.id] });
    expect([missing.status, missing.body.errors[0].field]).toEqual([400, 'reason']);
    const past = { reason: 'other_person', expires_at: '2020-01-01T00:00:00Z' };
    expect((await sendJson(server, '/v1/alerts/held/dismiss', past)).body.errors[0].field).toBe('expires_at');
    expect((await sendJson(server, '/v1/alerts/held/release', { ids: [] })).body.errors[0].field).toBe('ids');
    const unknown = { ids: [alert.id.replace(/.$/, alert.id.endsWith('0') ? '1' : '0')] };
    expect((await sendJson(server, '/v1/alerts/held/release', unknown)).status).toBe(404);
    const readOnly = server.makeKey({ scopes: ['kyc:read'] });
    const refused = await sendJson(server, '/v1/alerts/held/release', {}, readOnly);
    expect(refused.status).toBe(403);
    expect(await alertsOf(server, '?state=held')).toHaveLength(1);
  });
});
